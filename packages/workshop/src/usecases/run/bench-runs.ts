import { type ConversationEvent, runCutOff } from '@atelier/contracts';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { DriveOrder } from '@atelier/kernel/ports';
import type { Recorded } from '@atelier/kernel/usecases';
import type { RunRefused, Seat } from '@atelier/models';
import type { BenchRun } from '../../core/bench.ts';
import type { Actor } from '../../core/codec.ts';
import { type GateRefused, gate } from '../../core/gating.ts';
import { benchStream, type ContentId, type WorkbenchId } from '../../core/ids.ts';
import { renderPlan, replanned } from '../../core/plan/grammar.ts';
import { hearsNotes } from '../../core/run/phases.ts';
import { recordOn } from '../record.ts';
import { appendTo, benchAt, planOf, type RunWish, scopeOf } from './bench-work.ts';
import type { RunDeps } from './deps.ts';
import { type Asked, createDriveRun } from './drive-run.ts';
import { createGraphSteps } from './graph-steps.ts';
import { yes } from './workflow.ts';

export type { RunWish } from './bench-work.ts';
export type { BenchModels, RunDeps } from './deps.ts';

type NotRecorded = { readonly code: string };
export type ConsentAnswer = { readonly scopeHash: string; readonly decision: 'once' | 'remember' | 'deny' };

/** The runs of all Workbenches, one to each. What becomes of them is in their logs; this only keeps them moving. */
export const createBenchRuns = (deps: RunDeps) => {
  const { agents, drivers } = deps;
  const stoppedBy = new Map<string, string>();

  const kept = new Map<string, Seat>();
  const driveRun = createDriveRun(deps, {
    kept: (stream) => {
      const seat = kept.get(stream);
      kept.delete(stream);
      return seat;
    },
    stoppedBy: (stream) => stoppedBy.get(stream),
  });

  /** On record before anybody drives: whatever becomes of this process, somebody looks at it. */
  const want = async (id: WorkbenchId, { state, term }: BenchRun, how: Asked['how'], wish: RunWish) => {
    await deps.underWay.add(id);
    const stream = benchStream(id);
    stoppedBy.delete(stream);
    const asked: Asked = { workbenchId: id, how, since: { state, term }, wish };
    return drivers.want({ stream, asked: JSON.parse(JSON.stringify(asked)) });
  };

  /** A run says its end a moment before its driver lets go: whoever read that and goes on at once is not turned away. */
  const seatOf = async (id: WorkbenchId): Promise<Result<Seat, RunRefused>> => {
    for (let tries = 0; ; tries += 1) {
      const seat = agents.take(benchStream(id));
      if (seat.ok || seat.error.code !== 'RUN_IN_PROGRESS' || tries === mostTries) return seat;
      if ((await benchAt(deps, id)).bench.run?.state === 'running') return seat;
      await new Promise((next) => setTimeout(next, tryAgainMs));
    }
  };

  const seated = async <T, Refused>(
    id: WorkbenchId,
    begin: (keep: () => void) => Promise<Result<T, Refused>>,
  ): Promise<Result<T, Refused | RunRefused>> => {
    await deps.mayBegin?.(id);
    // Where servers share the work, it waits for a seat on any of them.
    if (drivers.isShared) return begin(() => undefined);
    const seat = await seatOf(id);
    if (!seat.ok) return seat;
    let isKept = false;
    try {
      return await begin(() => {
        isKept = true;
        kept.set(benchStream(id), seat.value);
      });
    } finally {
      if (!isKept) seat.value.leave();
    }
  };

  /** Whoever was told that a run goes on must not read that it still waits. Another server takes its own time. */
  const goesOnHere = async (id: WorkbenchId): Promise<void> => {
    for (let tries = 0; tries < mostTries && !drivers.isShared && agents.current(benchStream(id)); tries += 1) {
      if ((await benchAt(deps, id)).bench.run?.state === 'running') return;
      await new Promise((next) => setTimeout(next, tryAgainMs));
    }
  };

  const resume = (
    id: WorkbenchId,
    wish: RunWish = {},
  ): Promise<Result<{ readonly seq: number }, GateRefused | RunRefused | NotRecorded>> =>
    seated(id, async (keep): Promise<Result<{ readonly seq: number }, GateRefused | NotRecorded>> => {
      for (let tries = 0; ; tries += 1) {
        const { bench, seq } = await benchAt(deps, id);
        const gated = gate(bench, 'resume');
        if (!gated.ok) return gated;
        if (!bench.run) return err({ code: 'NO_RUN' });
        keep();
        if (await want(id, bench.run, 'resumed', wish)) {
          await goesOnHere(id);
          return ok({ seq });
        }
        // Its last driver has said that it paused, and is only about to let go of it.
        if (tries === mostTries) return err({ code: 'RUN_IN_PROGRESS' });
        await new Promise((next) => setTimeout(next, tryAgainMs));
      }
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
      seated(id, async (keep): Promise<Result<Recorded, Refused | NotRecorded>> => {
        const recorded = await record();
        if (!recorded.ok || !recorded.value.written) return recorded;
        const { run } = (await benchAt(deps, id)).bench;
        if (run?.state !== 'running') return err({ code: 'NO_RUN' });
        keep();
        // It is ordered: where nobody could be told now, whoever looks at what is under way tells them.
        await want(id, run, 'started', wish).catch(deps.onFault);
        return recorded;
      }),
    resume: async (id: WorkbenchId, wish: RunWish = {}): ReturnType<typeof resume> => {
      const stream = benchStream(id);
      const { bench, seq } = await benchAt(deps, id);
      const isElsewhere = drivers.isShared && bench.run?.state === 'running';
      if (!agents.current(stream) && !isElsewhere) return resume(id, wish);
      const isOther = wish.modelId !== undefined && wish.modelId !== bench.run?.modelId;
      if (!isOther && wish.cap === undefined && agents.skipWait(stream)) return ok({ seq });
      if (!isOther && wish.cap === undefined && isElsewhere && !agents.current(stream)) {
        deps.skipWaitElsewhere?.(stream);
        return ok({ seq });
      }
      if (!isOther) return err({ code: 'RUN_IN_PROGRESS' });
      // Another model while the first one waits or works: the part that is under way begins again with it.
      const said = bench.run ? [switching(bench.run.id)] : [];
      if (!drivers.isShared) await agents.stop(stream, 'switch');
      await appendTo(deps, id, said);
      // What is recorded ends the term of whoever drives it, here or elsewhere.
      if (drivers.isShared) await agents.stop(stream, 'lost');
      return resume(id, wish);
    },
    cancel: async (
      id: WorkbenchId,
      by: string,
    ): Promise<Result<{ readonly seq: number }, GateRefused | NotRecorded>> => {
      const stream = benchStream(id);
      // Its end is on record before its driver is done with it: by then there is nothing to cancel.
      if (hasEnded((await benchAt(deps, id)).bench.run)) return err({ code: 'NO_RUN' });
      const isAtWork = agents.current(stream) !== undefined;
      if (isAtWork) {
        stoppedBy.set(stream, by);
        await agents.stop(stream, 'person');
      }
      // Still open: it waits, another process left it, or it paused just before it could be stopped.
      const { bench, seq } = await benchAt(deps, id);
      if (isAtWork && bench.run?.state === 'canceled') return ok({ seq });
      if (!bench.run || hasEnded(bench.run)) return err({ code: 'NO_RUN' });
      const canceled = await appendTo(deps, id, [
        { kind: 'run.canceled', data: { runId: bench.run.id, reason: 'person', by } },
      ]);
      return canceled.ok ? ok({ seq: (await benchAt(deps, id)).seq }) : err(canceled.error);
    },
    /** A word to the run under way, heard at its next step. */
    note: async (id: WorkbenchId, text: string, by: string): Promise<Result<{ readonly seq: number }, NotRecorded>> => {
      const actor: Actor = { kind: 'user', name: by };
      const noted = await recordOn(deps)<NotRecorded>(id, actor, ({ run }) => {
        if (run?.state !== 'running') return err({ code: 'NO_RUN' });
        // Words that nobody would hear are not taken: whoever wrote them has them still.
        if (!hearsNotes(run)) return err({ code: 'NOTE_TOO_LATE' });
        return ok([{ kind: 'run.noted', runId: run.id, text }]);
      });
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
    drive: driveRun,
    /**
     * At the start: a run that a stop cut off is paused, and the graph is moved on from what the Workbench calls done.
     * Where servers share the work, somebody is asked to go on with it instead; asking twice does nothing.
     */
    recover: async (): Promise<void> => {
      for (const id of await deps.underWay.all()) {
        if (agents.current(benchStream(id))) continue;
        const { bench } = await benchAt(deps, id);
        const { run } = bench;
        if (drivers.isShared && (!run || run.state === 'running')) {
          if (run) await drivers.want(goesOn(id, run));
          continue;
        }
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

const hasEnded = (run: BenchRun | null): boolean => run?.state === 'completed' || run?.state === 'canceled';

const mostTries = 250;
const tryAgainMs = 20;

const goesOn = (workbenchId: WorkbenchId, { state, term }: BenchRun): DriveOrder => ({
  stream: benchStream(workbenchId),
  asked: { workbenchId, how: 'goes on', since: { state, term }, wish: {} },
});

const switching = (runId: string): ConversationEvent => ({
  kind: 'run.paused',
  data: { runId, state: 'paused', because: { code: 'USER_CANCELED', message: 'Another model was chosen.' } },
});

const startedLate = ({ id: runId, modelId }: BenchRun): ConversationEvent => ({
  kind: 'run.started',
  data: { runId, modelId: modelId ?? 'unknown', effort: null, cap: null, scopeHash: '' },
});
