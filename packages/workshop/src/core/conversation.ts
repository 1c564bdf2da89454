import type { ConversationEvent, RunTuning } from '@atelier/contracts';
import { err, ok, type Result } from '@atelier/kernel/core';
import { type Bench, stampNow } from './bench.ts';
import { card } from './cards.ts';
import type { BenchEvent } from './events.ts';
import { type GateRefused, gate, isStale, type Seen } from './gating.ts';
import type { MessageId, RunId } from './ids.ts';

/** Everything on a Workbench's stream: its own events, and those every conversation shares. */
export type WorkbenchEvent = BenchEvent | ConversationEvent;

export type SendRefused = GateRefused | { readonly code: 'EMPTY_MESSAGE' | 'NO_MODEL' | 'NO_FILES' };

/** The message and the order for its run are one commit: a question never stands there with nobody at it. */
export const send = (
  bench: Bench,
  facts: {
    readonly text: string;
    readonly mode: 'agent' | 'ask';
    readonly messageId: MessageId;
    readonly runId: RunId;
    readonly files: number;
    readonly seen?: Seen;
    readonly by?: string;
    /** Absent: research, plan, implement, summary. */
    readonly workflowId?: string;
    /** What holds for this run alone. */
    readonly tuning?: RunTuning;
  },
): Result<readonly WorkbenchEvent[], SendRefused> => {
  const gated = gate(bench, 'send');
  if (!gated.ok) return gated;
  if (isStale(bench, facts.seen ?? {})) return err({ code: 'CONFLICT_STALE_STATE' });
  if (facts.text.trim() === '') return err({ code: 'EMPTY_MESSAGE' });
  if (!bench.modelId) return err({ code: 'NO_MODEL' });
  if (facts.files === 0) return err({ code: 'NO_FILES' });
  const { messageId, runId, mode, text } = facts;
  return ok([
    { kind: 'rpi.cleared', because: 'message' },
    { kind: 'message.user', data: { messageId, text, ...(facts.by !== undefined && { by: facts.by }) } },
    { kind: 'message.placed', messageId, parentId: bench.head, role: 'user', runId: null, stamp: stampNow(bench) },
    {
      kind: 'run.ordered',
      runId,
      userMessageId: messageId,
      mode,
      ...(facts.workflowId !== undefined && { workflowId: facts.workflowId }),
      ...(facts.tuning !== undefined && { tuning: facts.tuning as Record<string, never> }),
    },
  ]);
};

/** A run for a message that is there already: regenerate, or a rewound head. */
export const answerAgain = (
  bench: Bench,
  facts: { readonly userMessageId: MessageId; readonly runId: RunId },
): Result<readonly WorkbenchEvent[], SendRefused> =>
  bench.modelId
    ? ok([{ kind: 'run.ordered', runId: facts.runId, userMessageId: facts.userMessageId, mode: 'agent' }])
    : err({ code: 'NO_MODEL' });

/**
 * What a run wants recorded, with what a Workbench adds to it: where each message stands, and the state of the files
 * as an answer left it. Content that an unfinished item had written is let go when its run stops.
 */
export const placed = (bench: Bench, events: readonly ConversationEvent[]): readonly WorkbenchEvent[] => {
  let head = bench.head;
  return events.flatMap((event): readonly WorkbenchEvent[] => {
    switch (event.kind) {
      case 'message.assistant_started': {
        const messageId = event.data.messageId as MessageId;
        const parentId = head;
        head = messageId;
        const runId = event.data.runId as RunId;
        return [event, { kind: 'message.placed', messageId, parentId, role: 'assistant', runId, stamp: null }];
      }
      case 'message.assistant_completed':
      case 'message.assistant_interrupted':
        return [
          event,
          { kind: 'message.stamped', messageId: event.data.messageId as MessageId, stamp: stampNow(bench) },
        ];
      case 'run.driven':
      case 'run.paused':
      case 'run.canceled':
      case 'run.failed':
        return [event, ...settled(bench)];
      default:
        return [event];
    }
  });
};

const settled = ({ run }: Bench): readonly BenchEvent[] =>
  run?.item && run.item.staged.length > 0
    ? [{ kind: 'run.item_settled', runId: run.id, item: run.item.number, releases: run.item.staged }]
    : [];

/** Immediate, also while a run goes on: that run keeps its model, the next one uses this. */
export const switchModel = (
  bench: Bench,
  facts: { readonly modelId: string; readonly cardId: MessageId; readonly by?: string },
): Result<readonly WorkbenchEvent[], GateRefused> => {
  const gated = gate(bench, 'switch_model');
  if (!gated.ok) return gated;
  if (facts.modelId === bench.modelId) return ok([]);
  const by = facts.by === undefined ? {} : { by: facts.by };
  return ok([
    { kind: 'model.switched', data: { modelId: facts.modelId, effort: null, ...by } },
    card(facts.cardId, bench.head, 'model_switched', { from: bench.modelId, to: facts.modelId }, stampNow(bench)),
  ]);
};
