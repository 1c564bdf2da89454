import { test } from 'vitest';
import { playHistory } from '../testing/random-history.ts';

test.each([1, 2, 3, 4])(
  'whatever people do in whatever order, the files are what they remember (seed %i)',
  async (seed) => {
    await playHistory(seed, 40);
  },
  60_000,
);
