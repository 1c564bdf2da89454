import { err, ok, type Result } from '@atelier/kernel/core';
import type { Bench, Compare, Lane } from '../../core/bench.ts';
import type { Actor } from '../../core/codec.ts';
import {
  type CompareRefused,
  chooseLane,
  choosePieces,
  closeCompare,
  openCompare,
  type Piece,
} from '../../core/compare.ts';
import {
  benchStream,
  type ContentId,
  type LaneId,
  laneBench,
  type MessageId,
  type WorkbenchId,
} from '../../core/ids.ts';
import { recordOn } from '../record.ts';
import type { BenchRuns, ConsentAnswer } from '../run/bench-runs.ts';
import { benchAt, engine } from '../run/bench-work.ts';
import { readTree } from '../trees.ts';
import { laneCommits } from './lane-stream.ts';
import { createLanes, type LaneDeps } from './lanes.ts';

type Told = { readonly code: string };
type Done = Promise<Result<{ readonly seq: number }, Told>>;

export type TryWish = {
  readonly messageId: MessageId;
  /** The first is the answer that is there. */
  readonly models: readonly { readonly modelId: string; readonly name: string }[];
  readonly oneAtATime: boolean;
};

/**
 * Answers of several models to one question. Each lane runs on a stream of its own and knows nothing of the others;
 * what it came to is told on the Workbench's stream, where a person chooses.
 */
export const createCompares = (deps: LaneDeps, runs: BenchRuns) => {
  const { newId } = deps;
  const lanes = createLanes(deps, runs);

  const laneOf = async (
    id: WorkbenchId,
    laneId: LaneId,
  ): Promise<Result<{ bench: Bench; lane: Lane; compare: Compare }, Told>> => {
    const { bench } = await benchAt(deps, id);
    const { compare } = bench;
    if (!compare) return err({ code: 'COMPARE_NOT_OPEN' });
    const at = compare.lanes.findIndex((lane) => lane.id === laneId);
    const lane = compare.lanes[at];
    return lane && at > 0 ? ok({ bench, lane, compare }) : err({ code: 'LANE_NOT_FOUND' });
  };

  const finish = async (
    id: WorkbenchId,
    compare: Compare,
    kept: LaneId | undefined,
    actor: Actor,
    decision: Parameters<ReturnType<typeof recordOn>>[2],
  ): Done => {
    const decided = await recordOn(deps)<Told>(id, actor, (bench) =>
      bench.compare?.id === compare.id ? (decision(bench) as never) : err({ code: 'COMPARE_NOT_OPEN' }),
    );
    if (!decided.ok) return err(decided.error);
    await lanes.over(id, compare.lanes, kept, actor.name);
    return ok({ seq: decided.value.seq });
  };

  const openOf = async (id: WorkbenchId): Promise<Compare | null> => {
    const { compare } = (await benchAt(deps, id)).bench;
    return compare && { ...compare, lanes: [...compare.lanes] };
  };

  const cancelLane = async (id: WorkbenchId, laneId: LaneId, actor: Actor): Done => {
    const found = await laneOf(id, laneId);
    if (!found.ok) return found;
    const { state } = found.value.lane;
    if (state !== 'queued' && state !== 'running' && state !== 'interrupted') return err({ code: 'NO_RUN' });
    if ((await benchAt(deps, laneBench(laneId))).bench.run) {
      const stopped = await runs.cancel(laneBench(laneId), actor.name);
      if (!stopped.ok) return stopped;
      await lanes.tell(laneId);
    } else {
      await deps.underWay.remove(laneBench(laneId));
      await lanes.setState(id, laneId, 'canceled', actor);
    }
    await lanes.pump(id);
    return ok({ seq: (await benchAt(deps, id)).seq });
  };

  return {
    /** Opens a comparison and begins its lanes. */
    open: async (
      id: WorkbenchId,
      wish: TryWish,
      actor: Actor,
    ): Promise<Result<{ readonly seq: number; readonly compare: Compare }, CompareRefused | Told>> => {
      const compareId = newId('cmp');
      const tried = wish.models.map((model) => ({ ...model, laneId: newId('lane') as LaneId }));
      const [{ bench }, talk] = [await benchAt(deps, id), await deps.talk(id)];
      const { messageId, oneAtATime } = wish;
      const facts = { compareId, messageId, lanes: tried, oneAtATime } as const;
      const judged = openCompare(bench, facts);
      if (!judged.ok) return judged;
      const opened = judged.value.find((event) => event.kind === 'compare.opened');
      if (!opened) return err({ code: 'NO_LANE' });
      for (const { laneId, modelId } of tried.slice(1)) {
        const commits = laneCommits(
          {
            bench,
            talk,
            context: await readTree(deps.content, opened.base.stamp.context),
            base: opened.base,
            modelId,
            draftId: newId('dft'),
            revisionId: newId('rev'),
            newRunId: () => newId('run'),
          },
          actor,
        );
        const imported = await deps.log.importStream(benchStream(laneBench(laneId)), commits);
        if (!imported.ok) return err(imported.error);
        await deps.underWay.add(laneBench(laneId));
      }
      const recorded = await recordOn(deps)<CompareRefused>(id, actor, (now) => openCompare(now, facts));
      if (!recorded.ok) return recorded;
      await lanes.pump(id);
      const compare = await openOf(id);
      return compare ? ok({ seq: recorded.value.seq, compare }) : err({ code: 'COMPARE_NOT_OPEN' });
    },
    choose: async (id: WorkbenchId, laneId: LaneId, actor: Actor): Done => {
      const compare = await openOf(id);
      if (!compare) return err({ code: 'COMPARE_NOT_OPEN' });
      const cardId: MessageId = newId('msg');
      return finish(id, compare, laneId, actor, (bench) => chooseLane(bench, { laneId, cardId }));
    },
    /** `made`: the tree that was put together from the pieces. */
    choosePieces: async (
      id: WorkbenchId,
      laneId: LaneId,
      made: {
        readonly tree: ContentId;
        readonly review: ContentId | null;
        readonly bytes: number;
        readonly pieces: readonly Piece[];
      },
      actor: Actor,
    ): Done => {
      const compare = await openOf(id);
      if (!compare) return err({ code: 'COMPARE_NOT_OPEN' });
      const ids = { cardId: newId('msg'), draftId: newId('dft'), revisionId: newId('rev') } as const;
      return finish(id, compare, laneId, actor, (bench) =>
        choosePieces(bench, { laneId, ...ids, ...made, by: actor.name }),
      );
    },
    close: async (id: WorkbenchId, actor: Actor): Done => {
      const compare = await openOf(id);
      if (!compare) return err({ code: 'COMPARE_NOT_OPEN' });
      return finish(id, compare, undefined, actor, closeCompare);
    },
    closed: lanes.closed,
    cancel: cancelLane,
    /** Every lane that works or waits; those that have an answer keep it. */
    cancelAll: async (id: WorkbenchId, actor: Actor): Done => {
      const compare = await openOf(id);
      // What waits first: the end of one that works would begin it.
      const stopped = (['queued', 'running'] as const).flatMap((state) =>
        (compare?.lanes ?? []).slice(1).filter((lane) => lane.state === state),
      );
      if (stopped.length === 0) return err({ code: 'NO_RUN' });
      for (const lane of stopped) {
        const done = await cancelLane(id, lane.id, actor);
        // It may have ended by itself meanwhile.
        if (!done.ok && done.error.code !== 'NO_RUN') return done;
      }
      return ok({ seq: (await benchAt(deps, id)).seq });
    },
    /** Goes on with what a lane has, or begins it where it never began. */
    retry: async (id: WorkbenchId, laneId: LaneId, cap: number | null | undefined, actor: Actor): Done => {
      const found = await laneOf(id, laneId);
      if (!found.ok) return found;
      const { state } = found.value.lane;
      if (state === 'queued') return err({ code: 'RUN_IN_PROGRESS' });
      if (state === 'running') {
        // It may wait for its provider: then it tries at once.
        const resumed = await runs.resume(laneBench(laneId));
        return resumed.ok ? ok({ seq: (await benchAt(deps, id)).seq }) : resumed;
      }
      if (state === 'ready') return err({ code: 'NO_RUN' });
      if (cap !== undefined && (await benchAt(deps, laneBench(laneId))).bench.run) {
        const resumed = await runs.resume(laneBench(laneId), { cap });
        if (!resumed.ok) return resumed;
        await lanes.setState(id, laneId, 'running', actor);
      } else {
        await deps.underWay.add(laneBench(laneId));
        await lanes.setState(id, laneId, 'queued', actor);
        await lanes.pump(id);
      }
      return ok({ seq: (await benchAt(deps, id)).seq });
    },
    consent: async (id: WorkbenchId, laneId: LaneId, answer: ConsentAnswer, by: string): Done => {
      const found = await laneOf(id, laneId);
      if (!found.ok) return found;
      const answered = await runs.consent(laneBench(laneId), answer, by);
      if (!answered.ok) return answered;
      if (answer.decision === 'deny') await lanes.tell(laneId);
      else await lanes.setState(id, laneId, 'running', engine);
      return ok({ seq: (await benchAt(deps, id)).seq });
    },
    ended: lanes.ended,
    stop: lanes.stop,
    recover: lanes.recover,
  };
};
export type Compares = ReturnType<typeof createCompares>;
