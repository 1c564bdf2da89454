import { flat, guarded, numberArg, pass } from './arguments.ts';
import { matches } from './criteria.ts';
import type { Argument } from './evaluate.ts';
import type { Run } from './functions.ts';
import { Unsupported } from './parse.ts';
import { compare, isError, isMatrix, NOT_FOUND, REF, type Scalar, toBoolean, VALUE, type Value } from './values.ts';

const matrixOf = (argument: Argument | undefined): readonly (readonly Scalar[])[] => {
  const value = argument?.value() ?? null;
  return isMatrix(value) ? value.rows : [[value]];
};

/** Position (from 0) of a value: exactly, or the last one not beyond it in a sorted list. */
const positionOf = (wanted: Scalar, list: readonly Scalar[], mode: 'exact' | 'below' | 'above'): number => {
  if (isError(wanted)) return pass(wanted);
  if (mode === 'exact') {
    const found = list.findIndex((it) =>
      typeof wanted === 'string'
        ? typeof it === 'string' && matches(it, wanted === '' ? '=' : wanted.replace(/^([<>=])/, '=$1'))
        : !isError(it) && it !== null && compare(it, wanted) === 0 && typeof it === typeof wanted,
    );
    return found < 0 ? pass(NOT_FOUND) : found;
  }
  let best = -1;
  for (const [index, it] of list.entries()) {
    if (it === null || isError(it) || typeof it !== typeof wanted) continue;
    const order = compare(it, wanted);
    if (mode === 'below' ? order > 0 : order < 0) break;
    best = index;
  }
  return best < 0 ? pass(NOT_FOUND) : best;
};

const isApproximate = (argument: Argument | undefined): boolean => {
  if (argument === undefined) return true;
  const it = toBoolean(argument.scalar());
  return typeof it === 'boolean' ? it : pass(it);
};

const run = (work: (args: readonly Argument[]) => Value): Run => guarded(work);

export const lookupFunctions: Readonly<Record<string, Run>> = {
  VLOOKUP: run(([wanted, table, column, approximate]) => {
    const rows = matrixOf(table);
    const index = positionOf(
      wanted?.scalar() ?? null,
      rows.map((row) => row[0] ?? null),
      isApproximate(approximate) ? 'below' : 'exact',
    );
    const offset = Math.trunc(numberArg(column)) - 1;
    return offset < 0 ? VALUE : offset >= (rows[0]?.length ?? 0) ? REF : (rows[index]?.[offset] ?? null);
  }),
  HLOOKUP: run(([wanted, table, row, approximate]) => {
    const rows = matrixOf(table);
    const index = positionOf(wanted?.scalar() ?? null, rows[0] ?? [], isApproximate(approximate) ? 'below' : 'exact');
    const offset = Math.trunc(numberArg(row)) - 1;
    return offset < 0 ? VALUE : offset >= rows.length ? REF : (rows[offset]?.[index] ?? null);
  }),
  MATCH: run(([wanted, list, mode]) => {
    const kind = numberArg(mode, 1);
    return positionOf(wanted?.scalar() ?? null, flat(list), kind === 0 ? 'exact' : kind > 0 ? 'below' : 'above') + 1;
  }),
  INDEX: run(([table, row, column]) => {
    const rows = matrixOf(table);
    const single = rows.length === 1 && column === undefined;
    const down = single ? 1 : Math.trunc(numberArg(row, 0));
    const across = single
      ? Math.trunc(numberArg(row, 0))
      : Math.trunc(numberArg(column, rows[0]?.length === 1 ? 1 : 0));
    if (down === 0 || across === 0) throw new Unsupported('a whole row or column of INDEX');
    const line = rows[down - 1];
    return line === undefined || across > line.length || across < 0 ? REF : (line[across - 1] ?? null);
  }),
  XLOOKUP: run(([wanted, list, results, fallback, mode]) => {
    if (mode && !mode.isMissing && numberArg(mode) !== 0) throw new Unsupported('XLOOKUP by another match');
    const keys = flat(list);
    const key = wanted?.scalar() ?? null;
    const index = keys.findIndex(
      (it) => it !== null && !isError(it) && typeof it === typeof key && compare(it, key) === 0,
    );
    if (index < 0) return fallback && !fallback.isMissing ? fallback.value() : NOT_FOUND;
    const values = flat(results);
    if (values.length !== keys.length) throw new Unsupported('XLOOKUP of several columns');
    return values[index] ?? null;
  }),
  CHOOSE: run(([index, ...choices]) => choices[Math.trunc(numberArg(index)) - 1]?.value() ?? VALUE),
  SWITCH: run(([subject, ...rest]) => {
    const value = subject?.scalar() ?? null;
    for (let index = 0; index + 1 < rest.length; index += 2) {
      const candidate = rest[index]?.scalar() ?? null;
      if (typeof candidate === typeof value && compare(candidate, value) === 0) return rest[index + 1]?.value() ?? null;
    }
    return rest.length % 2 === 1 ? (rest.at(-1)?.value() ?? null) : NOT_FOUND;
  }),
  ROW: ([reference], at) => reference?.place()?.rect.top ?? at.row,
  COLUMN: ([reference], at) => reference?.place()?.rect.left ?? at.column,
  ROWS: ([reference]) => {
    const rect = reference?.place()?.rect;
    if (!rect) throw new Unsupported('ROWS of an array');
    return rect.bottom - rect.top + 1;
  },
  COLUMNS: ([reference]) => {
    const rect = reference?.place()?.rect;
    if (!rect) throw new Unsupported('COLUMNS of an array');
    return rect.right - rect.left + 1;
  },
};
