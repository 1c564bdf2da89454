import { flat, guarded, numberArg, numbersOf, pass } from './arguments.ts';
import { matches } from './criteria.ts';
import type { Argument } from './evaluate.ts';
import type { Run } from './functions.ts';
import { DIVIDED, isError, isMatrix, NOT_FOUND, NUM, type Scalar, VALUE } from './values.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, it) => total + it, 0);
const run = (work: (args: readonly Argument[]) => Scalar): Run => guarded(work);
const of = (work: (value: number) => number): Run =>
  run(([value]) => {
    const result = work(numberArg(value));
    return Number.isFinite(result) ? result : NUM;
  });

/** Away from what binary makes of decimals: 2.675 to two places is 2.68. */
const shifted = (value: number, places: number, round: (it: number) => number): number => {
  const factor = 10 ** places;
  const scaled = Math.abs(value) * factor;
  const near = Math.round(scaled);
  const exact = Math.abs(scaled - near) < Math.max(1, scaled) * 1e-12 ? near : scaled;
  return (Math.sign(value) * round(exact)) / factor;
};

const variance = (numbers: readonly number[], population: boolean): number => {
  const count = numbers.length - (population ? 0 : 1);
  if (count <= 0) return pass(DIVIDED);
  const mean = sum(numbers) / numbers.length;
  return sum(numbers.map((it) => (it - mean) ** 2)) / count;
};

const ranked = (numbers: readonly number[], place: number, largest: boolean): number => {
  const sorted = numbers.toSorted((a, b) => (largest ? b - a : a - b));
  return sorted[Math.ceil(place) - 1] ?? pass(NUM);
};

/** Indexes of the cells that satisfy all pairs of range and criterion. */
const selected = (pairs: readonly Argument[]): number[] => {
  const tests: { readonly cells: readonly Scalar[]; readonly criterion: Scalar }[] = [];
  for (let index = 0; index + 1 < pairs.length; index += 2)
    tests.push({ cells: flat(pairs[index]), criterion: pairs[index + 1]?.scalar() ?? null });
  const length = tests[0]?.cells.length ?? 0;
  if (tests.some(({ cells }) => cells.length !== length)) return pass(VALUE);
  return Array.from({ length }, (_, index) => index).filter((index) =>
    tests.every(({ cells, criterion }) => matches(cells[index] ?? null, criterion)),
  );
};

const picked = (cells: readonly Scalar[], indexes: readonly number[]): number[] =>
  indexes.flatMap((index) => {
    const value = cells[index] ?? null;
    if (isError(value)) return pass(value);
    return typeof value === 'number' ? [value] : [];
  });

const extreme = (numbers: readonly number[], pick: (a: number, b: number) => number): number =>
  numbers.length === 0 ? 0 : numbers.reduce((best, it) => pick(best, it));

const average = (numbers: readonly number[]): number =>
  numbers.length === 0 ? pass(DIVIDED) : sum(numbers) / numbers.length;

export const mathFunctions: Readonly<Record<string, Run>> = {
  SUM: run((args) => sum(numbersOf(args))),
  PRODUCT: run((args) => numbersOf(args).reduce((total, it) => total * it, 1)),
  AVERAGE: run((args) => average(numbersOf(args))),
  MIN: run((args) => extreme(numbersOf(args), Math.min)),
  MAX: run((args) => extreme(numbersOf(args), Math.max)),
  COUNT: run((args) =>
    args.reduce((count, argument) => count + flat(argument).filter((it) => typeof it === 'number').length, 0),
  ),
  COUNTA: run((args) => args.reduce((count, argument) => count + flat(argument).filter((it) => it !== null).length, 0)),
  MEDIAN: run((args) => {
    const sorted = numbersOf(args).toSorted((a, b) => a - b);
    if (sorted.length === 0) return NUM;
    const [low, high] = [Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2)];
    return ((sorted[low] as number) + (sorted[high] as number)) / 2;
  }),
  LARGE: run(([range, place]) => ranked(numbersOf(range ? [range] : []), numberArg(place), true)),
  SMALL: run(([range, place]) => ranked(numbersOf(range ? [range] : []), numberArg(place), false)),
  STDEV: run((args) => Math.sqrt(variance(numbersOf(args), false))),
  'STDEV.S': run((args) => Math.sqrt(variance(numbersOf(args), false))),
  'STDEV.P': run((args) => Math.sqrt(variance(numbersOf(args), true))),
  VAR: run((args) => variance(numbersOf(args), false)),
  'VAR.S': run((args) => variance(numbersOf(args), false)),
  'VAR.P': run((args) => variance(numbersOf(args), true)),
  RANK: run(([value, range, order]) => rank(value, range, order)),
  'RANK.EQ': run(([value, range, order]) => rank(value, range, order)),
  ABS: of(Math.abs),
  SIGN: of(Math.sign),
  INT: of(Math.floor),
  SQRT: of(Math.sqrt),
  EXP: of(Math.exp),
  LN: of((value) => (value > 0 ? Math.log(value) : Number.NaN)),
  LOG10: of((value) => (value > 0 ? Math.log10(value) : Number.NaN)),
  LOG: run(([value, base]) => {
    const result = Math.log(numberArg(value)) / Math.log(numberArg(base, 10));
    return Number.isFinite(result) ? result : NUM;
  }),
  POWER: run(([value, power]) => {
    const result = numberArg(value) ** numberArg(power);
    return Number.isFinite(result) ? result : NUM;
  }),
  MOD: run(([value, by]) => {
    const [a, b] = [numberArg(value), numberArg(by)];
    return b === 0 ? DIVIDED : a - b * Math.floor(a / b);
  }),
  ROUND: run(([value, places]) => shifted(numberArg(value), numberArg(places, 0), (it) => Math.floor(it + 0.5))),
  ROUNDUP: run(([value, places]) => shifted(numberArg(value), numberArg(places, 0), Math.ceil)),
  ROUNDDOWN: run(([value, places]) => shifted(numberArg(value), numberArg(places, 0), Math.floor)),
  TRUNC: run(([value, places]) => shifted(numberArg(value), numberArg(places, 0), Math.floor)),
  PI: () => Math.PI,
  SUMPRODUCT: run((args) => {
    const matrices = args.map((argument) => {
      const value = argument.value();
      return isMatrix(value) ? value.rows : [[value]];
    });
    const [first = []] = matrices;
    if (matrices.some((rows) => rows.length !== first.length || rows[0]?.length !== first[0]?.length)) return VALUE;
    let total = 0;
    for (let row = 0; row < first.length; row++)
      for (let column = 0; column < (first[row]?.length ?? 0); column++) {
        let product = 1;
        for (const rows of matrices) {
          const item = rows[row]?.[column] ?? null;
          if (isError(item)) return item;
          product *= typeof item === 'number' ? item : 0;
        }
        total += product;
      }
    return total;
  }),
  COUNTBLANK: run(([range]) => flat(range).filter((it) => it === null || it === '').length),
  COUNTIF: run((args) => selected(args).length),
  COUNTIFS: run((args) => selected(args).length),
  SUMIF: run(([range, criterion, totals]) => {
    const pairs = [range, criterion].filter((it) => it !== undefined);
    return sum(picked(flat(totals ?? range), selected(pairs)));
  }),
  AVERAGEIF: run(([range, criterion, totals]) => {
    const pairs = [range, criterion].filter((it) => it !== undefined);
    return average(picked(flat(totals ?? range), selected(pairs)));
  }),
  SUMIFS: run(([totals, ...pairs]) => sum(picked(flat(totals), selected(pairs)))),
  AVERAGEIFS: run(([totals, ...pairs]) => average(picked(flat(totals), selected(pairs)))),
  MAXIFS: run(([values, ...pairs]) => extreme(picked(flat(values), selected(pairs)), Math.max)),
  MINIFS: run(([values, ...pairs]) => extreme(picked(flat(values), selected(pairs)), Math.min)),
};

const rank = (value: Argument | undefined, range: Argument | undefined, order: Argument | undefined): Scalar => {
  const number = numberArg(value);
  const numbers = numbersOf(range ? [range] : []);
  if (!numbers.includes(number)) return NOT_FOUND;
  const ascending = numberArg(order, 0) !== 0;
  return numbers.filter((it) => (ascending ? it < number : it > number)).length + 1;
};
