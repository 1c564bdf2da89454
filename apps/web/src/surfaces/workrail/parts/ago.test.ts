import { expect, test } from 'vitest';
import { agoText } from './ago.ts';

const at = '2026-01-01T00:00:00.000Z';
const after = (ms: number, language = 'en') => agoText(at, Date.parse(at) + ms, language);

test('time passed is told in the largest unit that has begun', () => {
  expect([5_000, 59_000, 60_000, 3_599_000, 90_000_000, 40 * 86_400_000].map((ms) => after(ms))).toEqual([
    'now',
    '59 seconds ago',
    '1 minute ago',
    '59 minutes ago',
    'yesterday',
    'last month',
  ]);
});

test('a clock that runs ahead is not told as the future, and Hebrew has its own words', () => {
  expect(after(-60_000)).toBe('now');
  expect(after(120_000, 'he')).toMatch(/דקות|דק׳/);
});
