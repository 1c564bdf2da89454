import { guarded, numberArg, numbersOf, pass, wholeArg } from './arguments.ts';
import { digits15, exactSum, floored, roundedTo } from './decimal.ts';
import { eitherWay } from './doubt.ts';
import type { Argument } from './evaluate.ts';
import type { Run } from './functions.ts';
import { cellAt, filled, matrixOf } from './matrix.ts';
import { raised } from './power.ts';
import { Unsupported } from './unsupported.ts';
import { DIVIDED, isError, NUM, type Scalar, VALUE } from './values.ts';

const finite = (value: number): Scalar => (Number.isFinite(value) ? value : NUM);
const run = (work: (args: readonly Argument[]) => Scalar): Run => guarded(work);
const of = (work: (value: number) => number): Run => run(([value]) => finite(work(numberArg(value))));

/** The multiple of a step at or beyond a number, halves of it for `nearest`. */
const multiple = (value: number, step: number, how: 'half' | 'up' | 'down'): number => {
  if (step === 0) return 0;
  const quotient = Math.abs(value / step);
  // Halves of a step such as 0.05 are only nearly halves in binary, and programs round them either way.
  if (how === 'half' && Math.abs((quotient % 1) - 0.5) < 1e-9 && !Number.isInteger(value * step * 64))
    throw new Unsupported('half of a step');
  const times = roundedTo(quotient, 0, how);
  return digits15(times * Math.abs(step)) * Math.sign(value);
};

const stepped = (number: number, step: number, how: 'up' | 'down'): Scalar => {
  if (number > 0 && step < 0) return NUM;
  if (number === 0 || step === 0) return 0;
  // Programs, and versions of one program, differ about which way is up below zero.
  if (number < 0) throw new Unsupported('multiples of negative numbers');
  return multiple(number, step, how);
};

const whole = (value: number): number => (value < 0 ? pass(NUM) : Math.trunc(value));

export const mathFunctions: Readonly<Record<string, Run>> = {
  SUM: run((args) => finite(exactSum(numbersOf(args)))),
  PRODUCT: run((args) => {
    const numbers = numbersOf(args);
    return numbers.length === 0 ? 0 : finite(numbers.reduce((total, it) => total * it, 1));
  }),
  SUMSQ: run((args) => finite(exactSum(numbersOf(args).map((it) => it * it)))),
  ABS: of(Math.abs),
  SIGN: of(Math.sign),
  INT: of(floored),
  SQRT: of(Math.sqrt),
  EXP: of(Math.exp),
  LN: of((value) => (value > 0 ? Math.log(value) : Number.NaN)),
  LOG10: of((value) => (value > 0 ? Math.log10(value) : Number.NaN)),
  LOG: run(([value, base]) => {
    const [number, by] = [numberArg(value), numberArg(base, 10)];
    if (number <= 0 || by <= 0) return NUM;
    if (by === 1) return DIVIDED;
    return by === 10 ? Math.log10(number) : by === 2 ? Math.log2(number) : Math.log(number) / Math.log(by);
  }),
  POWER: run(([value, power]) => {
    const [a, b] = [numberArg(value), numberArg(power)];
    return raised(a, b);
  }),
  MOD: run(([value, by]) => {
    const [a, b] = [numberArg(value), numberArg(by)];
    if (b === 0) return DIVIDED;
    // Excel gives up where the quotient has so many digits; how many depends on its version.
    if (Math.abs(a / b) >= 2 ** 27) throw new Unsupported('a remainder of a very large quotient');
    const exact = a - b * Math.floor(a / b);
    const near = digits15(a / b);
    return Number.isInteger(near) ? eitherWay(0, exact) : exact;
  }),
  QUOTIENT: run(([value, by]) => {
    const [a, b] = [numberArg(value), numberArg(by)];
    return b === 0 ? DIVIDED : roundedTo(a / b, 0, 'down');
  }),
  ROUND: run(([value, places]) => roundedTo(numberArg(value), wholeArg(places), 'half')),
  ROUNDUP: run(([value, places]) => roundedTo(numberArg(value), wholeArg(places), 'up')),
  ROUNDDOWN: run(([value, places]) => roundedTo(numberArg(value), wholeArg(places), 'down')),
  TRUNC: run(([value, places]) => roundedTo(numberArg(value), wholeArg(places, 0), 'down')),
  MROUND: run(([value, by]) => {
    const [number, step] = [numberArg(value), numberArg(by)];
    if (number * step < 0) throw new Unsupported('multiples of the other sign');
    return multiple(number, step, 'half');
  }),
  CEILING: run(([value, by]) => stepped(numberArg(value), numberArg(by), 'up')),
  FLOOR: run(([value, by]) => {
    const [number, step] = [numberArg(value), numberArg(by)];
    return step === 0 && number !== 0 ? DIVIDED : stepped(number, step, 'down');
  }),
  EVEN: of((value) => Math.sign(value) * 2 * roundedTo(Math.abs(value) / 2, 0, 'up')),
  ODD: of((value) =>
    value === 0 ? 1 : Math.sign(value) * Math.max(1, 2 * roundedTo((Math.abs(value) - 1) / 2, 0, 'up') + 1),
  ),
  PI: () => Math.PI,
  SIN: of(Math.sin),
  COS: of(Math.cos),
  TAN: of(Math.tan),
  ASIN: of(Math.asin),
  ACOS: of(Math.acos),
  ATAN: of(Math.atan),
  ATAN2: run(([x, y]) => {
    const [a, b] = [numberArg(x), numberArg(y)];
    return a === 0 && b === 0 ? DIVIDED : Math.atan2(b, a);
  }),
  RADIANS: of((value) => (value / 180) * Math.PI),
  DEGREES: of((value) => (value / Math.PI) * 180),
  FACT: of((value) => {
    let product = 1;
    const last = whole(value);
    if (last > 170) return Number.NaN;
    for (let factor = 2; factor <= last; factor++) product *= factor;
    return product;
  }),
  COMBIN: run(([value, chosen]) => {
    const [n, k] = [whole(numberArg(value)), whole(numberArg(chosen))];
    if (k > n) return NUM;
    let product = 1;
    for (let step = 1; step <= Math.min(k, n - k); step++) product = (product * (n - Math.min(k, n - k) + step)) / step;
    return finite(Math.round(product) === product || product > 2 ** 53 ? product : Math.round(product));
  }),
  GCD: run((args) => numbersOf(args).map(whole).reduce(divisor, 0)),
  LCM: run((args) =>
    numbersOf(args)
      .map(whole)
      .reduce((a, b) => (a === 0 || b === 0 ? 0 : (a / divisor(a, b)) * b), 1),
  ),
  SUMPRODUCT: run((args) => {
    const matrices = args.map((argument) => matrixOf(argument.arrayValue()));
    const [first] = matrices;
    if (!first) return VALUE;
    if (matrices.some(({ height, width }) => height !== first.height || width !== first.width)) return VALUE;
    const used = matrices.map(filled);
    const height = Math.max(...used.map((it) => it.height));
    const width = Math.max(...used.map((it) => it.width));
    const products: number[] = [];
    const product = (pick: (index: number) => Scalar): number => {
      let total = 1;
      for (let index = 0; index < matrices.length; index++) {
        const item = pick(index);
        if (isError(item)) pass(item);
        total *= typeof item === 'number' ? item : 0;
      }
      return total;
    };
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++)
        products.push(product((index) => cellAt(matrices[index] ?? first, row, column)));
    const others = first.height * first.width - height * width;
    return exactSum(products) + (others > 0 ? others * product((index) => matrices[index]?.rest ?? null) : 0);
  }),
};

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
