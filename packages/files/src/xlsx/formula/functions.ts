import { asGiven, guarded, pass, refuseCell, soundScalar } from './arguments.ts';
import type { Argument, Workplace } from './evaluate.ts';
import { conditionalFunctions } from './functions-conditional.ts';
import { dateFunctions } from './functions-date.ts';
import { financeFunctions } from './functions-finance.ts';
import { lookupFunctions } from './functions-lookup.ts';
import { mathFunctions } from './functions-math.ts';
import { placeFunctions } from './functions-place.ts';
import { statisticFunctions } from './functions-statistic.ts';
import { textFunctions } from './functions-text.ts';
import { matrixOf, visit } from './matrix.ts';
import { Unsupported } from './unsupported.ts';
import { isError, isMatrix, NOT_FOUND, type Scalar, toBoolean, VALUE, type Value } from './values.ts';

export type Run = (args: readonly Argument[], at: Workplace) => Value;

const run = (work: (args: readonly Argument[]) => Value): Run => guarded(work);

const truth = (argument: Argument | undefined): boolean => {
  if (argument === undefined) return pass(VALUE);
  const it = toBoolean(argument.scalar());
  return typeof it === 'boolean' ? it : pass(it);
};

const allTruths = (args: readonly Argument[]): boolean[] => {
  const found: boolean[] = [];
  for (const argument of args) {
    const value = argument.value();
    const isPlace = isMatrix(value) || argument.place() !== undefined;
    if (!isMatrix(value) && !isPlace && typeof value !== 'boolean') refuseCell(argument, value);
    visit(matrixOf(value), (item) => {
      if (isError(item)) pass(item);
      // Texts and blanks of a range do not take part; one given directly must be a truth.
      if (isPlace && (item === null || typeof item === 'string')) return;
      const it = toBoolean(item);
      found.push(typeof it === 'boolean' ? it : pass(it));
    });
  }
  return found.length === 0 ? pass(VALUE) : found;
};

const scalar = (argument: Argument | undefined): Scalar =>
  argument === undefined ? pass(VALUE) : argument.isMissing ? null : argument.scalar();

const logic: Readonly<Record<string, Run>> = {
  IF: run(([condition, yes, no]) => {
    const it = truth(condition);
    const chosen = it ? yes : no;
    return chosen === undefined ? it : asGiven(chosen);
  }),
  IFS: run((args) => {
    for (let index = 0; index + 1 < args.length; index += 2) if (truth(args[index])) return asGiven(args[index + 1]);
    return NOT_FOUND;
  }),
  AND: run((args) => allTruths(args).every(Boolean)),
  OR: run((args) => allTruths(args).some(Boolean)),
  XOR: run((args) => allTruths(args).filter(Boolean).length % 2 === 1),
  NOT: run(([argument]) => !truth(argument)),
  TRUE: () => true,
  FALSE: () => false,
  NA: () => NOT_FOUND,
  IFERROR: run(([value, fallback]) => {
    const it = scalar(value);
    return isError(it) ? asGiven(fallback) : it;
  }),
  IFNA: run(([value, fallback]) => {
    const it = scalar(value);
    return isError(it) && it.error === '#N/A' ? asGiven(fallback) : it;
  }),
  ISBLANK: run(([value]) => scalar(value) === null),
  ISNUMBER: run(([value]) => typeof scalar(value) === 'number'),
  ISTEXT: run(([value]) => typeof scalar(value) === 'string'),
  ISNONTEXT: run(([value]) => typeof scalar(value) !== 'string'),
  ISLOGICAL: run(([value]) => typeof scalar(value) === 'boolean'),
  ISERROR: run(([value]) => isError(scalar(value))),
  ISNA: run(([value]) => {
    const it = scalar(value);
    return isError(it) && it.error === '#N/A';
  }),
  ISERR: run(([value]) => {
    const it = scalar(value);
    return isError(it) && it.error !== '#N/A';
  }),
  ISEVEN: run(([value]) => Math.trunc(numeric(value)) % 2 === 0),
  ISODD: run(([value]) => Math.trunc(numeric(value)) % 2 !== 0),
  'ERROR.TYPE': run(([value]) => {
    const it = scalar(value);
    const place = isError(it) ? ERROR_TYPES.indexOf(it.error) : -1;
    return place < 0 ? NOT_FOUND : place + 1;
  }),
};

const ERROR_TYPES = ['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A'];

/** These functions take no truths for numbers, and programs differ about blanks. */
const numeric = (argument: Argument | undefined): number => {
  const it = soundScalar(argument);
  if (typeof it === 'number') return it;
  throw new Unsupported('parity of something other than a number');
};

/** Functions of single values that are applied to each cell where an array is calculated. */
const LIFTED = new Set(
  'ABS SIGN INT SQRT EXP LN LOG10 LOG POWER MOD ROUND ROUNDUP ROUNDDOWN TRUNC NOT ISBLANK ISNUMBER ISTEXT ISNONTEXT ISLOGICAL ISERROR ISNA ISERR LEFT RIGHT MID LEN UPPER LOWER TRIM SUBSTITUTE FIND SEARCH EXACT VALUE YEAR MONTH DAY WEEKDAY TEXT'.split(
    ' ',
  ),
);
export const isLifted = (name: string): boolean => LIFTED.has(name);

export const functions: Readonly<Record<string, Run | undefined>> = Object.assign(
  Object.create(null) as Record<string, Run>,
  logic,
  mathFunctions,
  statisticFunctions,
  conditionalFunctions,
  lookupFunctions,
  placeFunctions,
  textFunctions,
  dateFunctions,
  financeFunctions,
);
