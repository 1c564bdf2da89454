import { guarded, matrixArg, pass } from './arguments.ts';
import { createCriterion } from './criteria.ts';
import { exactSum } from './decimal.ts';
import type { Argument, Workplace } from './evaluate.ts';
import type { Run } from './functions.ts';
import { cellAt, filled, matrixOf } from './matrix.ts';
import { Unsupported } from './unsupported.ts';
import { DIVIDED, isError, isMatrix, type Matrix, type Scalar, VALUE } from './values.ts';

const run = (work: (args: readonly Argument[], at: Workplace) => Scalar): Run => guarded(work);

/** Calls back for every cell that satisfies all pairs; cells that are not written out come once, with their number. */
const eachSelected = (
  pairs: readonly Argument[],
  values: Matrix | undefined,
  take: (value: Scalar, times: number) => void,
): void => {
  const tests: { readonly cells: Matrix; readonly meets: (cell: Scalar) => boolean }[] = [];
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const range = pairs[index];
    // These functions take ranges alone; an array in their place is an error that no program lets one enter.
    if (range?.place() === undefined) throw new Unsupported('criteria over an array');
    tests.push({ cells: matrixArg(range), meets: createCriterion(pairs[index + 1]?.scalar() ?? null) });
  }
  const [first] = tests;
  if (!first) return pass(VALUE);
  const { height, width } = first.cells;
  const all = values ? [...tests.map(({ cells }) => cells), values] : tests.map(({ cells }) => cells);
  if (all.some((it) => it.height !== height || it.width !== width)) pass(VALUE);
  const used = all.map(filled);
  const down = Math.max(...used.map((it) => it.height));
  const across = Math.max(...used.map((it) => it.width));
  for (let row = 0; row < down; row++)
    for (let column = 0; column < across; column++)
      if (tests.every(({ cells, meets }) => meets(cellAt(cells, row, column))))
        take(values ? cellAt(values, row, column) : null, 1);
  const others = height * width - down * across;
  if (others > 0 && tests.every(({ cells, meets }) => meets(cells.rest))) take(values?.rest ?? null, others);
};

const count = (pairs: readonly Argument[]): number => {
  let total = 0;
  eachSelected(pairs, undefined, (_, times) => {
    total += times;
  });
  return total;
};

const numbers = (pairs: readonly Argument[], values: Matrix): number[] => {
  const found: number[] = [];
  eachSelected(pairs, values, (value) => {
    if (isError(value)) pass(value);
    if (typeof value === 'number') found.push(value);
  });
  return found;
};

/** SUMIF takes as many cells as the tested range has, from the first cell of the range it adds up. */
const sameSize = (range: Argument, totals: Argument | undefined, at: Workplace): Matrix => {
  const tested = matrixArg(range);
  if (!totals || totals.isMissing) return tested;
  const place = totals.place();
  if (!place) throw new Unsupported('criteria over an array');
  const { top, left, bottom, right } = place.rect;
  if (bottom - top + 1 === tested.height && right - left + 1 === tested.width) return matrixArg(totals);
  const value = at.reach({
    sheet: place.sheet,
    rect: { top, left, bottom: top + tested.height - 1, right: left + tested.width - 1 },
  });
  return isMatrix(value) ? value : matrixOf(value);
};

const average = (list: readonly number[]): number => (list.length === 0 ? pass(DIVIDED) : exactSum(list) / list.length);

const withCriterion = (args: readonly Argument[], at: Workplace): number[] => {
  const [range, criterion, totals] = args;
  return range && criterion ? numbers([range, criterion], sameSize(range, totals, at)) : pass(VALUE);
};

export const conditionalFunctions: Readonly<Record<string, Run>> = {
  COUNTIF: run((args) => count(args)),
  COUNTIFS: run((args) => count(args)),
  SUMIF: run((args, at) => exactSum(withCriterion(args, at))),
  AVERAGEIF: run((args, at) => average(withCriterion(args, at))),
  SUMIFS: run(([totals, ...pairs]) => exactSum(numbers(pairs, matrixArg(totals)))),
  AVERAGEIFS: run(([totals, ...pairs]) => average(numbers(pairs, matrixArg(totals)))),
  MAXIFS: run(([values, ...pairs]) => extreme(numbers(pairs, matrixArg(values)), Math.max)),
  MINIFS: run(([values, ...pairs]) => extreme(numbers(pairs, matrixArg(values)), Math.min)),
};

const extreme = (list: readonly number[], pick: (a: number, b: number) => number): number =>
  list.length === 0 ? 0 : list.reduce((best, it) => pick(best, it));
