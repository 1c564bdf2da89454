import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

test('waits double from attempt to attempt and stop growing at ten seconds', () => {
  const longest = (attempt: number) => backoffMs(attempt, () => 1);
  expect([0, 1, 2, 3, 10, 5000].map(longest)).toEqual([300, 600, 1200, 2400, 10_000, 10_000]);
});

test('chance spreads a wait over the upper half of its ceiling', () => {
  expect(backoffMs(2, () => 0)).toBe(600);
  expect(backoffMs(2, () => 0.5)).toBe(900);
});
