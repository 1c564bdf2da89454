import type { Argument } from './evaluate.ts';
import { type ErrorValue, isError, isMatrix, type Scalar, toNumber, toText, VALUE } from './values.ts';

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

export const numberArg = (argument: Argument | undefined, fallback?: number): number => {
  if (argument === undefined || argument.isMissing) return fallback ?? pass(VALUE);
  const number = toNumber(argument.scalar());
  return typeof number === 'number' ? number : pass(number);
};

export const textArg = (argument: Argument | undefined, fallback?: string): string => {
  if (argument === undefined || argument.isMissing) return fallback ?? pass(VALUE);
  const text = toText(argument.scalar());
  return typeof text === 'string' ? text : pass(text);
};

/** The numbers of arguments: those in ranges only where they are numbers, those given directly also as text. */
export const numbersOf = (args: readonly Argument[]): number[] => {
  const numbers: number[] = [];
  for (const argument of args) {
    const value = argument.value();
    if (isMatrix(value)) {
      for (const row of value.rows)
        for (const item of row) {
          if (typeof item === 'number') numbers.push(item);
          else if (isError(item)) pass(item);
        }
    } else if (argument.place()) {
      if (typeof value === 'number') numbers.push(value);
      else if (isError(value)) pass(value);
    } else {
      const number = toNumber(value);
      numbers.push(typeof number === 'number' ? number : pass(number));
    }
  }
  return numbers;
};

export const flat = (argument: Argument | undefined): readonly Scalar[] => {
  const value = argument?.value() ?? null;
  return isMatrix(value) ? value.rows.flat() : [value];
};
