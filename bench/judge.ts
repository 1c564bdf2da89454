import type { Bar } from './bars.ts';
import type { Row } from './bench.ts';

export type Judged = { readonly figure: number; readonly holds: boolean | undefined; readonly bar: string };

/** The figure a bar speaks of, and whether it holds. A row without its yardstick cannot hold a ratio. */
export const judge = (row: Row, bars: readonly Bar[]): Judged => {
  const bar = bars.find(({ id }) => id === row.id);
  const figure = figureOf(row, bar);
  if (!bar) return { figure, holds: undefined, bar: '' };
  const text = [bar.min === undefined ? '' : `>= ${bar.min}`, bar.max === undefined ? '' : `<= ${bar.max}`]
    .join(' ')
    .trim();
  return { figure, holds: figure >= (bar.min ?? -Infinity) && figure <= (bar.max ?? Infinity), bar: text };
};

/**
 * How much worse than the committed figure two quiet runs of one machine come out by themselves: a ratio carries its
 * yardstick along, a bare time or count does not.
 */
const noiseOf = (row: Row): number => (row.yardstick === undefined ? 2 : 1.5);

export const regressions = (rows: readonly Row[], baseline: readonly Row[], bars: readonly Bar[]): readonly string[] =>
  rows.flatMap((row) => {
    const before = baseline.find(({ id }) => id === row.id);
    if (!before) return [];
    const bar = bars.find(({ id }) => id === row.id);
    const [was, is] = [figureOf(before, bar), figureOf(row, bar)];
    const biggerIsBetter = bar?.min !== undefined;
    const noise = noiseOf(row);
    const worse = biggerIsBetter ? is < was / noise : is > was * noise && is > was + smallest(row.unit);
    return worse ? [`${row.id}: ${is.toPrecision(3)}, was ${was.toPrecision(3)}`] : [];
  });

/** Rows whose bar does not hold, whatever they were before. */
export const shortOf = (rows: readonly Row[], bars: readonly Bar[]): readonly string[] =>
  rows.flatMap((row) => {
    const { figure, holds, bar } = judge(row, bars);
    return holds === false ? [`${row.id}: ${figure.toPrecision(3)}, the bar is ${bar}`] : [];
  });

/** Rows a comparison says nothing about. */
export const uncompared = (rows: readonly Row[], baseline: readonly Row[]): readonly string[] =>
  rows.map(({ id }) => id).filter((id) => !baseline.some((each) => each.id === id));

const figureOf = (row: Row, bar: Bar | undefined): number =>
  (bar?.of ?? 'ratio') === 'ratio' && row.yardstick !== undefined
    ? row.value / row.yardstick
    : bar?.of === 'ratio'
      ? Number.NaN
      : row.value;

/** A count that was 0, or a time below the timer's own grain, doubles without meaning anything. */
const smallest = (unit: string): number => (unit === 'ms' ? 1 : 0);
