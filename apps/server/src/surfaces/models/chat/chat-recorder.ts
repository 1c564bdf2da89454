import { type ChatEventOf, chatStream } from '@atelier/contracts';
import type { JsonObject } from '@atelier/kernel/core';
import type { EventLog } from '@atelier/kernel/ports';
import type { LoopEvent, TextRecorder, ToolRun } from '@atelier/models';
import type { DeltaBus } from '../../../events/delta-bus.ts';
import type { OpenModels } from '../../../services/models.ts';
import type { ChatLog, Recorded } from './chat-log.ts';

export class RecordLost extends Error {}

type Deps = {
  readonly desk: OpenModels;
  readonly chat: ChatLog;
  readonly log: EventLog;
  readonly deltas: DeltaBus;
  readonly newId: (prefix: string) => string;
  readonly accessOf: (tool: string) => 'read' | 'write';
};

const lingerMs = 250;

type Speech = { readonly messageId: string; readonly recorder: TextRecorder; offset: number; thought: number };

/**
 * Writes one run down while it happens. Text goes to the screens at once and into the log in batches beside it; what
 * the loop saves goes into the log before the loop goes on, with everything that led to it in the same commit.
 */
export const createChatRecorder = (
  { desk, chat, log, deltas, newId, accessOf }: Deps,
  runId: string,
  begun: ToolRun,
) => {
  let saved = begun;
  /** After an interruption nothing runs, whatever the saved run says was begun. */
  let running: string | null = null;
  let speech: Speech | undefined;
  let batch: Recorded[] = [];

  const commit = async (...events: readonly Recorded[]): Promise<void> => {
    const all = [...batch, ...events];
    batch = [];
    if (all.length === 0) return;
    const appended = await chat.append(all);
    if (!appended.ok) throw new RecordLost(appended.error.code);
  };
  const listen = (messageId: string): Speech => {
    const dataOf = (offset: number, text: string): JsonObject => ({ messageId, offset, text });
    const recorder = desk.models.createTextRecorder({ log, stream: chatStream, kind: 'message.text', dataOf });
    return { messageId, recorder, offset: 0, thought: 0 };
  };
  const hush = (): void => {
    if (!speech) return;
    const ids = [speech.messageId, thoughtsOf(speech.messageId)];
    // Durable text reaches a tab a moment after its commit: taking the live text away first would make it blink.
    setTimeout(() => {
      for (const id of ids) deltas.publish(chatStream, { kind: 'ended', id });
    }, lingerMs).unref();
    speech = undefined;
  };
  /** The durable text is whole before anything is said about it. */
  const settle = async (): Promise<void> => {
    if (speech && !(await speech.recorder.settled())) throw new RecordLost('text');
  };
  const endTurn = (isCut: boolean): Recorded[] => {
    if (!speech) return [];
    const { messageId } = speech;
    return [{ kind: 'turn.ended', data: { runId, messageId, isCut } }];
  };

  const step = async (run: ToolRun): Promise<void> => {
    await settle();
    const isTurn = run.turn > saved.turn;
    const goesOn = isTurn && run.pending.length > 0;
    const ended = goesOn ? endTurn(false) : [];
    const started = startedIn(running, run, accessOf);
    const unknown = unknownIn(saved, run, batch);
    await commit(
      ...ended,
      ...unknown.map((data): Recorded => ({ kind: 'tool.finished', data: { runId, ...data } })),
      { kind: 'run.stepped', data: { runId, step: desk.models.stepBetween(saved, run) } },
      ...started.map((data): Recorded => ({ kind: 'tool.started', data: { runId, ...data } })),
    );
    saved = run;
    running = run.begun;
    if (goesOn) hush();
  };

  return {
    /** Everything but the end of a run. */
    take: async (event: Exclude<LoopEvent, { kind: 'ended' }>): Promise<void> => {
      switch (event.kind) {
        case 'turn_started': {
          const { turn, of, estimate = null, profile } = event;
          speech = listen(newId('msg'));
          const { messageId } = speech;
          const data = { runId, messageId, turn, of, estimate, profile };
          return commit({ kind: 'turn.started', data: data as ChatEventOf<'turn.started'> });
        }
        case 'text': {
          if (!speech) return;
          const { messageId: id, offset } = speech;
          deltas.publish(chatStream, { kind: 'text', id, offset, text: event.delta });
          speech.recorder.take(event.delta);
          speech.offset += event.delta.length;
          return;
        }
        case 'reasoning': {
          if (!speech) return;
          const id = thoughtsOf(speech.messageId);
          deltas.publish(chatStream, { kind: 'text', id, offset: speech.thought, text: event.delta });
          speech.thought += event.delta.length;
          return;
        }
        case 'waiting': {
          await settle();
          const { attempt, of, afterMs, because } = event;
          const until = new Date(Date.now() + afterMs).toISOString();
          return commit({ kind: 'run.waiting', data: { runId, attempt, of, afterMs, until, code: because.code } });
        }
        case 'restarted': {
          if (!speech) return;
          const { messageId } = speech;
          // What the attempt before had written is taken back: from the screens at once, from the transcript by the event.
          deltas.publish(chatStream, { kind: 'text', id: messageId, offset: 0, text: '' });
          await commit({ kind: 'run.restarted', data: { runId, messageId, attempt: event.attempt } });
          speech = listen(messageId);
          return;
        }
        case 'metered': {
          const { usage, cost = null, isEstimate } = event;
          const { inputTokens: tokensIn, outputTokens: tokensOut } = usage;
          batch.push({ kind: 'call.metered', data: { runId, tokensIn, tokensOut, cost, isEstimate } });
          return;
        }
        case 'tool_started':
          return;
        case 'tool_finished': {
          const { call, ms, shown } = event;
          const data = { runId, callId: call.id, outcome: event.ok ? 'ok' : 'refused', ms, result: shown } as const;
          batch.push({ kind: 'tool.finished', data: data as ChatEventOf<'tool.finished'> });
          return;
        }
        case 'loop_warning':
          return commit({ kind: 'run.loop_warning', data: { runId, tool: event.tool, count: event.count } });
        case 'step':
          return step(event.run);
      }
    },
    /** The last word of a run, with what is left of its text. */
    end: async (isCut: boolean, last: readonly Recorded[]): Promise<void> => {
      await settle();
      await commit(...(isCut || last.some(isAnswer) ? endTurn(isCut) : []), ...last);
    },
    /** Whatever happened: nothing is being written any more. */
    close: hush,
  };
};

const isAnswer = (event: Recorded): boolean => event.kind === 'run.ended' && event.data.outcome === 'answered';

const thoughtsOf = (messageId: string): string => `${messageId}:reasoning`;

/** A step that begins a call: the card appears in the same commit that says so. */
const startedIn = (running: string | null, { pending, begun, nextEntry }: ToolRun, accessOf: Deps['accessOf']) => {
  const call = begun === null || begun === running ? undefined : pending.find(({ id }) => id === begun);
  return call
    ? [
        {
          callId: call.id,
          entryId: nextEntry,
          name: call.name,
          access: accessOf(call.name),
          input: call.input as ChatEventOf<'tool.started'>['input'],
        },
      ]
    : [];
};

/** A call that was begun and is answered without having finished: the loop does not know whether it took effect. */
const unknownIn = (before: ToolRun, after: ToolRun, batch: readonly Recorded[]) => {
  const { begun } = before;
  if (begun === null || after.begun === begun || after.pending.some(({ id }) => id === begun)) return [];
  const isFinished = batch.some((event) => event.kind === 'tool.finished' && event.data.callId === begun);
  const answer = after.messages.findLast((message) => message.role === 'tool' && message.callId === begun);
  const result = (answer?.role === 'tool' ? answer.result : {}) as ChatEventOf<'tool.finished'>['result'];
  return isFinished ? [] : [{ callId: begun, outcome: 'unknown' as const, ms: null, result }];
};
