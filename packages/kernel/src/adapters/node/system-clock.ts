import { getRandomValues } from 'node:crypto';
import type { Clock, Entropy } from '../../ports/clock.ts';

export const systemClock: Clock = { now: () => Date.now() };

/** Random bytes are drawn a page at a time: a call for ten costs as much as a call for a thousand. */
export const createSystemEntropy = (): Entropy => {
  const pool = new Uint8Array(4096);
  let used = pool.length;
  return {
    bytes: (count) => {
      if (count > pool.length) return getRandomValues(new Uint8Array(count));
      if (used + count > pool.length) {
        getRandomValues(pool);
        used = 0;
      }
      used += count;
      return pool.slice(used - count, used);
    },
  };
};

export const systemWorld: { readonly clock: Clock; readonly entropy: Entropy } = {
  clock: systemClock,
  entropy: createSystemEntropy(),
};
