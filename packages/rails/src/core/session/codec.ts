import type { Json, JsonObject } from '@atelier/kernel/core';
import type { NodeState, RunState, SessionState } from './state.ts';

/** Raised whenever the shape of the folded state changes: older snapshots are then let go. */
export const FOLD_VERSION = 1;

type ValueOf<M> = M extends Map<unknown, infer V> ? V : never;
type Stored = Omit<SessionState, 'observations' | 'changes' | 'runs'> & {
  readonly observations: readonly ValueOf<SessionState['observations']>[];
  readonly changes: readonly `prefchg_${string}`[];
  readonly runs: readonly StoredRun[];
};
type StoredRun = Omit<RunState, 'nodes' | 'path' | 'attempts' | 'contexts' | 'gaps' | 'waiting'> & {
  readonly nodes: readonly NodeState[];
  readonly attempts: readonly ValueOf<RunState['attempts']>[];
  readonly contexts: readonly [`ctx_${string}`, JsonObject][];
  readonly gaps: readonly ValueOf<RunState['gaps']>[];
};

/** The fold as JSON. Only to spare a long read: it can always be deleted. */
export const encodeSession = (session: SessionState): Json =>
  ({
    ...session,
    observations: [...session.observations.values()],
    changes: [...session.changes],
    runs: [...session.runs.values()].map((run) => ({
      ...run,
      nodes: [...run.nodes.values()],
      path: [],
      attempts: [...run.attempts.values()],
      contexts: [...run.contexts],
      gaps: [...run.gaps.values()],
    })),
  }) as unknown as Json;

export const decodeSession = (json: Json): SessionState => {
  const stored = json as unknown as Stored;
  return {
    ...stored,
    observations: new Map(stored.observations.map((each) => [each.key, each])),
    changes: new Set(stored.changes),
    runs: new Map(
      stored.runs.map((run) => [
        run.runId,
        {
          ...run,
          nodes: new Map(run.nodes.map((node) => [node.nodeId, node])),
          path: run.nodes.filter(({ kind }) => kind !== 'checkpoint'),
          attempts: new Map(run.attempts.map((attempt) => [attempt.attemptId, attempt])),
          contexts: new Map(run.contexts),
          gaps: new Map(run.gaps.map((gap) => [gap.gap.gapId, gap])),
          waiting: [],
        },
      ]),
    ),
  };
};
