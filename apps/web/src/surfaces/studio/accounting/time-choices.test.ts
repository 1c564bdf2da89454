import { expect, test } from 'vitest';
import { timeChoices } from './time-choices.ts';

test('times that cost the same are one choice, and a factor of its own stays one', () => {
  const factors = { nightBps: 15_000, fridayBps: 15_000, shabbatBps: 20_000 };
  expect(timeChoices(factors, 10_000)).toEqual([
    { bps: 10_000, times: ['regular'] },
    { bps: 15_000, times: ['night', 'friday'] },
    { bps: 20_000, times: ['shabbat'] },
  ]);
  expect(timeChoices(factors, 12_500).at(-1)).toEqual({ bps: 12_500, times: ['other'] });
  expect(timeChoices(undefined, 10_000)).toEqual([{ bps: 10_000, times: ['regular'] }]);
});
