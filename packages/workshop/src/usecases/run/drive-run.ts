import { type ConversationEvent, Effort } from '@atelier/contracts';
import { ok } from '@atelier/kernel/core';
import type { Drive, DriveEnd } from '@atelier/kernel/ports';
import type { Agent, Seat } from '@atelier/models';
import { beginRun, withCap } from '@atelier/models/core';
import { z } from 'zod';
import type { BenchRun } from '../../core/bench.ts';
import { benchStream, type ContentId, type WorkbenchId } from '../../core/ids.ts';
import { runSettings, tunedFor } from '../../core/run/settings.ts';
import { recordOn } from '../record.ts';
import { appendTo, benchAt, engine, openWork, type RunWish, scopeOf } from './bench-work.ts';
import type { RunDeps } from './deps.ts';
import { drive } from './drive.ts';
import { claim, type Fence, isDriving, isStorageAway, openFence } from './fence.ts';
import { createStaging } from './staging.ts';

/** What a person asked for with a run. It may have been lost on the way; the log says the rest. */
const Asked = z.object({
  workbenchId: z.custom<WorkbenchId>((value) => typeof value === 'string'),
  how: z.enum(['started', 'resumed', 'goes on']),
  /** The run as it was when it was asked for: who asks again for one that went on since then asks for nothing. */
  since: z.object({ state: z.string(), term: z.int() }),
  wish: z.object({
    modelId: z.string().optional(),
    effort: Effort.nullish(),
    cap: z.number().nullish(),
    sampling: z.object({ temperature: z.number().exactOptional(), topP: z.number().exactOptional() }).optional(),
    firstToolChoice: z.enum(['required', 'auto']).optional(),
  }),
});
export type Asked = z.infer<typeof Asked>;
type How = 'started' | 'resumed' | 'taken over';

/** So often a server that has no key for the model lets others try first. */
const mostPasses = 5;

type Seats = {
  /** The seat that was taken before anything was recorded, where this process asked for the run itself. */
  readonly kept: (stream: string) => Seat | undefined;
  readonly stoppedBy: (stream: string) => string | undefined;
};

/** Drives one run from where it stands until it ends, pauses, or somebody else has to go on. */
export const createDriveRun = (deps: RunDeps, { kept, stoppedBy }: Seats): Drive => {
  const { agents } = deps;
  const { isShared } = deps.drivers;
  const passes = new Map<string, number>();

  const seatFor = async (stream: string): Promise<Seat | undefined> => {
    // A driver of an earlier term that has not noticed yet.
    if (agents.current(stream)) await agents.stop(stream, 'lost');
    const seat = agents.take(stream);
    return seat.ok ? seat.value : undefined;
  };

  /** Keys of providers are each server's own. */
  const isPassed = async (id: WorkbenchId, { modelId }: BenchRun, asked: Asked): Promise<boolean> => {
    const found = await deps.models.find(asked.wish.modelId ?? modelId ?? '');
    const passed = passes.get(id) ?? 0;
    if (found.ok || passed >= mostPasses) {
      passes.delete(id);
      return false;
    }
    passes.set(id, passed + 1);
    return true;
  };

  const atWork = async (agent: Agent, asked: Asked, run: BenchRun, signal: AbortSignal): Promise<DriveEnd> => {
    const id = asked.workbenchId;
    const stream = benchStream(id);
    const claimed = isShared ? await claim(deps, id, isWantedBy(asked)) : { fence: openFence(deps), run };
    if (!claimed) return 'done';
    const { fence } = claimed;
    const how: How = run.state !== 'running' ? 'resumed' : run.isBegun ? 'taken over' : 'started';
    const lost = () => void agents.stop(stream, 'lost');
    signal.addEventListener('abort', lost, { once: true });
    const watching = new AbortController();
    if (isShared) void watch(fence, id, claimed.run, watching.signal, lost).catch(() => undefined);
    try {
      await work(agent, fence, id, claimed.run, asked.wish, how);
    } catch (cause) {
      const goesOn = isShared && (agent.signal.aborted || fence.isAway() || isStorageAway(cause));
      if (!fence.isOver() && !goesOn) {
        deps.onFault(cause);
        await appendTo(fence.deps, id, [failedWith(run.id)]).catch(() => undefined);
      }
    } finally {
      watching.abort();
      signal.removeEventListener('abort', lost);
    }
    // A run that could not be recorded to its end stays on the list: the next start looks at it.
    const { bench } = await benchAt(deps, id);
    const isOpen = bench.run?.id === run.id && bench.run.state === 'running';
    if (!isOpen) await deps.underWay.remove(id);
    if (!isShared || (!isOpen && !fence.isOver())) await deps.onEnd?.(id);
    return isOpen && !fence.isOver() ? 'again' : 'done';
  };

  /** A cancel or another driver is heard of at once, not only at the next thing to record. */
  const watch = async (fence: Fence, id: WorkbenchId, run: BenchRun, signal: AbortSignal, lost: () => void) => {
    const stream = benchStream(id);
    const { seq } = await benchAt(deps, id);
    for await (const { kind } of deps.log.follow(stream, seq, signal)) {
      if (!kind.startsWith('run.') || fence.hasEnded()) continue;
      if (!isDriving((await benchAt(deps, id)).bench, run.id, run.term) && !fence.hasEnded()) return lost();
    }
  };

  const work = async (
    agent: Agent,
    { deps: fenced }: Fence,
    id: WorkbenchId,
    run: BenchRun,
    wish: RunWish,
    how: How,
  ): Promise<void> => {
    const { bench } = await benchAt(fenced, id);
    // Set for this run alone, and still so when it goes on after a pause.
    const own = tunedFor(runSettings(bench.settings), run.tuning);
    const settings = {
      ...own,
      sampling: wish.sampling ?? own.sampling,
      firstToolChoice: wish.firstToolChoice ?? own.firstToolChoice,
    };
    const isTakenOver = how === 'taken over';
    const modelId = (isTakenOver ? run.modelId : wish.modelId) ?? run.modelId ?? bench.modelId ?? '';
    const effort = wish.effort ?? settings.effort;
    const saves = fenced.savesOf(id);
    const isFresh = how === 'started';
    const past = await saves.tally();
    if (!past.ok) throw new Error(`the run's state cannot be read: ${past.error.code}`);
    const capNow = isFresh ? await fenced.models.capPerRun() : (past.value?.meter.cap ?? null);
    const cap = wish.cap === undefined || isTakenOver ? capNow : wish.cap;
    const last = isFresh
      ? beginRun([], { cap: cap ?? undefined, nextEntry: past.value?.nextEntry ?? 1 })
      : withCap(beginRun([], past.value), cap ?? undefined);
    if (isFresh) {
      // The count of entries and the cap are durable before anybody is told that a run began.
      const kept = await saves.begin(last);
      if (!kept.ok) throw new Error(`the run's state cannot be saved: ${kept.error.code}`);
    }
    const { scopeHash } = await scopeOf(fenced, id, bench);
    const begun: ConversationEvent = isFresh
      ? { kind: 'run.started', data: { runId: run.id, modelId, effort, cap, scopeHash } }
      : { kind: 'run.resumed', data: { runId: run.id, modelId, effort, cap } };
    const said = isTakenOver ? ok(undefined) : await appendTo(fenced, id, [begun]);
    if (!said.ok) throw new Error(`the run could not be recorded: ${said.error.code}`);
    const found = await fenced.models.find(modelId);
    if (!found.ok) {
      await appendTo(fenced, id, [modelMissing(run.id)]);
      return;
    }
    const limits = await fenced.limits();
    const staging = createStaging({
      content: fenced.content,
      limits,
      hold: async (tree: ContentId) => {
        const item = (await benchAt(fenced, id)).bench.run?.item?.number;
        if (item === undefined) return false;
        const held = await recordOn(fenced)(id, engine, () =>
          ok([{ kind: 'run.item_staged', runId: run.id, item, tree, holds: [tree] }]),
        );
        return held.ok;
      },
    });
    const opened = await openWork(fenced, {
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
      stoppedBy: () => stoppedBy(benchStream(id)),
    });
    await drive(opened);
  };

  return async ({ stream, asked: told }, signal) => {
    const asked = Asked.parse(told);
    const before = kept(stream);
    const { bench } = await benchAt(deps, asked.workbenchId);
    const { run } = bench;
    if (!run || !isWantedBy(asked)(run)) {
      before?.leave();
      return 'done';
    }
    if (isShared && (await isPassed(asked.workbenchId, run, asked))) return 'again';
    const seat = before ?? (await seatFor(stream));
    if (!seat) return 'again';
    const was = { ...run };
    return new Promise((resolve, reject) => {
      seat.occupy(run.id, async (agent) => {
        const ended = atWork(agent, asked, was, signal);
        ended.then(resolve, reject);
        await ended;
      });
    });
  };
};

/** A run that is open, or one that stands as it stood when a person said to go on. */
const isWantedBy =
  ({ how, since }: Asked) =>
  ({ state, term }: BenchRun): boolean =>
    state === 'running' || (how === 'resumed' && state === since.state && term === since.term && state !== 'completed');

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
