import { guarded, matrixArg, numberArg, numbersOf, pass, rangeNumbers, refuseCell } from './arguments.ts';
import { exactSum, isFoundNumber } from './decimal.ts';
import type { Argument } from './evaluate.ts';
import type { Run } from './functions.ts';
import { full, matrixOf, visit } from './matrix.ts';
import { Unsupported } from './unsupported.ts';
import { DIVIDED, isError, isMatrix, NOT_FOUND, NUM, type Scalar, toNumber } from './values.ts';

const run = (work: (args: readonly Argument[]) => Scalar): Run => guarded(work);

export const average = (numbers: readonly number[]): number =>
  numbers.length === 0 ? pass(DIVIDED) : exactSum(numbers) / numbers.length;

export const variance = (numbers: readonly number[], population: boolean): number => {
  const count = numbers.length - (population ? 0 : 1);
  if (count <= 0) return pass(DIVIDED);
  return squares(numbers) / count;
};

const squares = (numbers: readonly number[]): number => {
  const mean = average(numbers);
  return exactSum(numbers.map((it) => (it - mean) ** 2));
};

export const extreme = (numbers: readonly number[], pick: (a: number, b: number) => number): number =>
  numbers.length === 0 ? 0 : numbers.reduce((best, it) => pick(best, it));

const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

const ranked = (range: Argument | undefined, place: number, largest: boolean): number => {
  const ascending = sorted(rangeNumbers(range));
  // Some programs go to the next place, some to the one before.
  if (!Number.isInteger(place)) throw new Unsupported('a place between two');
  if (place < 1 || place > ascending.length) return pass(NUM);
  return ascending[largest ? ascending.length - place : place - 1] as number;
};

const percentile = (numbers: readonly number[], share: number): number => {
  const ascending = sorted(numbers);
  if (ascending.length === 0 || share < 0 || share > 1) return pass(NUM);
  const at = share * (ascending.length - 1);
  const [low, high] = [ascending[Math.floor(at)] as number, ascending[Math.ceil(at)] as number];
  return low + (high - low) * (at - Math.floor(at));
};

const quartile = (range: Argument | undefined, which: number): number => {
  const quarter = Math.trunc(which);
  return quarter < 0 || quarter > 4 ? pass(NUM) : percentile(rangeNumbers(range), quarter / 4);
};

const rank = (value: Argument | undefined, range: Argument | undefined, order: Argument | undefined): Scalar => {
  const number = numberArg(value);
  const numbers = rangeNumbers(range);
  const same = numbers.filter((it) => isFoundNumber(it, number));
  // Excel finds no rank for a number that is not in the list; others place it between its neighbours.
  if (same.length === 0) throw new Unsupported('the rank of a number that is not in the list');
  const ascending = numberArg(order, 0) !== 0;
  const others = numbers.filter((it) => !same.includes(it));
  return others.filter((it) => (ascending ? it < number : it > number)).length + 1;
};

/** The numbers of two ranges where both have one. */
const pairsOf = (first: Argument | undefined, second: Argument | undefined): { x: number[]; y: number[] } => {
  const [a, b] = [full(matrixArg(first)).flat(), full(matrixArg(second)).flat()];
  if (a.length !== b.length) return pass(NOT_FOUND);
  const kept: [number, number][] = [];
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? null;
    if (isError(left)) pass(left);
    if (isError(right)) pass(right);
    if (typeof left === 'number' && typeof right === 'number') kept.push([left, right]);
  }
  return { x: kept.map(([left]) => left), y: kept.map(([, right]) => right) };
};

const slope = (known: { x: number[]; y: number[] }): number => {
  const [mx, my] = [average(known.x), average(known.y)];
  const spread = exactSum(known.x.map((it) => (it - mx) ** 2));
  if (spread === 0) return pass(DIVIDED);
  return exactSum(known.x.map((it, index) => (it - mx) * ((known.y[index] as number) - my))) / spread;
};

const correlation = (known: { x: number[]; y: number[] }): number => {
  const [mx, my] = [average(known.x), average(known.y)];
  const below = Math.sqrt(squares(known.x) * squares(known.y));
  if (below === 0) return pass(DIVIDED);
  return exactSum(known.x.map((it, index) => (it - mx) * ((known.y[index] as number) - my))) / below;
};

/** As the functions that end in A have it: texts of a range are nothing, truths are numbers. */
const numbersA = (args: readonly Argument[]): number[] =>
  args.flatMap((argument) => {
    const value = argument.value();
    if (!isMatrix(value) && argument.place() === undefined) {
      refuseCell(argument, value);
      const number = toNumber(value);
      return typeof number === 'number' ? [number] : pass(number);
    }
    const found: number[] = [];
    visit(matrixOf(value), (item) => {
      if (isError(item)) pass(item);
      if (item !== null) found.push(typeof item === 'number' ? item : item === true ? 1 : 0);
    });
    return found;
  });

const counted = (args: readonly Argument[], counts: (item: Scalar, isDirect: boolean) => boolean): number => {
  let total = 0;
  for (const argument of args) {
    const value = argument.value();
    const isDirect = !isMatrix(value) && argument.place() === undefined;
    if (!isMatrix(value)) refuseCell(argument, value);
    visit(matrixOf(value), (item, times) => {
      if (counts(item, isDirect)) total += times;
    });
  }
  return total;
};

export const countNumbers = (args: readonly Argument[]): number =>
  counted(args, (item, isDirect) => (isDirect ? typeof toNumber(item) === 'number' : typeof item === 'number'));
export const countFilled = (args: readonly Argument[]): number =>
  counted(args, (item, isDirect) => isDirect || item !== null);

const percentileRun = run(([range, share]) => percentile(rangeNumbers(range), numberArg(share)));
const quartileRun = run(([range, which]) => quartile(range, numberArg(which)));
const rankRun = run(([value, range, order]) => rank(value, range, order));
const sampleDeviation = run((args) => Math.sqrt(variance(numbersOf(args), false)));
const populationDeviation = run((args) => Math.sqrt(variance(numbersOf(args), true)));
const sampleVariance = run((args) => variance(numbersOf(args), false));
const populationVariance = run((args) => variance(numbersOf(args), true));
const mode = run((args) => {
  const times = new Map<number, number>();
  for (const it of numbersOf(args)) times.set(it, (times.get(it) ?? 0) + 1);
  const most = Math.max(0, ...times.values());
  const [first, ...others] = [...times].filter(([, count]) => count === most);
  if (most < 2 || !first) return NOT_FOUND;
  // The first of them to some programs, the smallest to others.
  if (others.length > 0) throw new Unsupported('several numbers that are equally frequent');
  return first[0];
});
const forecast = run(([at, ys, xs]) => {
  const known = pairsOf(xs, ys);
  return average(known.y) + slope(known) * (numberArg(at) - average(known.x));
});

export const statisticFunctions: Readonly<Record<string, Run>> = {
  AVERAGE: run((args) => average(numbersOf(args))),
  AVERAGEA: run((args) => average(numbersA(args))),
  MIN: run((args) => extreme(numbersOf(args), Math.min)),
  MAX: run((args) => extreme(numbersOf(args), Math.max)),
  MINA: run((args) => extreme(numbersA(args), Math.min)),
  MAXA: run((args) => extreme(numbersA(args), Math.max)),
  COUNT: run(countNumbers),
  COUNTA: run(countFilled),
  COUNTBLANK: run(([range]) => {
    let blanks = 0;
    visit(matrixArg(range), (item, times) => {
      if (item === null || item === '') blanks += times;
    });
    return blanks;
  }),
  MEDIAN: run((args) => percentile(numbersOf(args), 0.5)),
  MODE: mode,
  'MODE.SNGL': mode,
  LARGE: run(([range, place]) => ranked(range, numberArg(place), true)),
  SMALL: run(([range, place]) => ranked(range, numberArg(place), false)),
  PERCENTILE: percentileRun,
  'PERCENTILE.INC': percentileRun,
  QUARTILE: quartileRun,
  'QUARTILE.INC': quartileRun,
  STDEV: sampleDeviation,
  'STDEV.S': sampleDeviation,
  STDEVP: populationDeviation,
  'STDEV.P': populationDeviation,
  VAR: sampleVariance,
  'VAR.S': sampleVariance,
  VARP: populationVariance,
  'VAR.P': populationVariance,
  DEVSQ: run((args) => squares(numbersOf(args))),
  AVEDEV: run((args) => {
    const numbers = numbersOf(args);
    const mean = average(numbers);
    return average(numbers.map((it) => Math.abs(it - mean)));
  }),
  GEOMEAN: run((args) => {
    const numbers = numbersOf(args);
    if (numbers.length === 0 || numbers.some((it) => it <= 0)) return NUM;
    return Math.exp(average(numbers.map(Math.log)));
  }),
  HARMEAN: run((args) => {
    const numbers = numbersOf(args);
    return numbers.some((it) => it <= 0) ? NUM : 1 / average(numbers.map((it) => 1 / it));
  }),
  RANK: rankRun,
  'RANK.EQ': rankRun,
  CORREL: run(([a, b]) => correlation(pairsOf(a, b))),
  PEARSON: run(([a, b]) => correlation(pairsOf(a, b))),
  RSQ: run(([a, b]) => correlation(pairsOf(b, a)) ** 2),
  SLOPE: run(([ys, xs]) => slope(pairsOf(xs, ys))),
  INTERCEPT: run(([ys, xs]) => {
    const known = pairsOf(xs, ys);
    return average(known.y) - slope(known) * average(known.x);
  }),
  FORECAST: forecast,
  'FORECAST.LINEAR': forecast,
};
