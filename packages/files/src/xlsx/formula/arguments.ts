import type { Argument } from './evaluate.ts';
import { matrixOf, visit } from './matrix.ts';
import { Unsupported } from './unsupported.ts';
import {
  type ErrorValue,
  isError,
  isMatrix,
  type Matrix,
  type Scalar,
  toBoolean,
  toNumber,
  toText,
  VALUE,
  type Value,
} from './values.ts';

/** Thrown inside a function and turned into its value by `guarded`: errors of arguments go through. */
class ErrorPassed extends Error {
  readonly value: ErrorValue;
  constructor(value: ErrorValue) {
    super(value.error);
    this.value = value;
  }
}

export const pass = (value: ErrorValue): never => {
  throw new ErrorPassed(value);
};

export const guarded =
  <Args extends readonly unknown[], T>(run: (...args: Args) => T) =>
  (...args: Args): T | ErrorValue => {
    try {
      return run(...args);
    } catch (cause) {
      if (cause instanceof ErrorPassed) return cause.value;
      throw cause;
    }
  };

export const isGiven = (argument: Argument | undefined): argument is Argument =>
  argument !== undefined && !argument.isMissing;

/** An argument left out has its default; one left empty between commas counts as zero. */
export const numberArg = (argument: Argument | undefined, fallback?: number): number => {
  if (argument === undefined) return fallback ?? pass(VALUE);
  if (argument.isMissing) return 0;
  const number = toNumber(argument.scalar());
  return typeof number === 'number' ? number : pass(number);
};

export const wholeArg = (argument: Argument | undefined, fallback?: number): number =>
  Math.trunc(numberArg(argument, fallback));

/** For arguments that have their default also when they are left empty. */
export const optionalArg = (argument: Argument | undefined, fallback: number): number =>
  isGiven(argument) ? numberArg(argument) : fallback;

export const textArg = (argument: Argument | undefined, fallback?: string): string => {
  if (argument === undefined) return fallback ?? pass(VALUE);
  if (argument.isMissing) return fallback ?? '';
  const text = toText(argument.scalar());
  return typeof text === 'string' ? text : pass(text);
};

export const truthArg = (argument: Argument | undefined, fallback: boolean): boolean => {
  if (argument === undefined) return fallback;
  if (argument.isMissing) return false;
  const it = toBoolean(argument.scalar());
  return typeof it === 'boolean' ? it : pass(it);
};

/** The scalar, or its error passed on. */
export const soundScalar = (argument: Argument | undefined): Exclude<Scalar, ErrorValue> => {
  const value = argument === undefined || argument.isMissing ? null : argument.scalar();
  return isError(value) ? pass(value) : value;
};

/**
 * A text, truth or blank that may have come as a cell: functions of ranges leave those of cells out and take those that
 * are given directly.
 */
export const refuseCell = ({ mayBeCell }: Argument, value: Scalar): void => {
  if (mayBeCell && typeof value !== 'number' && !isError(value)) throw new Unsupported('a cell that a function gives');
};

/** The numbers of arguments: those in ranges only where they are numbers, those given directly also as text. */
export const numbersOf = (args: readonly Argument[]): number[] => {
  const numbers: number[] = [];
  for (const argument of args) {
    const value = argument.value();
    if (isMatrix(value))
      visit(value, (item, times) => {
        if (isError(item)) pass(item);
        if (typeof item === 'number') for (let count = 0; count < times; count++) numbers.push(item);
      });
    else if (argument.place()) {
      if (typeof value === 'number') numbers.push(value);
      else if (isError(value)) pass(value);
    } else {
      refuseCell(argument, value);
      const number = toNumber(value);
      numbers.push(typeof number === 'number' ? number : pass(number));
    }
  }
  return numbers;
};

/** The numbers of one range. */
export const rangeNumbers = (argument: Argument | undefined): number[] =>
  argument === undefined || argument.isMissing ? pass(VALUE) : numbersOf([argument]);

export const matrixArg = (argument: Argument | undefined): Matrix =>
  argument === undefined || argument.isMissing ? pass(VALUE) : matrixOf(argument.value());

/**
 * An argument that a function chose, as it is. One left empty shows as 0; handed on to `&`, `LEN` or `=""` it is 0 to some
 * programs and nothing to others.
 */
export const asGiven = (argument: Argument | undefined): Value => {
  if (argument === undefined) return null;
  if (!argument.isMissing) return argument.value();
  if (!argument.isResult) throw new Unsupported('an empty argument that is handed on');
  return 0;
};
