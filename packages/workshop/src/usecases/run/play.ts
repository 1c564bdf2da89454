import type { ConversationEvent } from '@atelier/contracts';
import type { LoopEnd, Toolbox } from '@atelier/models';
import {
  beginRun,
  type ChatMessage,
  type ChatTask,
  defaultLoopSettings,
  type LoopLimits,
  type ToolRun,
} from '@atelier/models/core';
import type { MessageId } from '../../core/ids.ts';
import type { RunLimits, RunPart } from '../../core/run/phases.ts';
import type { BenchWork } from './bench-work.ts';
import { endOf } from './ending.ts';

export type Part = {
  readonly part: RunPart;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly string[];
  /** In place of the file tools alone. */
  readonly toolbox?: Toolbox;
  readonly task: ChatTask;
  readonly maxTurns: number;
  /** Words that a person sees as they come, under this message. */
  readonly messageId?: MessageId;
  /** What may be gone on with after a pause: a part that writes nothing. */
  readonly goesOn?: boolean;
  /** Said with the last of an answer's text. */
  readonly answered?: () => readonly ConversationEvent[];
  /** Failures that end the part and not the run. */
  readonly isOwnFailure?: (code: string) => boolean;
};

/** Plays one part with a fresh context. What ends the run besides an answer is recorded with the last of its text. */
export const play = async (work: BenchWork, part: Part): Promise<LoopEnd> => {
  const isShown = part.messageId !== undefined;
  const run = await begun(work, part);
  const done = part.goesOn && !isShown ? answerIn(run) : undefined;
  if (done !== undefined) {
    work.last = run;
    return { outcome: { kind: 'answered', text: done, isCut: false }, run };
  }
  let hasSpoken = false;
  const deltas: typeof work.place.deltas = {
    publish: (stream, delta) => {
      hasSpoken ||= delta.kind === 'text' && delta.id === part.messageId;
      work.place.deltas.publish(stream, delta);
    },
  };
  const { sampling, firstToolChoice } = work.settings;
  const end = await work.agent.play(
    {
      ...work.place,
      deltas,
      toolbox: heeded(work, part.toolbox ?? work.deps.models.toolboxOf(work.files, part.tools)),
    },
    {
      runId: work.runId,
      run,
      modelId: work.model.entry.modelId,
      effort: work.effort,
      phase: effortPhase(part.part),
      purpose: part.part === 'ask' ? 'ask' : 'run',
      isShown,
      ...(part.messageId && { messageId: part.messageId }),
      firstToolChoice: part.part === 'plan' || part.tools.length === 0 ? 'auto' : firstToolChoice,
      limits: loopLimits(part, work.limits),
      ...(sampling && { sampling: samplingOf(sampling) }),
      task: part.task,
    },
    async ({ outcome }) => {
      if (outcome.kind === 'answered') return part.answered?.() ?? [];
      if (outcome.kind === 'failed' && part.isOwnFailure?.(outcome.failure.code)) return [];
      return endOf(work, part.part, outcome, hasSpoken);
    },
  );
  work.last = end.run;
  return end;
};

/** Whatever a model makes of it, a disk without room is known to the item. */
const heeded = ({ staging }: BenchWork, { tools, call }: Toolbox): Toolbox => ({
  tools,
  call: async (asked, signal) => {
    const answer = await call(asked, signal);
    staging.heed(answer);
    return answer;
  },
});

const loopLimits = ({ maxTurns }: Part, { callsPerTurn, loopWarning, loopStop }: RunLimits): Partial<LoopLimits> => ({
  maxTurns,
  maxCallsPerTurn: callsPerTurn,
  loop: { ...defaultLoopSettings, warningThreshold: loopWarning, hardStopThreshold: loopStop },
});

const effortPhase = (part: RunPart) => (part === 'research' || part === 'plan' || part === 'implement' ? part : null);

const samplingOf = ({ temperature, topP }: { temperature?: number | undefined; topP?: number | undefined }) => ({
  ...(temperature !== undefined && { temperature }),
  ...(topP !== undefined && { topP }),
});

/**
 * A fresh loop, or the one that was saved where it began from the very same prompt: prompts are the same to the byte as
 * long as nothing they are made of has changed. Durable before it begins.
 */
const begun = async (work: BenchWork, { messages, goesOn = false }: Part): Promise<ToolRun> => {
  const saved = goesOn ? await work.saves.load() : undefined;
  if (saved?.ok && saved.value && isContinuing(saved.value, messages)) {
    const { value } = saved;
    return { ...value, meter: work.last.meter, turn: value.pending.length === 0 ? 0 : value.turn };
  }
  const { meter, nextEntry } = work.last;
  const fresh = beginRun(messages, { meter, nextEntry });
  const kept = await work.saves.begin(fresh);
  if (!kept.ok) throw new Error(`the run could not be saved: ${kept.error.code}`);
  return fresh;
};

const isContinuing = (saved: ToolRun, messages: readonly ChatMessage[]): boolean =>
  saved.messages.length > messages.length &&
  JSON.stringify(saved.messages.slice(0, messages.length)) === JSON.stringify(messages);

/** What a loop had answered before a crash kept that from being recorded. */
const answerIn = ({ messages, pending }: ToolRun): string | undefined => {
  const last = messages.at(-1);
  if (last?.role !== 'assistant' || pending.length > 0 || (last.toolCalls ?? []).length > 0) return undefined;
  return last.text.trim() === '' ? undefined : last.text;
};
