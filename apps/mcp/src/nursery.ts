import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Where new objects live. Small, a server that waits most of its life stays small; grown, one that is at work spends
 * a third less time on collecting. So it may grow once there is work, and only so far.
 */
const LARGEST_BYTES = 16 * 1024 * 1024;
const LOOK_EVERY_CALLS = 32;

export const keepNurserySmall = (): void => setFlagsFromString('--semi-space-growth-factor=1');

/** To be told of every call. */
export const createNursery = () => {
  let calls = 0;
  let full = false;
  return {
    called: (): void => {
      if (full || calls++ % LOOK_EVERY_CALLS !== 0) return;
      if (calls === 1) return setFlagsFromString('--semi-space-growth-factor=2');
      const nursery = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
      full = (nursery?.space_size ?? 0) >= LARGEST_BYTES;
      if (full) keepNurserySmall();
    },
  };
};
