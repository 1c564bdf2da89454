import type { ConversationEvent } from '@atelier/contracts';
import { err, ok, type Result, type Sha256, type StreamId } from '@atelier/kernel/core';
import type { Outcome, ToolRun } from '../../core/tool-run.ts';
import type { ChatModel } from '../../ports/chat-model.ts';
import { createToolLoop } from '../tool-loop.ts';
import type { AgentOrder, AgentPlace, RunModels } from './place.ts';
import { endingOf, runFailed, type StopReason } from './run-ending.ts';
import { createRunRecorder, RecordLost } from './run-recorder.ts';

export type AgentRunsDeps = {
  readonly models: RunModels;
  readonly newId: (prefix: string) => string;
  readonly sha256: Sha256;
  /** In [0, 1): how retries are spread. */
  readonly random: () => number;
  readonly now: () => number;
  /** How many may be under way at once, over all conversations. */
  readonly atMost: () => number;
  /** For faults inside a run, which nobody waits for. */
  readonly onFault: (cause: unknown) => void;
};

export type RunRefused = { readonly code: 'RUN_IN_PROGRESS' | 'TOO_MANY_RUNS' };

export type LoopEnd = { readonly outcome: Outcome; readonly run: ToolRun };

/** One agent at work: it plays loops one after another, and all of them end when it is stopped. */
export type Agent = {
  readonly signal: AbortSignal;
  /** Why it was stopped, once it was. */
  readonly stopReason: () => StopReason | undefined;
  /** One loop to its end. What is said of the end is recorded with the last of its text. */
  readonly play: (
    place: AgentPlace,
    order: AgentOrder,
    ending?: (end: LoopEnd) => Promise<readonly ConversationEvent[]>,
  ) => Promise<LoopEnd>;
};

/** A place among the runs, taken before anything is recorded: two commands cannot both begin one. */
export type Seat = {
  /** One loop, whose end is the end of the run. */
  readonly begin: (place: AgentPlace, order: AgentOrder) => void;
  /** A job of several loops. What it throws is a fault: it has to say itself how it ends. */
  readonly occupy: (runId: string, work: (agent: Agent) => Promise<void>) => void;
  /** Nothing was begun after all. */
  readonly leave: () => void;
};

type Job = {
  runId: string | undefined;
  readonly stop: AbortController;
  readonly done: Promise<void>;
  readonly finish: () => void;
  skipWait: (() => void) | undefined;
};

/** The runs under way, one to a conversation. What becomes of each is in its log; this only keeps them moving. */
export const createAgentRuns = (deps: AgentRunsDeps) => {
  const jobs = new Map<StreamId, Job>();

  const playIn =
    (job: Job): Agent['play'] =>
    async (place, order, ending = async () => []) => {
      const { runId, modelId, isShown, phase } = order;
      const { messageId } = order;
      const recorder = createRunRecorder({ ...deps, place, runId, modelId, isShown, messageId }, order.run);
      const found = await deps.models.find(modelId, phase);
      if (!found.ok) {
        const end: LoopEnd = { outcome: { kind: 'failed', failure: modelMissing }, run: order.run };
        await recorder.end('interrupted', await ending(end));
        return end;
      }
      const effort = order.effort ?? found.value.effort;
      const { toolLog, toolbox } = place;
      const loop = createToolLoop({
        toolLog,
        sha256: deps.sha256,
        now: () => performance.now(),
        random: deps.random,
        wait: waitOf(job),
        newId: () => deps.newId('call'),
      });
      const events = loop(order.run, {
        model: guarded(deps.models, place, order, found.value.model),
        toolbox,
        signal: job.stop.signal,
        isShown,
        spending: async () => ({
          ...(await deps.models.spending()),
          ...(place.spentBeside && { spentBeside: await place.spentBeside() }),
        }),
        ...(order.firstToolChoice && { firstToolChoice: order.firstToolChoice }),
        ...(order.limits && { limits: order.limits }),
        ...(order.sampling && { sampling: order.sampling }),
        ...(order.task && { task: order.task }),
        ...(order.notice && { notice: order.notice }),
        ...(place.isCallIdUsed && { isCallIdUsed: place.isCallIdUsed }),
        ...(effort && { effort }),
      });
      try {
        for await (const event of events) {
          if (event.kind !== 'ended') await recorder.take(event);
          else {
            const { outcome, run } = event;
            const how = outcome.kind !== 'answered' ? 'interrupted' : outcome.isCut ? 'cut' : 'completed';
            await recorder.end(how, await ending({ outcome, run }));
            return { outcome, run };
          }
        }
        throw new Error('a loop says how it ends');
      } finally {
        recorder.close();
      }
    };

  /** Nothing may look under way for ever. Where even this cannot be recorded, the next start says it. */
  const giveUp = async (place: AgentPlace, runId: string, cause: unknown): Promise<void> => {
    deps.onFault(cause);
    await place.append([runFailed(runId, cause instanceof RecordLost ? notRecorded : broken)]).catch(() => undefined);
  };

  return {
    /** The run under way on a conversation. */
    current: (stream: StreamId): { readonly runId: string | undefined } | undefined => jobs.get(stream),
    count: (): number => jobs.size,
    take: (stream: StreamId): Result<Seat, RunRefused> => {
      if (jobs.has(stream)) return err({ code: 'RUN_IN_PROGRESS' });
      if (jobs.size >= deps.atMost()) return err({ code: 'TOO_MANY_RUNS' });
      const { promise: done, resolve } = Promise.withResolvers<void>();
      const finish = () => {
        if (jobs.get(stream) === job) jobs.delete(stream);
        resolve();
      };
      const agentOf = (): Agent => ({
        signal: job.stop.signal,
        stopReason: () => job.stop.signal.reason as StopReason | undefined,
        play: playIn(job),
      });
      const job: Job = { runId: undefined, stop: new AbortController(), done, finish, skipWait: undefined };
      jobs.set(stream, job);
      return ok({
        begin: (place, order) => {
          const { runId } = order;
          job.runId = runId;
          const agent = agentOf();
          const ending = ({ outcome }: LoopEnd) => endingOf(runId, outcome, agent.stopReason(), place.scope);
          void agent
            .play(place, order, ending)
            .catch((cause) => giveUp(place, runId, cause))
            .finally(finish);
        },
        occupy: (runId, work) => {
          job.runId = runId;
          void work(agentOf()).catch(deps.onFault).finally(finish);
        },
        leave: finish,
      });
    },
    /** Tries again at once; false when nothing waits. */
    skipWait: (stream: StreamId): boolean => {
      const skip = jobs.get(stream)?.skipWait;
      skip?.();
      return skip !== undefined;
    },
    /** Resolves when the run has ended and said so: whoever goes on with another model must not meet the one before. */
    stop: async (stream: StreamId, reason: StopReason): Promise<void> => {
      const job = jobs.get(stream);
      job?.stop.abort(reason);
      await job?.done;
    },
    stopAll: async (reason: StopReason): Promise<void> => {
      const all = [...jobs.values()];
      for (const job of all) job.stop.abort(reason);
      await Promise.all(all.map(({ done }) => done));
    },
  };
};
export type AgentRuns = ReturnType<typeof createAgentRuns>;

const waitOf =
  (job: Job) =>
  (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        job.skipWait = undefined;
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end, { once: true });
      job.skipWait = end;
    });

/** Judged again for every call: a file that was added meanwhile is asked about before it leaves. */
const guarded = (models: RunModels, place: AgentPlace, order: AgentOrder, model: ChatModel): ChatModel => ({
  entry: model.entry,
  stream: async function* (request, signal) {
    const { scopeHash } = await place.scope();
    const { purpose: kind, phase, runId } = order;
    yield* models.guard(model, { kind, phase, runId, scopeHash }).stream(request, signal);
  },
});

const modelMissing = {
  code: 'PROVIDER_NOT_CONFIGURED',
  message: 'The model of this run is not available any more. Choose another one and go on.',
} as const;
const notRecorded = {
  code: 'STORE_UNHEALTHY',
  message: 'The conversation could not be recorded, so the model was stopped.',
} as const;
const broken = { code: 'FAULT', message: 'Something broke inside Atelier; the server log has an entry.' } as const;
