import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Limits V8's space for new objects. A small one keeps an idle server small; a larger one saves a busy server a third
 * of its time in garbage collection. So it may grow once calls arrive, up to this size.
 */
const LARGEST_BYTES = 16 * 1024 * 1024;
const LOOK_EVERY_CALLS = 32;

export const keepHeapSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1');

/** Report every call to it. */
export const createHeapGrowth = () => {
  let calls = 0;
  let full = false;
  return {
    called: (): void => {
      if (full || calls++ % LOOK_EVERY_CALLS !== 0) return;
      if (calls === 1) return setFlagsFromString('--semi-space-growth-factor=2');
      const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
      full = (space?.space_size ?? 0) >= LARGEST_BYTES;
      if (full) keepHeapSmall();
    },
  };
};
