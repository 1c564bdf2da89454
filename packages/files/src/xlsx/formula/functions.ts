import type { Argument, Workplace } from './evaluate.ts';
import { dateFunctions } from './functions-date.ts';
import { lookupFunctions } from './functions-lookup.ts';
import { mathFunctions } from './functions-math.ts';
import { textFunctions } from './functions-text.ts';
import { isError, isMatrix, NOT_FOUND, type Scalar, toBoolean, VALUE, type Value } from './values.ts';

export type Run = (args: readonly Argument[], at: Workplace) => Value;

/** The first error among values, so that it goes through. */
const truth = (argument: Argument | undefined): boolean | { readonly error: string } =>
  argument === undefined ? VALUE : toBoolean(argument.scalar());

const allTruths = (args: readonly Argument[]): boolean[] | { readonly error: string } => {
  const found: boolean[] = [];
  for (const argument of args) {
    const value = argument.value();
    const list: readonly Scalar[] = isMatrix(value) ? value.rows.flat() : [value];
    for (const item of list) {
      // Texts and blanks of a range do not take part; one given directly must be a truth.
      if (isMatrix(value) && (item === null || typeof item === 'string')) continue;
      const it = toBoolean(item);
      if (typeof it !== 'boolean') return it;
      found.push(it);
    }
  }
  return found.length === 0 ? VALUE : found;
};

const logic: Readonly<Record<string, Run>> = {
  IF: ([condition, yes, no]) => {
    const it = truth(condition);
    if (typeof it !== 'boolean') return it;
    const chosen = it ? yes : no;
    if (chosen === undefined) return it;
    return chosen.isMissing ? 0 : chosen.value();
  },
  IFS: (args) => {
    for (let index = 0; index + 1 < args.length; index += 2) {
      const it = truth(args[index]);
      if (typeof it !== 'boolean') return it;
      if (it) return args[index + 1]?.value() ?? null;
    }
    return NOT_FOUND;
  },
  AND: (args) => {
    const all = allTruths(args);
    return Array.isArray(all) ? all.every(Boolean) : all;
  },
  OR: (args) => {
    const all = allTruths(args);
    return Array.isArray(all) ? all.some(Boolean) : all;
  },
  XOR: (args) => {
    const all = allTruths(args);
    return Array.isArray(all) ? all.filter(Boolean).length % 2 === 1 : all;
  },
  NOT: ([argument]) => {
    const it = truth(argument);
    return typeof it === 'boolean' ? !it : it;
  },
  TRUE: () => true,
  FALSE: () => false,
  NA: () => NOT_FOUND,
  IFERROR: ([value, fallback]) => {
    const it = value?.scalar() ?? null;
    return isError(it) ? (fallback?.scalar() ?? 0) : it;
  },
  IFNA: ([value, fallback]) => {
    const it = value?.scalar() ?? null;
    return isError(it) && it.error === '#N/A' ? (fallback?.scalar() ?? 0) : it;
  },
  ISBLANK: ([value]) => (value?.scalar() ?? null) === null,
  ISNUMBER: ([value]) => typeof value?.scalar() === 'number',
  ISTEXT: ([value]) => typeof value?.scalar() === 'string',
  ISLOGICAL: ([value]) => typeof value?.scalar() === 'boolean',
  ISERROR: ([value]) => isError(value?.scalar() ?? null),
  ISNA: ([value]) => {
    const it = value?.scalar() ?? null;
    return isError(it) && it.error === '#N/A';
  },
  ISERR: ([value]) => {
    const it = value?.scalar() ?? null;
    return isError(it) && it.error !== '#N/A';
  },
};

export const functions: Readonly<Record<string, Run | undefined>> = Object.assign(
  Object.create(null) as Record<string, Run>,
  logic,
  mathFunctions,
  lookupFunctions,
  textFunctions,
  dateFunctions,
);
