import { expect, test } from 'vitest';
import { durationText } from './step-tries.ts';

test('a duration is told in its largest unit', () => {
  expect([0, 900, 59_000, 90_000, 5_400_000].map((ms) => durationText(ms, 'en'))).toEqual([
    '0 sec',
    '1 sec',
    '59 sec',
    '1.5 min',
    '1.5 hr',
  ]);
});
