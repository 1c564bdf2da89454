import type { ConversationEvent, ConversationEventOf } from '@atelier/contracts';
import type { JsonObject } from '@atelier/kernel/core';
import type { BlobId } from '@atelier/kernel/ports';
import { shortJson } from '../../core/short-json.ts';
import { stepBetween, type ToolRun } from '../../core/tool-run.ts';
import { createTextRecorder, type TextRecorder } from '../record-text.ts';
import type { LoopEvent } from '../tool-loop.ts';
import type { AgentPlace } from './place.ts';

export class RecordLost extends Error {}

type Deps = {
  readonly place: AgentPlace;
  readonly runId: string;
  readonly modelId: string;
  readonly isShown: boolean;
  /** The message that was promised for its answer; further ones are named here. */
  readonly messageId?: string | undefined;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
};

const lingerMs = 250;

type Speech = { readonly messageId: string; readonly recorder: TextRecorder; offset: number; thought: number };
type Json = ConversationEventOf<'tool.called'>['input'];

/**
 * Writes one run down while it happens. Text goes to the screens at once and into the log in batches beside it. What
 * the loop saves, and what a person sees of it, is durable before the loop goes on. The two are two streams; whichever
 * of them a crash leaves behind, the loop's own state decides what is run again, and a call it began is never run twice.
 */
export const createRunRecorder = (
  { place, runId, modelId, isShown, messageId: promised, newId, now }: Deps,
  begun: ToolRun,
) => {
  const { stream, deltas, saves } = place;
  let saved = begun;
  let given = promised;
  /** After an interruption nothing runs, whatever the saved run says was begun. */
  let running: string | null = null;
  let returned: string | null = null;
  let speech: Speech | undefined;
  let batch: ConversationEvent[] = [];
  let pins: BlobId[] = [];
  let riders: Uint8Array[] = [];

  const commit = async (...events: readonly ConversationEvent[]): Promise<void> => {
    const all = [...batch, ...events];
    if (all.length === 0) return;
    const held = { pins, riders };
    batch = [];
    pins = [];
    riders = [];
    const appended = await place.append(all, held);
    if (!appended.ok) throw new RecordLost(appended.error.code);
  };
  const save = async (run: ToolRun): Promise<void> => {
    const kept = await saves.save(stepBetween(saved, run));
    if (!kept.ok) throw new RecordLost(kept.error.code);
  };
  const listen = (messageId: string): Speech => {
    const recorder = createTextRecorder({
      write: async (offset, text) => {
        const event = { kind: 'message.assistant_partial', data: { messageId, offset, text } } as const;
        return (await place.append([event], { unhurried: true })).ok;
      },
    });
    return { messageId, recorder, offset: 0, thought: 0 };
  };
  const endLiveText = (): void => {
    if (!speech) return;
    const ids = [speech.messageId, thoughtsOf(speech.messageId)];
    // Durable text reaches a tab a moment after its commit: taking the live text away first would make it blink.
    setTimeout(() => {
      for (const id of ids) deltas.publish(stream, { kind: 'ended', id });
    }, lingerMs).unref();
    speech = undefined;
  };
  /** The durable text is complete before anything is said about it. */
  const settle = async (): Promise<void> => {
    if (speech && !(await speech.recorder.settled())) throw new RecordLost('text');
  };
  const endMessage = (how: 'completed' | 'cut' | 'interrupted'): ConversationEvent[] => {
    if (!speech) return [];
    const { messageId } = speech;
    return how === 'interrupted'
      ? [{ kind: 'message.assistant_interrupted', data: { runId, messageId } }]
      : [{ kind: 'message.assistant_completed', data: { runId, messageId, isCut: how === 'cut' } }];
  };

  const step = async (run: ToolRun): Promise<void> => {
    await settle();
    const goesOn = run.turn > saved.turn && run.pending.length > 0;
    const called = calledIn(running, run, (name) => accessOf(place, name));
    const unknown = saved.begun === returned ? [] : unknownIn(saved, run);
    await Promise.all([
      save(run),
      commit(
        ...(goesOn ? endMessage('completed') : []),
        ...unknown.map((data): ConversationEvent => ({ kind: 'tool.returned', data: { runId, ...data } })),
        ...called.map((data): ConversationEvent => ({ kind: 'tool.called', data: { runId, ...data } })),
      ),
    ]);
    saved = run;
    running = run.begun;
    if (goesOn) endLiveText();
  };

  return {
    /** Everything but the end of a run. */
    take: async (event: Exclude<LoopEvent, { kind: 'ended' }>): Promise<void> => {
      switch (event.kind) {
        case 'turn_started': {
          const { turn, of, estimate = null, profile } = event;
          const data = { runId, turn, of, estimate, profile: profile as Json };
          if (!isShown) return commit({ kind: 'run.turn_started', data });
          speech = listen(given ?? newId('msg'));
          given = undefined;
          const { messageId } = speech;
          return commit(
            { kind: 'run.turn_started', data },
            { kind: 'message.assistant_started', data: { runId, messageId, modelId } },
          );
        }
        case 'text': {
          if (!speech) return;
          const { messageId: id, offset } = speech;
          deltas.publish(stream, { kind: 'text', id, offset, text: event.delta });
          speech.recorder.take(event.delta);
          speech.offset += event.delta.length;
          return;
        }
        case 'reasoning': {
          if (!speech) return;
          const id = thoughtsOf(speech.messageId);
          deltas.publish(stream, { kind: 'text', id, offset: speech.thought, text: event.delta });
          speech.thought += event.delta.length;
          return;
        }
        case 'waiting': {
          await settle();
          const { attempt, of, afterMs, because } = event;
          const until = new Date(now() + afterMs).toISOString();
          return commit({ kind: 'run.waiting', data: { runId, attempt, of, afterMs, until, code: because.code } });
        }
        case 'restarted':
          return commit({ kind: 'run.retried', data: { runId, attempt: event.attempt } });
        case 'continued': {
          await settle();
          await commit(...endMessage('cut'));
          return endLiveText();
        }
        case 'metered': {
          const { usage, cost = null, isEstimate } = event;
          const { inputTokens: tokensIn, outputTokens: tokensOut, cachedInputTokens: tokensCached } = usage;
          batch.push({ kind: 'run.metered', data: { runId, tokensIn, tokensCached, tokensOut, cost, isEstimate } });
          return;
        }
        case 'tool_started':
          return;
        case 'tool_finished': {
          const { call, entryId, ms, shown, stored } = event;
          const outcome = event.ok ? 'ok' : 'refused';
          const { content } = stored;
          returned = call.id;
          pins.push(...stored.pins);
          riders.push(...stored.riders);
          const result = shortJson(shown) as Json;
          batch.push({
            kind: 'tool.returned',
            data: { runId, callId: call.id, entryId, outcome, ms, result, content },
          });
          return;
        }
        case 'loop_warning':
          return commit({ kind: 'message.system', data: { runId, event: 'loop_warning', detail: event.tool } });
        case 'step':
          return step(event.run);
      }
    },
    /** The last word of a run, with what is left of its text. */
    end: async (how: 'completed' | 'cut' | 'interrupted', last: readonly ConversationEvent[]): Promise<void> => {
      await settle();
      await commit(...endMessage(how), ...last);
    },
    /** Whatever happened: nothing is being written any more. */
    close: endLiveText,
  };
};

const thoughtsOf = (messageId: string): string => `${messageId}:reasoning`;

const accessOf = ({ toolbox }: AgentPlace, name: string) =>
  toolbox.tools.find((tool) => tool.name === name)?.access ?? 'read';

/** A step that begins a call: the card appears with it. */
const calledIn = (
  running: string | null,
  { pending, begun, nextEntry }: ToolRun,
  access: (name: string) => 'read' | 'write',
) => {
  const call = begun === null || begun === running ? undefined : pending.find(({ id }) => id === begun);
  if (!call) return [];
  const { id: callId, name, input } = call;
  return [{ callId, entryId: nextEntry, name, access: access(name), input: shortJson(input) as Json }];
};

/** A call that was begun and is answered without having finished: the loop does not know whether it took effect. */
const unknownIn = (before: ToolRun, after: ToolRun) => {
  const { begun } = before;
  if (begun === null || after.begun === begun || after.pending.some(({ id }) => id === begun)) return [];
  const answer = after.messages.findLast((message) => message.role === 'tool' && message.callId === begun);
  const result = shortJson((answer?.role === 'tool' ? answer.result : {}) as JsonObject) as Json;
  return [{ callId: begun, entryId: before.nextEntry, outcome: 'unknown' as const, ms: null, result, content: null }];
};
