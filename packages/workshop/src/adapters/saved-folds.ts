import type { StreamId } from '@atelier/kernel/core';
import type { KeptFolds, Projection } from '@atelier/kernel/ports';

/** A state of thousands of messages takes a while to write, so it is written when nobody has asked for a moment. */
const quietMs = 1_000;

/** A quarter more than was saved last: what is written over a long history stays a small multiple of it. */
export const snapshotEvery = (saved: number): number => Math.max(1_000, saved / 4);

/** Saves what was looked at, after the look and beside it. */
export const savingLater = <State>(folds: KeptFolds<State>): Projection<State> => {
  const due = new Set<StreamId>();
  const save = (stream: StreamId) => {
    due.delete(stream);
    // A snapshot spares work and decides nothing: one that cannot be written is done without.
    folds.saveIfDue(stream).catch(() => undefined);
  };
  return {
    at: async (stream) => {
      const found = await folds.at(stream);
      if (!due.has(stream)) {
        due.add(stream);
        setTimeout(save, quietMs, stream).unref();
      }
      return found;
    },
  };
};
