import { expect, test } from 'vitest';
import { simulate } from '../../testing/simulation.ts';

/** One seed alone: `SEED=123 npx vitest run simulation.test.ts`. */
const [from, count] = process.env['SEED'] ? [Number(process.env['SEED']), 1] : [1, 300];

test(`${count} seeds from ${from}: whatever happens, nothing acknowledged is lost and nothing is half`, {
  timeout: 300_000,
}, async () => {
  let seeds = 0;
  let packed = 0;
  for (let seed = from; seed < from + count; seed += 1, seeds += 1) {
    const run = await simulate(seed).catch((cause: unknown) => {
      throw new Error(`seed ${seed} fails; replay it alone with SEED=${seed}`, { cause });
    });
    packed += run.packed;
  }
  expect(seeds).toBe(count);
  // Enough of them rest and go on that packing is part of what was proved.
  if (count > 1) expect(packed).toBeGreaterThan(50);
});

test('a seed is a run: the same one does the same, another does not', async () => {
  expect(await simulate(77)).toEqual(await simulate(77));
  expect(await simulate(78)).not.toEqual(await simulate(77));
});
