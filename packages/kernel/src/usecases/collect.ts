import { err, ok, type Result } from '../core/result.ts';
import type { BlobId } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { CollectableObjects, CommitGate, LivePins, Swept } from '../ports/collection.ts';
import { findLive, type LiveUnreadable } from './collect-live.ts';

export type CollectDeps = {
  readonly objects: CollectableObjects;
  readonly pins: LivePins;
  readonly gate: CommitGate;
  readonly clock: Clock;
  readonly idOf: (bytes: Uint8Array) => BlobId;
};

export type Collected =
  | { readonly kind: 'marked'; readonly condemned: number }
  | { readonly kind: 'swept'; readonly swept: Swept; readonly condemned: number }
  | { readonly kind: 'waiting'; readonly afterMs: number };

/** How long a put has, at the least, until the commit that names it. */
export const BETWEEN_MARKS_MS = 60 * 60 * 1000;

/** One step of collection; call it now and then. It marks, waits an hour, then sweeps and marks anew. */
export const collect =
  ({ objects, pins, gate, clock, idOf }: CollectDeps) =>
  async (): Promise<Result<Collected, LiveUnreadable>> => {
    const markedAt = await objects.markedAt();
    if (markedAt === undefined) {
      const live = await findLive(objects, pins, idOf);
      if (!live.ok) return live;
      // The clock is read after the walk: the hour begins when the mark stands, not when looking began.
      return ok({ kind: 'marked', ...(await objects.mark(live.value, clock.now())) });
    }
    const afterMs = markedAt + BETWEEN_MARKS_MS - clock.now();
    if (afterMs > 0) return ok({ kind: 'waiting', afterMs });
    return gate.quiet(async () => {
      const live = await findLive(objects, pins, idOf);
      if (!live.ok) return err(live.error);
      const swept = await objects.sweep(live.value);
      return ok({ kind: 'swept', swept, ...(await objects.mark(live.value, clock.now())) });
    });
  };
