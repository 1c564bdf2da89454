import { DatabaseAway, err, ok, type Result, StoreAway } from '@atelier/kernel/core';
import type { Bench, BenchRun } from '../../core/bench.ts';
import { placed } from '../../core/conversation.ts';
import { benchStream, type MessageId, type RunId, type WorkbenchId } from '../../core/ids.ts';
import { commitOf, type DecideOnBench } from '../record.ts';
import { engine } from './bench-work.ts';
import type { RunDeps } from './deps.ts';

/** Thrown where a driver would record something and another one, or a person, has ended its term. */
class TermOver extends Error {}

/** What a driver works through. Nothing it records after its term gets into the log. */
export type Fence = {
  readonly deps: RunDeps;
  /** The run is another's, or over by somebody else's word. */
  readonly isOver: () => boolean;
  /** The store did not take something: whoever drives next tries again. */
  readonly isAway: () => boolean;
  /** The driver itself has said how the run ends. */
  readonly hasEnded: () => boolean;
};

/** Where nobody else can drive, nothing has to be kept out. */
export const openFence = (deps: RunDeps): Fence => ({
  deps,
  isOver: () => false,
  isAway: () => false,
  hasEnded: () => false,
});

export const isDriving = ({ run }: Pick<Bench, 'run'>, runId: RunId, term: number): boolean =>
  run?.id === runId && run.term === term && run.state === 'running';

/**
 * Takes a run up. Recorded where the stream stands, so that of two who try one comes first and the other finds out.
 * Undefined: there is nothing to drive any more.
 */
export const claim = async (
  deps: RunDeps,
  id: WorkbenchId,
  isWanted: (run: BenchRun) => boolean,
): Promise<{ readonly fence: Fence; readonly run: BenchRun } | undefined> => {
  let taken: BenchRun | undefined;
  const recorded = await deps.decide(benchStream(id), (bench): Result<ReturnType<typeof commitOf>, NotWanted> => {
    const { run } = bench;
    if (!run || !isWanted(run)) return err({ code: 'NOT_WANTED' });
    taken = { ...run, term: run.term + 1 };
    const said = spokenIn(bench, run.id);
    return ok(
      commitOf(
        bench,
        placed(bench, [
          ...(said
            ? [{ kind: 'message.assistant_interrupted', data: { runId: run.id, messageId: said } } as const]
            : []),
          { kind: 'run.driven', data: { runId: run.id, term: run.term + 1, server: deps.serverId } },
        ]),
        engine,
      ),
    );
  });
  if (!recorded.ok && recorded.error.code === 'NOT_WANTED') return undefined;
  if (!recorded.ok || !taken) throw new Error('the run could not be taken up');
  const saves = deps.savesOf(id);
  const fenced = await saves.fence(taken.term);
  if (!fenced.ok && fenced.error.code === 'NOT_DRIVING') return undefined;
  if (!fenced.ok) throw new Error(`the run's state could not be taken up: ${fenced.error.code}`);
  return {
    fence: fenceOf({ ...deps, savesOf: (of) => (of === id ? saves : deps.savesOf(of)) }, id, taken),
    run: taken,
  };
};

type NotWanted = { readonly code: 'NOT_WANTED' };

/** What its last driver was saying when it was cut off. */
const spokenIn = ({ messages, head }: Bench, runId: RunId): MessageId | undefined => {
  const last = head === null ? undefined : messages.get(head);
  return last?.role === 'assistant' && last.runId === runId && last.status === 'streaming' ? last.id : undefined;
};

/** A database that restarts, a bucket that does not answer: it passes, and the run goes on. */
export const isStorageAway = (cause: unknown): boolean => cause instanceof DatabaseAway || cause instanceof StoreAway;

const endings: ReadonlySet<string> = new Set(['run.paused', 'run.canceled', 'run.failed', 'run.completed']);
const away: ReadonlySet<string> = new Set(['DATABASE_AWAY', 'STORE_AWAY', 'WRITE_FAILED', 'BUSY']);

const fenceOf = (deps: RunDeps, id: WorkbenchId, { id: runId, term }: BenchRun): Fence => {
  const stream = benchStream(id);
  let isOver = false;
  let isAway = false;
  let hasEnded = false;
  const decide: DecideOnBench = async (on, decision) => {
    if (on !== stream) return deps.decide(on, decision);
    try {
      const recorded = await deps.decide(on, async (bench) => {
        if (!isDriving(bench, runId, term)) {
          isOver = true;
          throw new TermOver(`the run ${runId} is not driven here any more`);
        }
        const decided = await decision(bench);
        if (decided.ok && decided.value.events.some(({ kind }) => endings.has(kind))) hasEnded = true;
        return decided;
      });
      if (!recorded.ok) {
        hasEnded = false;
        isAway ||= away.has((recorded.error as { readonly code: string }).code);
      }
      return recorded;
    } catch (cause) {
      isAway ||= isStorageAway(cause);
      throw cause;
    }
  };
  const benches: RunDeps['benches'] = {
    ...deps.benches,
    at: (on) =>
      deps.benches.at(on).catch((cause: unknown) => {
        isAway ||= isStorageAway(cause);
        throw cause;
      }),
  };
  return { deps: { ...deps, decide, benches }, isOver: () => isOver, isAway: () => isAway, hasEnded: () => hasEnded };
};
