import { err, ok, type Result, type Sha256, type StreamId } from '@atelier/kernel/core';
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

/** A place among the runs, taken before anything is recorded: two commands cannot both begin one. */
export type Seat = {
  readonly begin: (place: AgentPlace, order: AgentOrder) => void;
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

  const play = async (job: Job, place: AgentPlace, order: AgentOrder): Promise<void> => {
    const { runId, modelId, isShown, phase } = order;
    const recorder = createRunRecorder({ ...deps, place, runId, modelId, isShown }, order.run);
    const found = await deps.models.find(modelId, phase);
    if (!found.ok) return recorder.end('interrupted', [runFailed(runId, modelMissing)]);
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
      spending: deps.models.spending,
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
          const { outcome } = event;
          const how = outcome.kind !== 'answered' ? 'interrupted' : outcome.isCut ? 'cut' : 'completed';
          const reason = job.stop.signal.reason as StopReason | undefined;
          await recorder.end(how, await endingOf(runId, outcome, reason, place.scope));
        }
      }
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
      const job: Job = { runId: undefined, stop: new AbortController(), done, finish, skipWait: undefined };
      jobs.set(stream, job);
      return ok({
        begin: (place, order) => {
          job.runId = order.runId;
          void play(job, place, order)
            .catch((cause) => giveUp(place, order.runId, cause))
            .finally(finish);
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
