import { expect, test } from 'vitest';
import { type Bar, readBars } from './bars.ts';
import baseline from './baseline.json' with { type: 'json' };
import type { Row } from './bench.ts';
import { judge, regressions, shortOf, uncompared } from './judge.ts';

const bars: readonly Bar[] = [
  { id: 'speed', of: 'ratio', min: 0.4, job: '' },
  { id: 'time', of: 'ratio', max: 2, job: '' },
  { id: 'lost', of: 'value', max: 0, job: '' },
];
const row = (id: string, value: number, yardstick?: number) => ({
  id,
  value,
  unit: 'x',
  ...(yardstick === undefined ? {} : { yardstick }),
});

test('a ratio is the value over the yardstick of the same run, and its bar bounds it from its own side', () => {
  expect(judge(row('speed', 50, 100), bars)).toMatchObject({ figure: 0.5, holds: true });
  expect(judge(row('speed', 30, 100), bars)).toMatchObject({ figure: 0.3, holds: false });
  expect(judge(row('time', 300, 100), bars)).toMatchObject({ figure: 3, holds: false });
});

test('a ratio without its yardstick never holds', () => {
  expect(judge(row('time', 1), bars).holds).toBe(false);
});

test('a plain value is judged alone', () => {
  expect(judge(row('lost', 0), bars).holds).toBe(true);
  expect(judge(row('lost', 1), bars).holds).toBe(false);
});

test('a row worse than the committed one by more than noise is a regression, in the direction its bar says', () => {
  const before = [row('speed', 100, 100), row('time', 100, 100), row('lost', 0)];
  expect(regressions([row('speed', 70, 100), row('time', 140, 100), row('lost', 0)], before, bars)).toEqual([]);
  expect(regressions([row('speed', 60, 100)], before, bars)).toHaveLength(1);
  expect(regressions([row('time', 160, 100)], before, bars)).toHaveLength(1);
  expect(regressions([row('lost', 1)], before, bars)).toHaveLength(1);
});

test('a row that misses its bar is named with it', () => {
  expect(shortOf([row('speed', 50, 100), row('time', 300, 100)], bars)).toEqual(['time: 3.00, the bar is <= 2']);
});

test('a row that nothing was committed for is said not to have been compared', () => {
  expect(uncompared([row('speed', 1, 1), row('new', 1)], [row('speed', 1, 1)])).toEqual(['new']);
});

test.each(['kernel', 'files', 'rails', 'models'] as const)(
  'every bar of %s has a committed figure to compare with',
  (area) => {
    const figures: Readonly<Record<string, readonly Row[]>> = baseline;
    const committed = figures[area]?.map(({ id }) => id);
    expect(committed).toEqual(expect.arrayContaining(readBars(area).map(({ id }) => id)));
  },
);
