import { derivedId, err, ok, type Result } from '@atelier/kernel/core';
import type { EventLog } from '@atelier/kernel/ports';
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
import type { LaneState } from '../../core/events.ts';
import {
  benchStream,
  type ContentId,
  isLaneBench,
  type LaneId,
  laneBench,
  type MessageId,
  type WorkbenchId,
} from '../../core/ids.ts';
import { canceledText } from '../../core/run/words.ts';
import type { Transcript } from '../../view/transcript.ts';
import { recordOn } from '../record.ts';
import type { BenchRuns, ConsentAnswer } from '../run/bench-runs.ts';
import { benchAt, engine, planOf } from '../run/bench-work.ts';
import type { RunDeps } from '../run/deps.ts';
import { readTree } from '../trees.ts';
import { type LaneOutcome, laneTold } from './lane-results.ts';
import { laneCommits } from './lane-stream.ts';

type Deps = RunDeps & {
  readonly log: Pick<EventLog, 'importStream'>;
  readonly talk: (id: WorkbenchId) => Promise<Transcript>;
};

type Told = { readonly code: string };
type Done = Promise<Result<{ readonly seq: number }, Told>>;

export type TryWish = {
  readonly messageId: MessageId;
  /** The first is the answer that is there. */
  readonly models: readonly { readonly modelId: string; readonly name: string }[];
  readonly oneAtATime: boolean;
};

const parallel = 2;

/**
 * Answers of several models to one question. Each lane runs on a stream of its own and knows nothing of the others;
 * what it came to is told on the Workbench's stream, where a person chooses.
 */
export const createCompares = (deps: Deps, runs: BenchRuns) => {
  const { newId } = deps;
  /** Comparisons whose lanes go one after another. Which lanes wait is in the log. */
  const inTurn = new Set<string>();
  /** Comparisons whose lanes were begun here. */
  const known = new Map<WorkbenchId, Compare>();

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

  /** Said before it begins: a lane that ends at once must not be called running after its end. */
  const running = async (
    id: WorkbenchId,
    lane: Lane,
    begin: () => Promise<Result<unknown, Told>>,
  ): Promise<Result<unknown, Told>> => {
    await setState(id, lane.id, 'running', engine);
    const begun = await begin();
    if (!begun.ok) await setState(id, lane.id, 'queued', engine);
    return begun;
  };

  const start = async (id: WorkbenchId, lane: Lane, { userMessageId }: Compare): Promise<Result<unknown, Told>> => {
    const own = laneBench(lane.id);
    const [{ bench }, talk] = [await benchAt(deps, id), await deps.talk(id)];
    const mode = [...talk.runs.values()].findLast((run) => run.userMessageId === userMessageId)?.mode ?? 'agent';
    const workflowId = bench.run?.userMessageId === userMessageId ? bench.run.workflowId : null;
    return running(id, lane, () =>
      runs.begin(
        own,
        () =>
          recordOn(deps)<Told>(own, engine, ({ run }) =>
            // Another server may have begun it at the same moment.
            run
              ? ok([])
              : ok([
                  { kind: 'run.ordered', runId: newId('run'), userMessageId, mode, ...(workflowId && { workflowId }) },
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
    const atOnce = inTurn.has(compare.id) || (await deps.models.capPerRun()) !== null ? 1 : parallel;
    const isBusy = ({ id: laneId, state }: Lane) =>
      deps.agents.current(benchStream(laneBench(laneId))) !== undefined ||
      (deps.drivers.isShared && state === 'running');
    let busy = compare.lanes.filter(isBusy).length;
    for (const lane of compare.lanes.slice(1)) {
      if (busy >= atOnce) break;
      if (lane.state !== 'queued') continue;
      const { bench: own } = await benchAt(deps, laneBench(lane.id));
      const begun = own.run === null ? await start(id, lane, compare) : await resume(id, lane);
      if (begun.ok) busy += 1;
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

  const resume = (id: WorkbenchId, lane: Lane): Promise<Result<unknown, Told>> =>
    running(id, lane, () => runs.resume(laneBench(lane.id)));

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
    known.delete(id);
    inTurn.delete(compare.id);
    await release(compare.lanes, kept, actor.name);
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
      await tell(laneId);
    } else {
      await deps.underWay.remove(laneBench(laneId));
      await setState(id, laneId, 'canceled', actor);
    }
    await pumpInTurn([id]);
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
      const lanes = wish.models.map((model) => ({ ...model, laneId: newId('lane') as LaneId }));
      const [{ bench }, talk] = [await benchAt(deps, id), await deps.talk(id)];
      const facts = { compareId, messageId: wish.messageId, lanes } as const;
      const judged = openCompare(bench, facts);
      if (!judged.ok) return judged;
      const opened = judged.value.find((event) => event.kind === 'compare.opened');
      if (!opened) return err({ code: 'NO_LANE' });
      for (const { laneId, modelId } of lanes.slice(1)) {
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
      if (wish.oneAtATime) inTurn.add(compareId);
      await pumpInTurn([id]);
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
    /** A rewind closes a comparison by itself: what its lanes still do is ended here. */
    closed: async (id: WorkbenchId): Promise<void> => {
      const last = known.get(id);
      const now = (await benchAt(deps, id)).bench.compare;
      if (!last || now?.id === last.id) return;
      known.delete(id);
      inTurn.delete(last.id);
      await release(last.lanes, undefined, engine.name);
    },
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
        await setState(id, laneId, 'running', actor);
      } else {
        await deps.underWay.add(laneBench(laneId));
        await setState(id, laneId, 'queued', actor);
        await pumpInTurn([id]);
      }
      return ok({ seq: (await benchAt(deps, id)).seq });
    },
    consent: async (id: WorkbenchId, laneId: LaneId, answer: ConsentAnswer, by: string): Done => {
      const found = await laneOf(id, laneId);
      if (!found.ok) return found;
      const answered = await runs.consent(laneBench(laneId), answer, by);
      if (!answered.ok) return answered;
      if (answer.decision === 'deny') await tell(laneId);
      else await setState(id, laneId, 'running', engine);
      return ok({ seq: (await benchAt(deps, id)).seq });
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
export type Compares = ReturnType<typeof createCompares>;

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
