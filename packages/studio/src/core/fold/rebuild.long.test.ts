import { expect, test } from 'vitest';
import { fuzzedStudio } from '../testing/fuzz.ts';
import { expectRebuildable } from '../testing/rebuild.ts';

test.each([11, 12])('[ST-58] rebuilt from event 0, a project of 10,000 events is the live one (seed %i)', (seed) => {
  const studio = fuzzedStudio(seed, 10_000);
  expect(studio.log.length).toBeGreaterThanOrEqual(10_000);
  expectRebuildable(studio, [1, 500, 5_000, 9_999]);
});
