import {
  asGiven,
  guarded,
  isGiven,
  matrixArg,
  numberArg,
  optionalArg,
  pass,
  soundScalar,
  truthArg,
  wholeArg,
} from './arguments.ts';
import { hasWildcard, wildcard } from './criteria.ts';
import { isFoundNumber } from './decimal.ts';
import type { Argument } from './evaluate.ts';
import type { Run } from './functions.ts';
import { cellAt, filled, lineOf } from './matrix.ts';
import { Unsupported } from './unsupported.ts';
import {
  compare,
  isError,
  isMatrix,
  type Matrix,
  NOT_FOUND,
  order,
  REF,
  type Scalar,
  VALUE,
  type Value,
} from './values.ts';

type Wanted = string | number | boolean;

/**
 * What is looked for in a list. An empty cell stands for zero in Excel and for an empty text elsewhere, so it is only
 * certain that it is found nowhere.
 */
const wantedOf = (argument: Argument | undefined, list: readonly Scalar[], isExact: boolean): Wanted => {
  const wanted = soundScalar(argument);
  if (wanted !== null) return wanted;
  if (!isExact || list.some((it) => it === 0 || it === '' || it === null))
    throw new Unsupported('a lookup of an empty cell');
  return 0;
};

const isSame = (it: Scalar, wanted: Wanted): boolean => {
  if (it === null || isError(it) || typeof it !== typeof wanted) return false;
  return typeof it === 'number' && typeof wanted === 'number' ? isFoundNumber(it, wanted) : compare(it, wanted) === 0;
};

const exactly = (wanted: Wanted, wild: boolean): ((it: Scalar) => boolean) => {
  if (typeof wanted !== 'string' || !wild || !hasWildcard(wanted)) return (it) => isSame(it, wanted);
  const pattern = wildcard(wanted);
  return (it) => typeof it === 'string' && pattern.test(it);
};

/** Position (from 0) of a value: exactly, or the last one not beyond it in a sorted list. */
const positionOf = (wanted: Wanted, list: readonly Scalar[], mode: 'exact' | 'below' | 'above'): number => {
  if (mode === 'exact') {
    const found = list.findIndex(exactly(wanted, true));
    return found < 0 ? pass(NOT_FOUND) : found;
  }
  let best = -1;
  let isPassed = false;
  let before: Wanted | undefined;
  for (const [index, it] of list.entries()) {
    if (it === null || isError(it) || typeof it !== typeof wanted) continue;
    const step = before === undefined ? 0 : order(it, before);
    // Programs halve the list to search it: in one that is not sorted they find what they happen to meet.
    if (mode === 'below' ? step < 0 : step > 0) throw new Unsupported('a lookup in a list that is not sorted');
    if (mode === 'above' && step === 0 && before !== undefined && order(it, wanted) === 0)
      throw new Unsupported('a lookup among equals');
    before = it;
    const way = order(it, wanted);
    if (mode === 'below' ? way > 0 : way < 0) isPassed = true;
    if (!isPassed) best = index;
  }
  return best < 0 ? pass(NOT_FOUND) : best;
};

const line = (argument: Argument | undefined): readonly Scalar[] => lineOf(matrixArg(argument)) ?? pass(NOT_FOUND);

const run = (work: (args: readonly Argument[]) => Value): Run => guarded(work);

const firstColumn = (table: Matrix): Scalar[] => table.rows.map((row) => row[0] ?? null);

/** XLOOKUP and XMATCH: exactly, or the next smaller or larger, or by a pattern; from either end. */
const searched = (
  wanted: Wanted,
  list: readonly Scalar[],
  mode: Argument | undefined,
  direction: Argument | undefined,
): number => {
  const kind = wholeArg(mode, 0);
  const way = Math.trunc(optionalArg(direction, 1));
  if (![1, -1].includes(way)) throw new Unsupported('a search by halves');
  const indexes = [...list.keys()];
  if (way < 0) indexes.reverse();
  const meets = exactly(wanted, kind === 2);
  const found = indexes.find((index) => meets(list[index] ?? null));
  if (found !== undefined) return found;
  if (kind !== 1 && kind !== -1) return kind === 0 || kind === 2 ? -1 : pass(VALUE);
  let best = -1;
  for (const index of indexes) {
    const it = list[index] ?? null;
    if (it === null || isError(it) || typeof it !== typeof wanted) continue;
    if (Math.sign(order(it, wanted)) !== kind) continue;
    if (best < 0 || Math.sign(order(it, list[best] ?? null)) === -kind) best = index;
  }
  return best;
};

export const lookupFunctions: Readonly<Record<string, Run>> = {
  VLOOKUP: run(([wanted, table, column, approximate]) => {
    const cells = matrixArg(table);
    const offset = wholeArg(column) - 1;
    if (offset < 0) return VALUE;
    if (offset >= cells.width) return REF;
    const mode = truthArg(approximate, true) ? 'below' : 'exact';
    const keys = firstColumn(cells);
    return cellAt(cells, positionOf(wantedOf(wanted, keys, mode === 'exact'), keys, mode), offset);
  }),
  HLOOKUP: run(([wanted, table, row, approximate]) => {
    const cells = matrixArg(table);
    const offset = wholeArg(row) - 1;
    if (offset < 0) return VALUE;
    if (offset >= cells.height) return REF;
    const mode = truthArg(approximate, true) ? 'below' : 'exact';
    const keys = cells.rows[0] ?? [];
    return cellAt(cells, offset, positionOf(wantedOf(wanted, keys, mode === 'exact'), keys, mode));
  }),
  LOOKUP: run(([wanted, list, results]) => {
    const cells = matrixArg(list);
    if (!isGiven(results)) {
      const isTall = cells.height >= cells.width;
      const keys = isTall ? firstColumn(cells) : (cells.rows[0] ?? []);
      const index = positionOf(wantedOf(wanted, keys, false), keys, 'below');
      return isTall ? cellAt(cells, index, cells.width - 1) : cellAt(cells, cells.height - 1, index);
    }
    const index = positionOf(wantedOf(wanted, line(list), false), line(list), 'below');
    const values = matrixArg(results);
    if (values.height > 1 && values.width > 1) throw new Unsupported('LOOKUP in a block');
    return values.height === 1 ? cellAt(values, 0, index) : cellAt(values, index, 0);
  }),
  MATCH: run(([wanted, list, mode]) => {
    const kind = numberArg(mode, 1);
    const keys = line(list);
    return (
      positionOf(wantedOf(wanted, keys, kind === 0), keys, kind === 0 ? 'exact' : kind > 0 ? 'below' : 'above') + 1
    );
  }),
  XMATCH: run(([wanted, list, mode, direction]) => {
    const found = searched(wantedOf(wanted, line(list), true), line(list), mode, direction);
    return found < 0 ? NOT_FOUND : found + 1;
  }),
  XLOOKUP: run(([wanted, list, results, fallback, mode, direction]) => {
    const keys = matrixArg(list);
    const found = searched(wantedOf(wanted, line(list), true), line(list), mode, direction);
    if (found < 0) return isGiven(fallback) ? fallback.value() : NOT_FOUND;
    const values = matrixArg(results);
    if (values.height !== keys.height || values.width !== keys.width)
      throw new Unsupported('XLOOKUP of several columns');
    return keys.width === 1 ? cellAt(values, found, 0) : cellAt(values, 0, found);
  }),
  INDEX: run(([table, row, column, area]) => {
    if (isGiven(area)) throw new Unsupported('INDEX in several areas');
    const cells = matrixArg(table);
    const isLine = column === undefined && cells.height === 1;
    const down = isLine ? 1 : wholeArg(row, 0);
    const across = isLine ? wholeArg(row, 0) : Math.trunc(optionalArg(column, cells.width === 1 ? 1 : 0));
    if (down < 0 || across < 0) return VALUE;
    if (down > cells.height || across > cells.width) return REF;
    return down === 0 || across === 0 ? slice(cells, down, across) : cellAt(cells, down - 1, across - 1);
  }),
  CHOOSE: run(([index, ...choices]) => {
    const chosen = choices[wholeArg(index) - 1];
    return chosen === undefined ? VALUE : asGiven(chosen);
  }),
  SWITCH: run(([subject, ...rest]) => {
    const value = soundScalar(subject);
    for (let index = 0; index + 1 < rest.length; index += 2) {
      const candidate = soundScalar(rest[index]);
      if (typeof candidate === typeof value && compare(candidate, value) === 0) return asGiven(rest[index + 1]);
    }
    return rest.length % 2 === 1 ? asGiven(rest.at(-1)) : NOT_FOUND;
  }),
};

/** A whole row, a whole column or all of a block. */
const slice = (cells: Matrix, down: number, across: number): Value => {
  const used = filled(cells);
  const [height, width] = [down === 0 ? cells.height : 1, across === 0 ? cells.width : 1];
  const rows = Array.from({ length: down === 0 ? used.height : 1 }, (_, row) =>
    Array.from({ length: across === 0 ? used.width : 1 }, (_, column) =>
      cellAt(cells, down === 0 ? row : down - 1, across === 0 ? column : across - 1),
    ),
  );
  const made: Matrix = { height, width, rows, rest: cells.rest };
  return height === 1 && width === 1 && !isMatrix(rows[0]?.[0] ?? null) ? (rows[0]?.[0] ?? null) : made;
};
