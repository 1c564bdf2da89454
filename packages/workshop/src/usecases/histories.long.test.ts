import { test } from 'vitest';
import { playHistory } from '../testing/random-history.ts';

test('[WS-122] 200 histories of 60 turns: the files, the pins and the store agree after each step', async () => {
  for (let seed = 100; seed < 300; seed += 1) await playHistory(seed, 60);
}, 3_600_000);
