import { describe, expect, test } from 'vitest';
import { fuzzedStudio } from '../testing/fuzz.ts';
import { expectRebuildable } from '../testing/rebuild.ts';

describe.each([1, 2, 3])('seed %i', (seed) => {
  test('a project rebuilt from its first event is the one that was kept, from any snapshot too', () => {
    const studio = fuzzedStudio(seed, 300);
    expectRebuildable(studio, [1, 50, 150, 299]);
    const kinds = new Set(studio.log.map(({ kind }) => kind));
    expect([...kinds].length).toBeGreaterThan(10);
  });
});
