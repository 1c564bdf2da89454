import { derivedId, ok, type Result } from '@atelier/kernel/core';
import type { EventLog } from '@atelier/kernel/ports';
import type { Bench, Compare, Lane } from '../../core/bench.ts';
import type { Actor } from '../../core/codec.ts';
import { beginsLane } from '../../core/compare.ts';
import type { LaneState } from '../../core/events.ts';
import { benchStream, isLaneBench, type LaneId, laneBench, type MessageId, type WorkbenchId } from '../../core/ids.ts';
import { canceledText } from '../../core/run/words.ts';
import type { Transcript } from '../../view/transcript.ts';
import { recordOn } from '../record.ts';
import type { BenchRuns } from '../run/bench-runs.ts';
import { benchAt, engine, planOf } from '../run/bench-work.ts';
import type { RunDeps } from '../run/deps.ts';
import { type LaneOutcome, laneTold } from './lane-results.ts';

export type LaneDeps = RunDeps & {
  readonly log: Pick<EventLog, 'importStream'>;
  readonly talk: (id: WorkbenchId) => Promise<Transcript>;
};

type Told = { readonly code: string };

const parallel = 2;

/** The lanes of comparisons: begun as there is room, told to their Workbench as they end, let go of when it is over. */
export const createLanes = (deps: LaneDeps, runs: BenchRuns) => {
  /** Comparisons whose lanes were begun here. */
  const known = new Map<WorkbenchId, Compare>();

  const setState = (id: WorkbenchId, laneId: LaneId, state: LaneState, actor: Actor) =>
    recordOn(deps)<Told>(id, actor, ({ compare }) => {
      const lane = compare?.lanes.find((each) => each.id === laneId);
      if (!compare || !lane || lane.state === state) return ok([]);
      const { messageId, draft } = lane;
      return ok([{ kind: 'compare.lane_updated', compareId: compare.id, laneId, state, messageId, draft }]);
    });

  /** Tells the Workbench how a lane stands now. */
  const tell = async (laneId: LaneId): Promise<void> => {
    const own = (await benchAt(deps, laneBench(laneId))).bench;
    if (!own.id || own.isDeleted) return;
    const outcome = await outcomeOf(own, laneId);
    const facts = `lane_answer_v1:${laneId}:${own.run?.id}:${own.run?.state}:${own.draft?.revisionId}:${outcome.text}`;
    const messageId: MessageId = derivedId('msg', deps.sha256, facts);
    const told = await recordOn(deps)<Told>(own.id, engine, (bench) => {
      const lane = bench.compare?.lanes.find(({ id }) => id === laneId);
      return ok(lane ? laneTold(bench, lane, outcome, messageId) : []);
    });
    if (!told.ok) deps.onFault(new Error(`the outcome of ${laneId} was not recorded: ${told.error.code}`));
  };

  const outcomeOf = async (own: Bench, laneId: LaneId): Promise<LaneOutcome> => {
    const talk = await deps.talk(laneBench(laneId));
    const { run } = own;
    const spoken = [...talk.nodes.values()].findLast(
      ({ runId, role, item }) => role === 'assistant' && runId === run?.id && item?.kind === 'assistant',
    )?.item;
    const answer = spoken?.kind === 'assistant' ? spoken : undefined;
    const question = run && talk.nodes.get(run.userMessageId)?.item;
    const request = question?.kind === 'user' ? question.text : '';
    // A Draft that is half made can be chosen, so it says what is in it.
    const stopped = run && own.draft && !answer ? canceledText(request, await planOf(deps, own)) : '';
    const { tokensIn, tokensCached, tokensOut, spent, unpriced } = talk.live.meter;
    return {
      bench: own,
      text: answer?.text ?? stopped,
      isCut: answer?.state === 'cut',
      tokens: { tokensIn, tokensCached, tokensOut },
      cost: unpriced > 0 ? null : spent,
    };
  };

  /**
   * Said before it begins: a lane that ends at once must not be called running after its end. The Workbench's log is
   * the fence: of two servers that would begin a lane, or one lane too many, the second is told to wait.
   */
  const running = async (
    id: WorkbenchId,
    lane: Lane,
    atOnce: number,
    begin: () => Promise<Result<unknown, Told>>,
  ): Promise<Result<unknown, Told>> => {
    const claimed = await recordOn(deps)<Told>(id, engine, (bench) => beginsLane(bench, lane.id, atOnce));
    if (!claimed.ok) return claimed;
    const begun = await begin();
    if (!begun.ok) await setState(id, lane.id, 'queued', engine);
    return begun;
  };

  const start = async (
    id: WorkbenchId,
    lane: Lane,
    { userMessageId }: Compare,
    atOnce: number,
  ): Promise<Result<unknown, Told>> => {
    const own = laneBench(lane.id);
    const talk = await deps.talk(id);
    const before = [...talk.runs.values()].findLast((run) => run.userMessageId === userMessageId);
    const mode = before?.mode ?? 'agent';
    const workflowId = before?.workflowId;
    return running(id, lane, atOnce, () =>
      runs.begin(
        own,
        () =>
          recordOn(deps)<Told>(own, engine, ({ run }) =>
            // Another server may have begun it at the same moment.
            run
              ? ok([])
              : ok([
                  {
                    kind: 'run.ordered',
                    runId: deps.newId('run'),
                    userMessageId,
                    mode,
                    ...(workflowId && { workflowId }),
                  },
                ]),
          ),
        { modelId: lane.modelId },
      ),
    );
  };

  /** Begins lanes that wait, as many as may go at once. One that finds no seat waits for the next end of any run. */
  const pump = async (id: WorkbenchId): Promise<void> => {
    const { compare } = (await benchAt(deps, id)).bench;
    if (!compare || isStopping) return;
    known.set(id, { ...compare, lanes: [...compare.lanes] });
    // Two that ask at the same moment could both pass a cap, so under a cap they take turns.
    const atOnce = compare.oneAtATime || (await deps.models.capPerRun()) !== null ? 1 : parallel;
    const isBusy = ({ id: laneId, state }: Lane) =>
      deps.agents.current(benchStream(laneBench(laneId))) !== undefined ||
      (deps.drivers.isShared && state === 'running');
    let busy = compare.lanes.filter(isBusy).length;
    for (const lane of compare.lanes.slice(1)) {
      if (busy >= atOnce) break;
      if (lane.state !== 'queued') continue;
      const { bench: own } = await benchAt(deps, laneBench(lane.id));
      const begun =
        own.run === null
          ? await start(id, lane, compare, atOnce)
          : await running(id, lane, atOnce, () => runs.resume(laneBench(lane.id)));
      if (begun.ok) busy += 1;
      else if (begun.error.code === 'LANE_WAITS') break;
      else if (begun.error.code !== 'TOO_MANY_RUNS') await setState(id, lane.id, 'failed', engine);
    }
    const now = (await benchAt(deps, id)).bench.compare;
    if (now?.lanes.some(({ state }) => state === 'queued')) waiting.add(id);
    else waiting.delete(id);
  };
  const waiting = new Set<WorkbenchId>();
  let isStopping = false;
  let pumping: Promise<void> = Promise.resolve();
  /** One after another: two ends at the same moment must not begin the same lane. */
  const pumpInTurn = (ids: Iterable<WorkbenchId>): Promise<void> => {
    pumping = pumping.then(async () => {
      for (const id of [...ids]) await pump(id).catch(deps.onFault);
    });
    return pumping;
  };

  /** Ends what is at work in lanes, and lets go of what only they held. */
  const release = async (lanes: readonly Lane[], kept: LaneId | undefined, by: string): Promise<void> => {
    for (const { id } of lanes.slice(1)) {
      const own = laneBench(id);
      const isElsewhere = deps.drivers.isShared && (await benchAt(deps, own)).bench.run?.state === 'running';
      if (isElsewhere || deps.agents.current(benchStream(own))) await runs.cancel(own, by);
      await deps.underWay.remove(own);
      if (id === kept) continue;
      await recordOn(deps)<Told>(own, engine, ({ holds, isDeleted, id: parent }) => {
        if (isDeleted || parent === null) return ok([]);
        const releases = [...holds].flatMap(([content, count]) => Array.from({ length: count }, () => content));
        return ok([{ kind: 'workbench.deleted', releases }]);
      });
    }
  };

  /** A comparison is over: what its lanes still do is ended. */
  const over = async (id: WorkbenchId, lanes: readonly Lane[], kept: LaneId | undefined, by: string): Promise<void> => {
    known.delete(id);
    await release(lanes, kept, by);
  };

  return {
    setState,
    tell,
    pump: (id: WorkbenchId): Promise<void> => pumpInTurn([id]),
    over,
    /** A rewind closes a comparison by itself. */
    closed: async (id: WorkbenchId): Promise<void> => {
      const last = known.get(id);
      const now = (await benchAt(deps, id)).bench.compare;
      if (last && now?.id !== last.id) await over(id, last.lanes, undefined, engine.name);
    },
    /** A run has stopped: a lane's outcome is told, and whatever waits for a seat is tried. */
    ended: async (id: WorkbenchId): Promise<void> => {
      if (!isLaneBench(id)) return void pumpInTurn(waiting);
      await tell(id as string as LaneId).catch(deps.onFault);
      const parent = (await benchAt(deps, id)).bench.id;
      // Its seat is free only after this: what waits is begun without being waited for.
      setTimeout(() => void pumpInTurn([...waiting, ...(parent ? [parent] : [])]), 0);
    },
    /** Before the runs are stopped: the end of one lane must not begin the next. */
    stop: (): void => {
      isStopping = true;
    },
    /** At a start, after the runs have been paused: lanes say how they stand. Where servers share the work, they go on. */
    recover: async (lanes: readonly LaneId[]): Promise<void> => {
      if (!deps.drivers.isShared) {
        for (const laneId of lanes) await tell(laneId).catch(deps.onFault);
        return;
      }
      const own = await Promise.all(lanes.map(async (laneId) => (await benchAt(deps, laneBench(laneId))).bench));
      const parents = own.flatMap(({ id, run, isDeleted }) => (id && !run && !isDeleted ? [id] : []));
      await pumpInTurn(new Set(parents));
    },
  };
};
export type Lanes = ReturnType<typeof createLanes>;

/** What the other lanes of a lane's comparison have spent, the answer that was there included. */
export const spentBesideLane = async (deps: Pick<RunDeps, 'benches' | 'savesOf'>, id: WorkbenchId): Promise<number> => {
  if (!isLaneBench(id)) return 0;
  const parent = (await benchAt(deps, id)).bench.id;
  const { compare } = parent ? (await benchAt(deps, parent)).bench : { compare: null };
  if (!parent || !compare) return 0;
  const others = compare.lanes
    .slice(1)
    .map((lane) => laneBench(lane.id))
    .filter((lane) => lane !== id);
  const spent = await Promise.all(
    [parent, ...others].map(async (each) => {
      const saved = await deps.savesOf(each).tally();
      return saved.ok ? (saved.value?.meter.spent ?? 0) : 0;
    }),
  );
  return spent.reduce((sum, each) => sum + each, 0);
};
