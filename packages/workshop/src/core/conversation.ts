import { err, ok, type Result } from '@atelier/kernel/core';
import { type Bench, stampNow } from './bench.ts';
import { card } from './cards.ts';
import type { BenchEvent } from './events.ts';
import { type GateRefused, gate, isStale, type Seen } from './gating.ts';
import type { ContentId, MessageId, RunId } from './ids.ts';

export type SendRefused = GateRefused | { readonly code: 'EMPTY_MESSAGE' | 'NO_MODEL' | 'NO_FILES' };

/** The message and the run that answers it are one commit: a question never stands there with nobody at it. */
export const send = (
  bench: Bench,
  facts: {
    readonly text: string;
    readonly mode: 'agent' | 'ask';
    readonly messageId: MessageId;
    readonly answerId: MessageId;
    readonly runId: RunId;
    readonly files: number;
    readonly seen?: Seen;
  },
): Result<readonly BenchEvent[], SendRefused> => {
  const gated = gate(bench, 'send');
  if (!gated.ok) return gated;
  if (isStale(bench, facts.seen ?? {})) return err({ code: 'CONFLICT_STALE_STATE' });
  if (facts.text.trim() === '') return err({ code: 'EMPTY_MESSAGE' });
  if (!bench.modelId) return err({ code: 'NO_MODEL' });
  if (facts.files === 0) return err({ code: 'NO_FILES' });
  const { messageId, answerId, runId, mode } = facts;
  return ok([
    { kind: 'rpi.cleared', because: 'message' },
    { kind: 'message.user', messageId, parentId: bench.head, mode, text: facts.text, stamp: stampNow(bench) },
    ...answering(bench, { userMessageId: messageId, answerId, runId, mode, modelId: bench.modelId }),
  ]);
};

/** A run for a message that is there already: regenerate, or a rewound head. */
export const answerAgain = (
  bench: Bench,
  facts: {
    readonly userMessageId: MessageId;
    readonly answerId: MessageId;
    readonly runId: RunId;
    readonly modelId?: string;
  },
): Result<readonly BenchEvent[], SendRefused> => {
  const modelId = facts.modelId ?? bench.modelId;
  if (!modelId) return err({ code: 'NO_MODEL' });
  return ok(answering(bench, { ...facts, mode: 'agent', modelId }));
};

const answering = (
  _bench: Bench,
  facts: {
    readonly userMessageId: MessageId;
    readonly answerId: MessageId;
    readonly runId: RunId;
    readonly mode: 'agent' | 'ask';
    readonly modelId: string;
  },
): readonly BenchEvent[] => [
  {
    kind: 'run.started',
    runId: facts.runId,
    messageId: facts.answerId,
    userMessageId: facts.userMessageId,
    modelId: facts.modelId,
    mode: facts.mode,
  },
  {
    kind: 'message.assistant_started',
    messageId: facts.answerId,
    parentId: facts.userMessageId,
    runId: facts.runId,
    modelId: facts.modelId,
  },
];

/** The answer is complete and so is its run; the stamp says which files it leaves behind. */
export const complete = (
  bench: Bench,
  facts: { readonly textId: ContentId | null; readonly elapsedMs: number },
): Result<readonly BenchEvent[], GateRefused> => {
  if (bench.run?.state !== 'running') return err({ code: 'NO_RUN' });
  const { id, messageId } = bench.run;
  return ok([
    {
      kind: 'message.assistant_completed',
      messageId,
      textId: facts.textId,
      elapsedMs: facts.elapsedMs,
      stamp: stampNow(bench),
      ...(facts.textId ? { holds: [facts.textId] } : {}),
    },
    { kind: 'run.completed', runId: id },
  ]);
};

/** What was said so far stays; items that are done stay; the item under way has written nothing. */
export const interrupt = (
  bench: Bench,
  facts: { readonly as: 'canceled' | 'failed' | 'paused'; readonly code: string },
): Result<readonly BenchEvent[], GateRefused> => {
  if (bench.run?.state !== 'running') return err({ code: 'NO_RUN' });
  const { id: runId, messageId, item } = bench.run;
  const staged = item && item.staged.length > 0 ? { releases: item.staged } : {};
  const ended: Record<typeof facts.as, BenchEvent> = {
    canceled: { kind: 'run.canceled', runId, ...staged },
    failed: { kind: 'run.failed', runId, code: facts.code, ...staged },
    paused: { kind: 'run.paused', runId, code: facts.code, ...staged },
  };
  return ok([
    { kind: 'message.assistant_interrupted', messageId, because: facts.code, stamp: stampNow(bench) },
    ended[facts.as],
  ]);
};

export const resume = (
  bench: Bench,
  facts: { readonly modelId?: string },
): Result<readonly BenchEvent[], GateRefused> => {
  const gated = gate(bench, 'resume');
  if (!gated.ok) return gated;
  if (!bench.run) return err({ code: 'NO_RUN' });
  return ok([
    { kind: 'run.resumed', runId: bench.run.id, modelId: facts.modelId ?? bench.modelId ?? bench.run.modelId },
  ]);
};

/** Immediate, also while a run goes on: that run keeps its model, the next one uses this. */
export const switchModel = (
  bench: Bench,
  facts: { readonly modelId: string; readonly cardId: MessageId },
): Result<readonly BenchEvent[], GateRefused> => {
  const gated = gate(bench, 'switch_model');
  if (!gated.ok) return gated;
  if (facts.modelId === bench.modelId) return ok([]);
  return ok([
    { kind: 'model.switched', from: bench.modelId, to: facts.modelId },
    card(facts.cardId, bench.head, 'model_switched', { from: bench.modelId, to: facts.modelId }, stampNow(bench)),
  ]);
};
