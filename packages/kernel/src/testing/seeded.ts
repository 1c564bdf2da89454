import type { Clock, Entropy } from '../ports/clock.ts';

/** Everything random in a test comes from one of these: a seed is a run. */
export type Seeded = {
  /** 0 ≤ n < limit */
  readonly below: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <T>(items: readonly T[]) => T;
  readonly bytes: (count: number) => Uint8Array;
};

export const createSeeded = (seed: number): Seeded => {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => Math.floor((next() / 0x1_0000_0000) * limit);
  return {
    below,
    chance: (share) => next() < share * 0x1_0000_0000,
    pick: (items) => {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[below(items.length)] as (typeof items)[number];
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => next() & 255),
  };
};

/** A clock that moves a millisecond a look, and ids from the seed. */
export const createSeededWorld = (seed: number): { readonly clock: Clock; readonly entropy: Entropy } => {
  const { bytes } = createSeeded(seed);
  let now = Date.UTC(2025, 0, 1);
  return {
    clock: {
      now: () => {
        now += 1;
        return now;
      },
    },
    entropy: { bytes },
  };
};
