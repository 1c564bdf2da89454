import { expect, test } from 'vitest';
import { simulate } from '../../testing/simulation.ts';

const COUNT = 100_000;

test('100,000 seeds: whatever happens, nothing acknowledged is lost and nothing is half', { timeout: 0 }, async () => {
  let seeds = 0;
  for (let seed = 1; seed <= COUNT; seed += 1, seeds += 1) {
    await simulate(seed).catch((cause: unknown) => {
      throw new Error(`seed ${seed} fails; replay it alone with SEED=${seed} in simulation.test.ts`, { cause });
    });
  }
  expect(seeds).toBe(COUNT);
});
