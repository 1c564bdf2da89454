import type { Json, JsonObject } from '@atelier/kernel/core';
import { addUsage, type ChatMessage, noUsage, type ToolCall, type Usage } from './chat.ts';
import type { ModelFailure } from './failure.ts';
import { defaultLoopSettings, type LoopSettings, type SeenCall } from './loop-detection.ts';
import { emptyMeter, type Meter, metered } from './price.ts';

/** A call the model made and nobody has answered yet. `unreadable` holds arguments that were not a JSON object. */
export type PendingCall = ToolCall & { readonly unreadable?: string };

/** Everything a run knows, as plain JSON: saved after every step, it goes on from there in any process. */
export type ToolRun = {
  readonly v: 1;
  readonly messages: readonly ChatMessage[];
  readonly turn: number;
  readonly pending: readonly PendingCall[];
  /** The call that was begun; still set after a crash, when nobody knows whether it took effect. */
  readonly begun: string | null;
  readonly nextEntry: number;
  readonly recent: readonly SeenCall[];
  readonly usage: Usage;
  readonly meter: Meter;
  /** What an answer that ran out of room said before it was asked to go on. It is asked once. */
  readonly said?: string;
};

export type LoopLimits = {
  readonly maxTurns: number;
  readonly maxCallsPerTurn: number;
  readonly toolTimeoutMs: number;
  readonly loop: LoopSettings;
};

export const defaultLimits: LoopLimits = {
  maxTurns: 50,
  maxCallsPerTurn: 50,
  toolTimeoutMs: 30_000,
  loop: defaultLoopSettings,
};

/** Turns that remain when the model is told to come to an end. */
export const concludeBefore = 2;

export type RunFailure =
  | ModelFailure
  | { readonly code: 'AGENT_LOOP_DETECTED' | 'AGENT_TURN_LIMIT'; readonly message: string };

export type Outcome =
  | { readonly kind: 'answered'; readonly text: string; readonly isCut: boolean }
  /** Nothing is lost: the same run goes on when it is run again, with another model or a higher cap if need be. */
  | { readonly kind: 'paused'; readonly because: RunFailure }
  | { readonly kind: 'failed'; readonly failure: RunFailure }
  | { readonly kind: 'canceled' };

/** Several loops of one job share a cap and count their entries on: the next begins where the one before ended. */
export type RunStart = { readonly cap?: number | undefined; readonly meter?: Meter; readonly nextEntry?: number };

export const beginRun = (
  messages: readonly ChatMessage[],
  { cap, meter = emptyMeter, nextEntry = 1 }: RunStart = {},
): ToolRun => ({
  v: 1,
  messages,
  turn: 0,
  pending: [],
  begun: null,
  nextEntry,
  recent: [],
  usage: noUsage,
  meter: cap === undefined ? meter : { ...meter, cap },
});

export const withCap = (run: ToolRun, cap: number | undefined): ToolRun => {
  const { cap: _old, ...meter } = run.meter;
  return { ...run, meter: cap === undefined ? meter : { ...meter, cap } };
};

/** What one step added to a run. Messages are only ever added, so a log of steps grows with the talk, not with its square. */
export type RunStep = Omit<ToolRun, 'messages'> & { readonly added: readonly ChatMessage[] };

export const stepBetween = (before: ToolRun | undefined, { messages, ...rest }: ToolRun): RunStep => ({
  ...rest,
  added: messages.slice(before?.messages.length ?? 0),
});

/** The next message of the same talk: calls that nobody will answer any more are answered with that. */
export const continueRun = (past: ToolRun, text: string, cap?: number): ToolRun => ({
  ...beginRun(
    [
      ...past.messages,
      ...past.pending.map(({ id: callId, name }): ChatMessage => {
        return { role: 'tool', callId, name, result: callId === past.begun ? unknownEffect : givenUp };
      }),
      { role: 'user', text },
    ],
    { cap, nextEntry: past.nextEntry },
  ),
});

export type ModelTurn = {
  readonly text: string;
  readonly calls: readonly PendingCall[];
  readonly carry: Json | undefined;
  readonly usage: Usage;
};

export const afterTurn = (
  run: ToolRun,
  { text, calls, carry, usage }: ModelTurn,
  cost: number | undefined,
): ToolRun => ({
  ...run,
  turn: run.turn + 1,
  messages: [
    ...run.messages,
    {
      role: 'assistant',
      text,
      ...(calls.length === 0 ? {} : { toolCalls: calls.map(({ id, name, input }) => ({ id, name, input })) }),
      ...(carry === undefined ? {} : { carry }),
    },
  ],
  pending: calls,
  usage: addUsage(run.usage, usage),
  meter: metered(run.meter, cost),
});

export const afterAnswer = (
  run: ToolRun,
  call: PendingCall,
  result: JsonObject,
  recent: readonly SeenCall[],
): ToolRun => ({
  ...run,
  messages: [...run.messages, { role: 'tool', callId: call.id, name: call.name, result }],
  pending: run.pending.filter(({ id }) => id !== call.id),
  begun: null,
  nextEntry: run.nextEntry + 1,
  recent,
});

/** A stream that broke, or ran out of room, has said this much: it stays in the talk, and the model is asked to go on. */
export const afterBreak = (run: ToolRun, text: string): ToolRun =>
  text.trim() === '' ? run : { ...run, messages: [...run.messages, { role: 'assistant', text }] };

export const goOn = (run: ToolRun): ToolRun => ({
  ...run,
  messages: [...run.messages, { role: 'user', text: goOnText }],
});

/** Whether the talk ends with words of the model's own, which no provider answers. */
export const endsWithItself = ({ messages, pending }: ToolRun): boolean =>
  pending.length === 0 && messages.at(-1)?.role === 'assistant';

const goOnText = 'Your answer broke off. Go on exactly where it stopped, without repeating anything.';

/** Word to the model goes into the last tool result: some providers allow nothing else between results and answer. */
export const withNotice = (messages: readonly ChatMessage[], notice: string): readonly ChatMessage[] => {
  const last = messages.at(-1);
  if (last?.role !== 'tool') return messages;
  const result = typeof last.result === 'object' && !Array.isArray(last.result) ? (last.result as JsonObject) : {};
  return [...messages.slice(0, -1), { ...last, result: { ...result, notice } }];
};

export const refusalResult = (code: string, message: string, details?: JsonObject): JsonObject => ({
  ok: false,
  error: { code, message, retry: { kind: 'not_retryable' }, ...(details ? { details } : {}) },
});

/** What a model is told of a call that was begun and whose end nobody saw. */
export const unknownEffect = refusalResult(
  'TOOL_FAILED',
  'The work was interrupted during this call, and whether it took effect is not known. Look at the file before you try again.',
);

const givenUp = refusalResult('USER_CANCELED', 'The person went on with something else before this was run.');
