import { err, ok, type Result } from '../core/result.ts';
import type { BlobId } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { CollectableObjects, CommitGate, LivePins, Swept } from '../ports/collection.ts';
import { createLiveSet, type LiveUnreadable } from './collect-live.ts';

export type CollectDeps = {
  readonly objects: CollectableObjects;
  readonly pins: LivePins;
  readonly gate: CommitGate;
  readonly clock: Clock;
  readonly idOf: (bytes: Uint8Array) => BlobId;
  /** Between two steps of a sweep: lets commits that were held back go first. */
  readonly yieldTurn?: () => Promise<void>;
};

export type Collected =
  | { readonly kind: 'marked'; readonly condemned: number }
  | { readonly kind: 'swept'; readonly swept: Swept; readonly condemned: number }
  | { readonly kind: 'waiting'; readonly afterMs: number }
  /** Another process collects this store just now. */
  | { readonly kind: 'elsewhere' };

/** How long a put has, at the least, until the commit that names it. */
export const BETWEEN_MARKS_MS = 60 * 60 * 1000;

/** One step of collection; call it now and then. It marks, waits an hour, then sweeps and marks anew. */
export const collect = (deps: CollectDeps) => async (): Promise<Result<Collected, LiveUnreadable>> => {
  const { alone } = deps.objects;
  if (!alone) return collectAlone(deps);
  return (await alone(() => collectAlone(deps))) ?? ok({ kind: 'elsewhere' });
};

const collectAlone = async (deps: CollectDeps): Promise<Result<Collected, LiveUnreadable>> => {
  const { objects, pins, gate, clock, idOf } = deps;
  const standing = await objects.markedAt();
  // A mark from the future was made by a clock that was ahead: nobody waits years for it, it is made anew.
  const markedAt = standing !== undefined && standing > clock.now() ? undefined : standing;
  const afterMs = markedAt === undefined ? 0 : markedAt + BETWEEN_MARKS_MS - clock.now();
  if (afterMs > 0) return ok({ kind: 'waiting', afterMs });
  const watch = gate.watch();
  try {
    const live = createLiveSet({ objects, carried: pins.carried, idOf });
    const found = await live.reach(pins.livePins());
    if (!found.ok) return found;
    if (markedAt === undefined) {
      return ok({ kind: 'marked', ...(await objects.mark(live.ids, clock.now)) });
    }
    const swept = await sweepAll(deps, async () => {
      const since = await live.reach(watch.take());
      return since.ok ? ok(await objects.sweep(live.ids)) : since;
    });
    if (!swept.ok) return swept;
    return ok({ kind: 'swept', swept: swept.value, ...(await objects.mark(live.ids, clock.now)) });
  } finally {
    watch.stop();
  }
};

type Step = Result<Swept & { readonly more: boolean }, LiveUnreadable>;

/** In steps, each of them quiet: a commit waits for one step at the most, never for the whole. */
const sweepAll = async (
  { gate, yieldTurn }: CollectDeps,
  step: () => Promise<Step>,
): Promise<Result<Swept, LiveUnreadable>> => {
  let swept: Swept = { objects: 0, bytes: 0 };
  for (;;) {
    const done = await gate.quiet(step);
    if (!done.ok) return err(done.error);
    swept = { objects: swept.objects + done.value.objects, bytes: swept.bytes + done.value.bytes };
    if (!done.value.more) return ok(swept);
    await yieldTurn?.();
  }
};
