import type { Json, JsonObject } from '@atelier/kernel/core';
import { asList, asObject, call, type Sub } from '../plan.ts';
import { readDay, writeDayLike } from '../reading/said-values.ts';
import type { Table } from '../rule.ts';
import { wholeFile } from './whole-file.ts';

/**
 * How the columns of a csv are typed, where the engine hands out something else: "1/4/2026" comes as 2026-04-01, and
 * "8,50" is 8.5. What is written beside such cells should look like its neighbours.
 */
export type Typed = {
  /** A day of each column of days as somebody typed it. Columns that are typed year first are left out. */
  readonly days: ReadonlyMap<string, string>;
  /** Columns whose numbers have a comma before the decimals, with how many decimals all of them have. */
  readonly commas: ReadonlyMap<string, number | undefined>;
};

const asEngine: Typed = { days: new Map(), commas: new Map() };

export function* howTyped(table: Table): Sub<Typed> {
  const { columns, view } = table;
  const dated = columns.filter(({ type }) => /^(?:date|timestamp)/iu.test(type));
  const numbers = columns.filter(({ name }) => view.numbers.has(name) && view.valueByColumn.has(name));
  if (table.kind !== 'table' || dated.length + numbers.length === 0) return asEngine;
  const { text } = yield* call('read_file', {
    path: table.path,
    ...wholeFile,
    line_start: 1,
    line_count: mostLines,
  });
  const [head = '', ...lines] = String(text ?? '').split(/\r?\n/u);
  const mark = [',', ';', '\t', '|'].find((each) => cellsOf(head, each).length === columns.length);
  if (mark === undefined) return asEngine;
  const rows = lines.map((line) => cellsOf(line, mark)).filter(({ length }) => length === columns.length);
  const cellsIn = (name: string) =>
    rows.map((row) => row[columns.findIndex((each) => each.name === name)]?.trim() ?? '').filter((cell) => cell !== '');
  return {
    days: new Map(
      dated.flatMap(({ name }) => {
        const like = dayLike(cellsIn(name));
        return like === undefined || /^\d{4}-\d\d-\d\d/u.test(like) ? [] : [[name, like] as const];
      }),
    ),
    commas: new Map(
      numbers.flatMap(({ name }) => {
        const cells = cellsIn(name);
        const decimals = cells.map((cell) => /^-?[\d.]+,(\d{1,4})$/u.exec(cell)?.[1]?.length);
        if (cells.some((cell) => /\d\.\d{1,2}$/u.test(cell)) || decimals.every((each) => each === undefined)) return [];
        return [[name, decimals.every((each) => each === decimals[0]) ? decimals[0] : undefined] as const];
      }),
    ),
  };
}
const mostLines = 200;

/** One that shows which part is the day comes first, and among those one that shows whether zeros lead. */
const dayLike = (cells: readonly string[]): string | undefined => {
  const days = cells.filter((cell) => readDay(cell) !== undefined);
  const told = days.filter((cell) => /^(?:\d{1,2}\D(?:1[3-9]|2\d|3[01])\D|(?:1[3-9]|2\d|3[01])\D)/u.test(cell));
  // "13/4/2026" and "13/04/2026" tell whether zeros lead; "13/11/2026" does not.
  const hides = (cell: string) => Number(!/(?:^|\D)(?:\d|0\d)\D/u.test(cell));
  return (told.length > 0 ? told : days).toSorted((a, b) => hides(a) - hides(b))[0];
};

/** A value as its column is typed; what is no day and no number of such a column, as it is. */
export const asTyped = (value: Json, column: string, { days, commas }: Typed): Json => {
  const like = days.get(column);
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/u.exec(String(value));
  if (like !== undefined && iso)
    return writeDayLike({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }, like) ?? value;
  return commas.has(column) ? withComma(value, commas.get(column)) : value;
};

export const withComma = (value: Json, decimals: number | undefined): Json => {
  if (!/^-?\d+(?:\.\d+)?$/u.test(String(value))) return value;
  const own = String(value).split('.')[1]?.length ?? 0;
  const written = decimals !== undefined && own < decimals ? Number(value).toFixed(decimals) : String(value);
  return written.replace('.', ',');
};

/** The operations on a csv with every new cell as its column is typed. */
export function* operationsAsTyped(table: Table, operations: readonly JsonObject[]): Sub<readonly JsonObject[]> {
  const isWriting = operations.some(({ op }) => op === 'update_cells' || op === 'append_rows');
  const typed = isWriting ? yield* howTyped(table) : asEngine;
  const cell = (each: Json): JsonObject => {
    const { column, value = null, ...rest } = asObject(each);
    return { ...rest, column: column ?? null, value: asTyped(value, String(column), typed) };
  };
  if (typed.days.size + typed.commas.size === 0) return operations;
  return operations.map((operation) => {
    if (operation.op === 'update_cells') return { ...operation, cells: asList(operation.cells).map(cell) };
    if (operation.op !== 'append_rows' || operation.records === null) return operation;
    return { ...operation, records: asList(operation.records).map((record) => asList(record).map(cell)) };
  });
}

/** The cells of one line; a mark between quotes parts nothing. */
const cellsOf = (line: string, mark: string): readonly string[] => {
  const cells: string[] = [''];
  let isQuoted = false;
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === mark && !isQuoted) cells.push('');
    else cells[cells.length - 1] += letter;
  }
  return cells;
};
