import { err, ok, type Result } from '@atelier/kernel/core';
import type { Bench } from './bench.ts';
import type { MessageId } from './ids.ts';
import { isOnPath, userMessageOf } from './path.ts';
import { type RewindFacts, type RewindRefused, type Rewound, rewind } from './rewind.ts';

export type Regeneration = Rewound & {
  /** The question that is answered again. */
  readonly userMessageId: MessageId;
  readonly replaced: MessageId | null;
};

/** A new answer to the same question. The Draft the old answer made goes back with the head; Published does not move by itself. */
export const regenerate = (
  bench: Bench,
  facts: Omit<RewindFacts, 'messageId' | 'reason'> & { readonly messageId?: MessageId | undefined },
): Result<Regeneration, RewindRefused> => {
  const target = facts.messageId ?? bench.head;
  if (target === null || !isOnPath(bench, target)) return err({ code: 'MESSAGE_NOT_FOUND' });
  const userMessageId = userMessageOf(bench, target);
  if (!userMessageId) return err({ code: 'MESSAGE_NOT_FOUND' });
  const replaced = bench.messages.get(target)?.role === 'assistant' ? target : null;
  if (userMessageId === bench.head) return ok({ events: [], partial: null, userMessageId, replaced: null });
  const moved = rewind(bench, { ...facts, messageId: userMessageId, reason: 'regenerate' });
  return moved.ok ? ok({ ...moved.value, userMessageId, replaced }) : moved;
};
