import { type ConversationEvent, runCutOff } from '@atelier/contracts';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { Recorded } from '@atelier/kernel/usecases';
import type { Agent, RunRefused, Seat } from '@atelier/models';
import { beginRun, stepBetween, withCap } from '@atelier/models/core';
import type { BenchRun } from '../../core/bench.ts';
import type { Actor } from '../../core/codec.ts';
import { type GateRefused, gate } from '../../core/gating.ts';
import { benchStream, type ContentId, type WorkbenchId } from '../../core/ids.ts';
import { renderPlan, replanned } from '../../core/plan/grammar.ts';
import { runSettings } from '../../core/run/settings.ts';
import { recordOn } from '../record.ts';
import { appendTo, benchAt, engine, openWork, planOf, type RunWish, scopeOf } from './bench-work.ts';
import type { RunDeps } from './deps.ts';
import { drive } from './drive.ts';
import { createGraphSteps } from './graph-steps.ts';
import { createStaging } from './staging.ts';
import { yes } from './workflow.ts';

export type { RunWish } from './bench-work.ts';
export type { BenchModels, RunDeps } from './deps.ts';

type NotRecorded = { readonly code: string };
export type ConsentAnswer = { readonly scopeHash: string; readonly decision: 'once' | 'remember' | 'deny' };

/** The runs of all Workbenches, one to each. What becomes of them is in their logs; this only keeps them moving. */
export const createBenchRuns = (deps: RunDeps) => {
  const { agents } = deps;
  const stoppedBy = new Map<string, string>();

  /** Starts the work in a seat that was taken before anything was recorded. */
  const occupy = async (
    seat: Seat,
    id: WorkbenchId,
    run: BenchRun,
    wish: RunWish,
    how: 'started' | 'resumed',
  ): Promise<void> => {
    await deps.underWay.add(id);
    stoppedBy.delete(benchStream(id));
    seat.occupy(run.id, async (agent) => {
      try {
        await work(agent, id, run, wish, how);
      } catch (cause) {
        deps.onFault(cause);
        await appendTo(deps, id, [failedWith(run.id)]).catch(() => undefined);
      }
      // A run that could not be recorded to its end stays on the list: the next start looks at it.
      const { bench } = await benchAt(deps, id);
      if (bench.run?.id !== run.id || bench.run.state !== 'running') await deps.underWay.remove(id);
      await deps.onEnd?.(id);
    });
  };

  const work = async (
    agent: Agent,
    id: WorkbenchId,
    run: BenchRun,
    wish: RunWish,
    how: 'started' | 'resumed',
  ): Promise<void> => {
    const { bench } = await benchAt(deps, id);
    const own = runSettings(bench.settings);
    const settings = {
      ...own,
      sampling: wish.sampling ?? own.sampling,
      firstToolChoice: wish.firstToolChoice ?? own.firstToolChoice,
    };
    const modelId = wish.modelId ?? run.modelId ?? bench.modelId ?? '';
    const effort = wish.effort ?? settings.effort;
    const saves = deps.savesOf(id);
    const past = await saves.load();
    if (!past.ok) throw new Error(`the run's state cannot be read: ${past.error.code}`);
    const isFresh = how === 'started';
    const capNow = isFresh ? await deps.models.capPerRun() : (past.value?.meter.cap ?? null);
    const cap = wish.cap === undefined ? capNow : wish.cap;
    const last = isFresh
      ? beginRun([], { cap: cap ?? undefined, nextEntry: past.value?.nextEntry ?? 1 })
      : withCap(past.value ?? beginRun([]), cap ?? undefined);
    if (isFresh) {
      // The count of entries and the cap are durable before anybody is told that a run began.
      await saves.drop();
      const kept = await saves.save(stepBetween(undefined, last));
      if (!kept.ok) throw new Error(`the run's state cannot be saved: ${kept.error.code}`);
    }
    const { scopeHash } = await scopeOf(deps, id, bench);
    const begun: ConversationEvent = isFresh
      ? { kind: 'run.started', data: { runId: run.id, modelId, effort, cap, scopeHash } }
      : { kind: 'run.resumed', data: { runId: run.id, modelId, effort, cap } };
    const said = await appendTo(deps, id, [begun]);
    if (!said.ok) throw new Error(`the run could not be recorded: ${said.error.code}`);
    const found = await deps.models.find(modelId);
    if (!found.ok) {
      await appendTo(deps, id, [modelMissing(run.id)]);
      return;
    }
    const limits = await deps.limits();
    const staging = createStaging({
      content: deps.content,
      limits,
      hold: async (tree: ContentId) => {
        const item = (await benchAt(deps, id)).bench.run?.item?.number;
        if (item === undefined) return false;
        const held = await recordOn(deps)(id, engine, () =>
          ok([{ kind: 'run.item_staged', runId: run.id, item, tree, holds: [tree] }]),
        );
        return held.ok;
      },
    });
    const opened = await openWork(deps, {
      agent,
      id,
      run,
      model: found.value.model,
      effort,
      settings,
      limits,
      last,
      saves,
      staging,
      stoppedBy: () => stoppedBy.get(benchStream(id)),
    });
    await drive(opened);
  };

  const seated = async <T, Refused>(
    id: WorkbenchId,
    begin: (seat: Seat) => Promise<Result<T, Refused>>,
  ): Promise<Result<T, Refused | RunRefused>> => {
    const seat = agents.take(benchStream(id));
    if (!seat.ok) return seat;
    let isTaken = false;
    const held: Seat = {
      ...seat.value,
      occupy: (...args) => {
        isTaken = true;
        seat.value.occupy(...args);
      },
    };
    try {
      return await begin(held);
    } finally {
      if (!isTaken) seat.value.leave();
    }
  };

  const resume = (
    id: WorkbenchId,
    wish: RunWish = {},
  ): Promise<Result<{ readonly seq: number }, GateRefused | RunRefused | NotRecorded>> =>
    seated(id, async (seat): Promise<Result<{ readonly seq: number }, GateRefused | NotRecorded>> => {
      const { bench, seq } = await benchAt(deps, id);
      const gated = gate(bench, 'resume');
      if (!gated.ok) return gated;
      if (!bench.run) return err({ code: 'NO_RUN' });
      await occupy(seat, id, bench.run, wish, 'resumed');
      return ok({ seq });
    });

  return {
    /**
     * Takes a seat, lets `record` write the order for the run (`send`, `answerAgain`), and begins it. Nothing is
     * recorded where a run is under way or there are too many; nothing begins where nothing was recorded.
     */
    begin: <Refused>(
      id: WorkbenchId,
      record: () => Promise<Result<Recorded, Refused>>,
      wish: RunWish = {},
    ): Promise<Result<Recorded, Refused | RunRefused | NotRecorded>> =>
      seated(id, async (seat): Promise<Result<Recorded, Refused | NotRecorded>> => {
        const recorded = await record();
        if (!recorded.ok || !recorded.value.written) return recorded;
        const { run } = (await benchAt(deps, id)).bench;
        if (run?.state !== 'running') return err({ code: 'NO_RUN' });
        await occupy(seat, id, run, wish, 'started');
        return recorded;
      }),
    resume: async (id: WorkbenchId, wish: RunWish = {}): ReturnType<typeof resume> => {
      const stream = benchStream(id);
      if (!agents.current(stream)) return resume(id, wish);
      const { bench, seq } = await benchAt(deps, id);
      const isOther = wish.modelId !== undefined && wish.modelId !== bench.run?.modelId;
      if (!isOther && wish.cap === undefined && agents.skipWait(stream)) return ok({ seq });
      if (!isOther) return err({ code: 'RUN_IN_PROGRESS' });
      // Another model while the first one waits or works: the part that is under way begins again with it.
      await agents.stop(stream, 'switch');
      await appendTo(deps, id, bench.run ? [switching(bench.run.id)] : []);
      return resume(id, wish);
    },
    cancel: async (
      id: WorkbenchId,
      by: string,
    ): Promise<Result<{ readonly seq: number }, GateRefused | NotRecorded>> => {
      const stream = benchStream(id);
      if (agents.current(stream)) {
        stoppedBy.set(stream, by);
        await agents.stop(stream, 'person');
        return ok({ seq: (await benchAt(deps, id)).seq });
      }
      // Nobody is at work on it here: a run that another process left, or one that waits.
      const { bench } = await benchAt(deps, id);
      if (!bench.run || bench.run.state === 'completed' || bench.run.state === 'canceled')
        return err({ code: 'NO_RUN' });
      const canceled = await appendTo(deps, id, [
        { kind: 'run.canceled', data: { runId: bench.run.id, reason: 'person', by } },
      ]);
      return canceled.ok ? ok({ seq: (await benchAt(deps, id)).seq }) : err(canceled.error);
    },
    /** A word to the run under way, heard at its next step. */
    note: async (id: WorkbenchId, text: string, by: string): Promise<Result<{ readonly seq: number }, NotRecorded>> => {
      const actor: Actor = { kind: 'user', name: by };
      const noted = await recordOn(deps)<NotRecorded>(id, actor, ({ run }) =>
        run?.state === 'running' ? ok([{ kind: 'run.noted', runId: run.id, text }]) : err({ code: 'NO_RUN' }),
      );
      return noted.ok ? ok({ seq: noted.value.seq }) : err({ code: noted.error.code });
    },
    /** The open items of a plan in a person's own words, while the run waits. What is done stays. */
    editPlan: async (
      id: WorkbenchId,
      open: readonly string[],
      by: string,
    ): Promise<Result<{ readonly seq: number }, NotRecorded>> => {
      const actor: Actor = { kind: 'user', name: by };
      const edited = await recordOn(deps)<NotRecorded>(id, actor, async (bench) => {
        const { run } = bench;
        const plan = await planOf(deps, bench);
        if (!run || !plan || run.state !== 'paused') return err({ code: 'NO_RUN' });
        const bytes = new TextEncoder().encode(renderPlan(replanned(plan, open)));
        const contentId = (await deps.content.blobs.put(bytes)) as ContentId;
        return ok([{ kind: 'rpi.artifact', runId: run.id, name: 'plan', contentId, holds: [contentId] }]);
      });
      return edited.ok ? ok({ seq: edited.value.seq }) : err({ code: edited.error.code });
    },
    /** The answer to a question that only a person can answer; the same run goes on with it. */
    answer: async (
      id: WorkbenchId,
      answer: string | true,
      by: string,
    ): Promise<Result<{ readonly seq: number }, GateRefused | RunRefused | NotRecorded>> => {
      const actor: Actor = { kind: 'user', name: by };
      const said = await recordOn(deps)<NotRecorded>(id, actor, ({ run }) =>
        run?.asked && run.state === 'paused'
          ? ok([{ kind: 'run.answered', runId: run.id, answer: answer === true ? yes : answer }])
          : err({ code: 'NO_QUESTION' }),
      );
      return said.ok ? resume(id) : err({ code: said.error.code });
    },
    /** Tries again at once; false when nothing waits. */
    skipWait: (id: WorkbenchId): boolean => agents.skipWait(benchStream(id)),
    consent: async (
      id: WorkbenchId,
      { scopeHash, decision }: ConsentAnswer,
      by: string,
    ): Promise<Result<{ readonly seq: number }, GateRefused | RunRefused | NotRecorded>> => {
      const { bench } = await benchAt(deps, id);
      const { run } = bench;
      if (!run?.consent || run.state !== 'paused') return err({ code: 'NO_QUESTION' });
      const asked = run.consent;
      if (asked.scopeHash !== scopeHash) return err({ code: 'CONFLICT_STALE_STATE' });
      if (decision === 'deny') {
        const denied = await appendTo(deps, id, [
          { kind: 'run.canceled', data: { runId: run.id, reason: 'denied', by } },
        ]);
        return denied.ok ? ok({ seq: (await benchAt(deps, id)).seq }) : err(denied.error);
      }
      const remember = decision === 'remember';
      const scope = await scopeOf(deps, id, bench);
      const granted = await deps.models.grant(asked, {
        remember,
        by,
        files: scope.files,
        where: benchStream(bench.id ?? id),
      });
      if (!granted.ok) return err(granted.error);
      const said = await appendTo(deps, id, [
        { kind: 'consent.granted', data: { runId: run.id, consent: asked, remember, by } },
      ]);
      if (!said.ok) return err(said.error);
      return resume(id);
    },
    /** At the start: a run that a stop cut off is paused, and the graph is moved on from what the Workbench calls done. */
    recover: async (): Promise<void> => {
      for (const id of await deps.underWay.all()) {
        if (agents.current(benchStream(id))) continue;
        const { bench } = await benchAt(deps, id);
        const { run } = bench;
        if (run?.state === 'running')
          await appendTo(deps, id, [...(run.isBegun ? [] : [startedLate(run)]), runCutOff(run.id)]);
        const settled = await createGraphSteps(deps, id, '').settle();
        if (settled.ok) await deps.underWay.remove(id);
        else deps.onFault(new Error(`the graph of ${id} was not moved on: ${settled.error.reason}`));
      }
    },
    stop: async (): Promise<void> => {
      for (const id of await deps.underWay.all()) await agents.stop(benchStream(id), 'server');
    },
  };
};
export type BenchRuns = ReturnType<typeof createBenchRuns>;

const failedWith = (runId: string): ConversationEvent => ({
  kind: 'run.failed',
  data: { runId, because: { code: 'FAULT', message: 'Something broke inside Atelier; the server log has an entry.' } },
});

const modelMissing = (runId: string): ConversationEvent => ({
  kind: 'run.failed',
  data: {
    runId,
    because: {
      code: 'PROVIDER_NOT_CONFIGURED',
      message: 'The model of this run is not available any more. Choose another one and go on.',
    },
  },
});

const switching = (runId: string): ConversationEvent => ({
  kind: 'run.paused',
  data: { runId, state: 'paused', because: { code: 'USER_CANCELED', message: 'Another model was chosen.' } },
});

const startedLate = ({ id: runId, modelId }: BenchRun): ConversationEvent => ({
  kind: 'run.started',
  data: { runId, modelId: modelId ?? 'unknown', effort: null, cap: null, scopeHash: '' },
});
