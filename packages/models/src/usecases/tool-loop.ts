import type { JsonObject } from '@atelier/kernel/core';
import { answerTokens, estimateAttempt, heardBytes, lostUsage, usedBy } from '../core/attempt.ts';
import type { ChatRequest, Usage } from '../core/chat.ts';
import type { Effort } from '../core/effort.ts';
import type { ModelFailure } from '../core/failure.ts';
import { offlineModelId } from '../core/model-list.ts';
import { capFailure, costOf, judgeCaps, metered, type SpendingNow } from '../core/price.ts';
import { profileFacts } from '../core/profile.ts';
import type { ModelEntry } from '../core/registry.ts';
import type { Sampling } from '../core/sampling.ts';
import type { ChatTask } from '../core/task.ts';
import {
  afterAnswer,
  afterBreak,
  afterTurn,
  concludeBefore,
  defaultLimits,
  endsWithItself,
  goOn,
  type LoopLimits,
  type ModelTurn,
  type Outcome,
  type PendingCall,
  refusalResult,
  type ToolRun,
  unknownEffect,
  withNotice,
} from '../core/tool-run.ts';
import { outcomeOf } from '../core/turn-end.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import type { StoredEntry } from '../ports/tool-log.ts';
import type { Toolbox } from '../ports/toolbox.ts';
import { type AnswerDeps, answerCall } from './answer-call.ts';
import { type RetriedEvent, type RetryDeps, streamWithRetry } from './stream-with-retry.ts';

export type LoopEvent =
  | {
      readonly kind: 'turn_started';
      readonly turn: number;
      readonly of: number;
      readonly estimate: number | undefined;
      /** How the model is asked: effort, sampling, choice of tools. */
      readonly profile: JsonObject;
    }
  | Extract<RetriedEvent, { kind: 'text' | 'reasoning' | 'waiting' | 'restarted' }>
  /** The answer ran out of room; the model is asked to go on with it. */
  | { readonly kind: 'continued' }
  | { readonly kind: 'metered'; readonly usage: Usage; readonly cost: number | undefined; readonly isEstimate: boolean }
  | { readonly kind: 'tool_started'; readonly entryId: number; readonly call: PendingCall }
  | {
      readonly kind: 'tool_finished';
      readonly entryId: number;
      readonly call: PendingCall;
      readonly ok: boolean;
      readonly ms: number;
      /** What the model is given: the result, or a receipt for it. */
      readonly shown: JsonObject;
      /** Where the whole of it is. */
      readonly stored: StoredEntry;
    }
  | { readonly kind: 'loop_warning'; readonly tool: string; readonly count: number }
  /**
   * What is to be saved before the next event is asked for: the loop waits until its reader does. A turn is saved with
   * the beginning of its first call, and what was read with the next step: reading once more does no harm.
   */
  | { readonly kind: 'step'; readonly run: ToolRun }
  | { readonly kind: 'ended'; readonly outcome: Outcome; readonly run: ToolRun };

export type LoopDeps = AnswerDeps &
  RetryDeps & {
    /** For a call whose id the conversation has had already. */
    readonly newId?: () => string;
  };

export type LoopOptions = {
  readonly model: ChatModel;
  readonly toolbox: Toolbox;
  readonly signal: AbortSignal;
  readonly limits?: Partial<LoopLimits>;
  readonly effort?: Effort;
  readonly maxOutputTokens?: number;
  readonly firstToolChoice?: 'required' | 'auto';
  readonly sampling?: Sampling;
  readonly task?: ChatTask;
  /** Whether a person sees the words as they come: seen words are kept when a stream breaks, unseen ones asked for again. */
  readonly isShown?: boolean;
  /** Ids of calls that the conversation had outside of this run. */
  readonly isCallIdUsed?: (id: string) => boolean;
  /** Asked before the last result of a turn is given: a person's word for the next step. */
  readonly notice?: () => string | undefined;
  /** Asked before every turn, because others spend from the same day: what a turn and the rest of the day may cost. */
  readonly spending?: () => Promise<SpendingNow>;
};

/**
 * Model, tool calls one after another, results, model again, until it answers. The run is data: whoever saves the
 * `step` events can stop anywhere and go on from the last one, and nothing that took effect is done twice.
 */
export const createToolLoop = (deps: LoopDeps) => {
  const answer = answerCall(deps);
  const stream = streamWithRetry(deps);

  return async function* (saved: ToolRun, options: LoopOptions): AsyncGenerator<LoopEvent, void, void> {
    const { model, toolbox, signal, isShown = false } = options;
    const limits = limitsFor(model.entry, options.limits);
    const maxOutputTokens = options.maxOutputTokens ?? answerTokens(model.entry);
    let run = saved;
    let kept = saved;
    const step = (): LoopEvent => {
      kept = run;
      return { kind: 'step', run };
    };
    const end = function* (outcome: Outcome): Generator<LoopEvent, void, void> {
      if (kept !== run) yield step();
      yield { kind: 'ended', outcome, run };
    };

    if (!model.entry.tools && toolbox.tools.length > 0) {
      return yield* end({ kind: 'failed', failure: cannotCallTools(model.entry.label) });
    }
    const interrupted = run.pending.find(({ id }) => id === run.begun);
    if (interrupted && accessOf(toolbox, interrupted) === 'write') {
      run = afterAnswer(run, interrupted, unknownEffect, run.recent);
      yield step();
    }

    if (endsWithItself(run)) {
      run = goOn(run);
      yield step();
    }

    for (;;) {
      for (const [at, call] of run.pending.entries()) {
        if (signal.aborted) return yield* end({ kind: 'canceled' });
        const entryId = run.nextEntry;
        if (at >= limits.maxCallsPerTurn) {
          run = afterAnswer(run, call, tooMany(limits.maxCallsPerTurn), run.recent);
          yield step();
          continue;
        }
        run = { ...run, begun: call.id };
        yield step();
        yield { kind: 'tool_started', entryId, call };
        const answered = await answer(run, call, { toolbox, limits, signal });
        if (!answered) return yield* end({ kind: 'canceled' });
        const { result, recent, verdict, ms, stored } = answered;
        const word = run.pending.length === 1 ? options.notice?.() : undefined;
        const shown = word === undefined ? answered.shown : { ...answered.shown, note_from_the_person: word };
        const isStopped = verdict.kind === 'stop';
        run = afterAnswer(run, call, shown, isStopped ? [] : recent);
        yield { kind: 'tool_finished', entryId, call, ok: result.ok !== false, ms, shown, stored };
        if (accessOf(toolbox, call) !== 'read' || word !== undefined) yield step();
        if (verdict.kind === 'warn') yield { kind: 'loop_warning', tool: call.name, count: verdict.count };
        if (isStopped) return yield* end({ kind: 'failed', failure: looped(call.name, verdict.count) });
      }

      if (signal.aborted) return yield* end({ kind: 'canceled' });
      if (run.turn >= limits.maxTurns) return yield* end({ kind: 'failed', failure: outOfTurns });
      const request = requestOf(run, options, limits, maxOutputTokens);
      const estimate = estimateAttempt(model.entry, request);
      // Asked before every attempt: the ones before it have cost something too.
      const judge = async () => {
        const reached = judgeCaps(run.meter, estimate, await options.spending?.());
        return reached && capFailure(reached);
      };
      const capped = await judge();
      if (capped) return yield* end({ kind: 'paused', because: capped });
      const profile = profileFacts(model.entry, request);
      yield { kind: 'turn_started', turn: run.turn + 1, of: limits.maxTurns, estimate, profile };

      const heard = createHearing();
      let ending: Outcome | undefined;
      let said = '';
      for await (const event of stream(model, request, signal, judge, isShown)) {
        heard.take(event);
        switch (event.kind) {
          case 'text':
          case 'reasoning':
            yield event;
            break;
          case 'lost': {
            if (isShown) said = heard.text();
            const usage = lostUsage(request, heard.lose(), event.because);
            if (!usage) break;
            const cost = costOf(usage, model.entry.price);
            run = { ...run, meter: metered(run.meter, cost) };
            yield { kind: 'metered', usage, cost, isEstimate: true };
            yield step();
            break;
          }
          case 'waiting':
          case 'restarted':
            yield event;
            break;
          case 'paused':
            ending = { kind: 'paused', because: event.because };
            break;
          case 'failed':
            ending = endingOf(event.failure);
            break;
        }
      }
      if (ending) {
        // Rules in this process read the person's words alone: they begin again.
        if (said !== '' && model.entry.provider !== 'builtin') {
          run = afterBreak(run, said);
          yield step();
        }
        return yield* end(ending);
      }

      const { usage, isEstimate } = usedBy(request, heard.bytes(), heard.usage());
      const turn = withOwnIds(heard.turn(usage), run, options, deps.newId);
      const cost = costOf(usage, model.entry.price);
      const isLast = run.turn + 1 >= limits.maxTurns;
      // Nobody will answer a call of the last turn, and a call without an answer is refused by providers ever after.
      const isSpare = isLast && turn.calls.length > 0;
      run = afterTurn(run, isSpare ? { ...turn, calls: [], carry: undefined } : turn, cost);
      yield { kind: 'metered', usage, cost, isEstimate };
      if (run.pending.length > 0) continue;
      yield step();
      if (isLast && turn.text.trim() === '') return yield* end({ kind: 'failed', failure: outOfTurns });
      const reason = heard.reason();
      if (reason === 'length' && turn.text.trim() !== '' && run.said === undefined && !isLast) {
        run = goOn({ ...run, said: turn.text });
        yield { kind: 'continued' };
        yield step();
        continue;
      }
      return yield* end(outcomeOf(`${run.said ?? ''}${turn.text}`, reason));
    }
  };
};

/** Rules in this process cost nothing and come to an end by themselves, so their many small looks are not cut short. */
const limitsFor = ({ modelId }: ModelEntry, given: Partial<LoopLimits> | undefined): LoopLimits => {
  const limits = { ...defaultLimits, ...given };
  return modelId === offlineModelId ? { ...limits, maxTurns: Math.max(limits.maxTurns, offlineTurns) } : limits;
};
const offlineTurns = 1000;

/** A cap that another call has used up meanwhile pauses like one that was reached before. */
const endingOf = (failure: ModelFailure): Outcome => {
  if (failure.code === 'USER_CANCELED') return { kind: 'canceled' };
  return failure.code === 'BUDGET_CAP_REACHED' ? { kind: 'paused', because: failure } : { kind: 'failed', failure };
};

const requestOf = (run: ToolRun, options: LoopOptions, limits: LoopLimits, maxOutputTokens: number): ChatRequest => {
  const left = limits.maxTurns - run.turn;
  const isLast = left === 1;
  const notice = isLast ? mustAnswer : left <= concludeBefore ? concludeSoon(left) : undefined;
  const tools = options.toolbox.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return {
    messages: notice === undefined ? run.messages : withNotice(run.messages, notice),
    ...(tools.length === 0 ? {} : { tools }),
    ...(isLast && tools.length > 0 ? { withholdTools: true } : {}),
    ...(options.effort === undefined ? {} : { effort: options.effort }),
    ...(options.firstToolChoice === undefined ? {} : { firstToolChoice: options.firstToolChoice }),
    ...(options.sampling === undefined ? {} : { sampling: options.sampling }),
    ...(options.task === undefined ? {} : { task: options.task }),
    ...(options.isCallIdUsed === undefined ? {} : { isCallIdUsed: options.isCallIdUsed }),
    maxOutputTokens,
  };
};

/** Collects one attempt; a restart begins it anew. */
const createHearing = () => {
  let text = '';
  let heard = 0;
  let calls: PendingCall[] = [];
  let finished: Extract<RetriedEvent, { kind: 'finished' }> | undefined;
  return {
    take: (event: RetriedEvent): void => {
      if (event.kind === 'text') text += event.delta;
      if (event.kind === 'text' || event.kind === 'reasoning') heard += heardBytes(event);
      if (event.kind === 'tool_call') {
        heard += heardBytes(event);
        calls.push(event.call);
      }
      if (event.kind === 'bad_tool_call') {
        heard += heardBytes(event);
        calls.push({ id: event.id, name: event.name, input: {}, unreadable: event.text });
      }
      if (event.kind === 'finished') finished = event;
    },
    lose: (): number => {
      const lost = heard;
      text = '';
      heard = 0;
      calls = [];
      return lost;
    },
    reason: () => finished?.reason ?? 'other',
    text: () => text,
    bytes: () => heard,
    usage: () => finished?.usage,
    turn: (usage: Usage): ModelTurn => ({ text, calls, carry: finished?.carry, usage }),
  };
};

/**
 * A model that keeps no ids of its own apart counts them from one in every fresh talk. What a provider sealed names its
 * calls itself, so only calls without a seal are named again.
 */
const withOwnIds = (
  turn: ModelTurn,
  run: ToolRun,
  options: LoopOptions,
  newId: (() => string) | undefined,
): ModelTurn => {
  if (turn.carry !== undefined || !newId || turn.calls.length === 0) return turn;
  const own = new Set(
    run.messages
      .flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
      .map(({ id }) => id),
  );
  const isUsed = (id: string) => own.has(id) || options.isCallIdUsed?.(id) === true;
  return { ...turn, calls: turn.calls.map((call) => (isUsed(call.id) ? { ...call, id: newId() } : call)) };
};

const accessOf = ({ tools }: Toolbox, { name }: PendingCall) => tools.find((tool) => tool.name === name)?.access;

const cannotCallTools = (label: string) =>
  ({
    code: 'TOOLS_NOT_SUPPORTED',
    message: `${label} cannot call tools, so it cannot work with files. Choose a model that can.`,
  }) as const;
const tooMany = (most: number) =>
  refusalResult('VALIDATION_FAILED', `At most ${most} calls are answered in one turn; this one was not run.`);
const looped = (tool: string, count: number) =>
  ({
    code: 'AGENT_LOOP_DETECTED',
    message: `The model called ${tool} ${count} times in the same way and was stopped. Work done so far is saved.`,
  }) as const;
const outOfTurns = {
  code: 'AGENT_TURN_LIMIT',
  message: 'The model used all its turns without an answer. Work done so far is saved.',
} as const;
const mustAnswer = 'This is your last turn and no tool can be called any more. Answer now with what you have.';
const concludeSoon = (left: number) => `${left} turns remain. Come to an end: finish what is begun, then answer.`;
