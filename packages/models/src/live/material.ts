import { makeBook } from '../../../files/fixtures/xlsx/book.ts';
import type { Worked } from './folder.ts';

/** What scenarios give a model to work on, and what they look for in what it did. */

export const budget = [
  ['Rent', 5700],
  ['Travel', 2120.5],
  ['Food', 410],
] as const;

/** Amounts whose sum nobody knows without adding them. */
export const numbered = (count: number): (readonly [string, number])[] =>
  Array.from({ length: count }, (_, at) => [`c${at}`, ((at * 7919) % 1013) + 1] as const);
export const sumOf = (rows: readonly (readonly [string, number])[]): number =>
  rows.reduce((sum, [, amount]) => sum + amount, 0);

export const sheetOf = (name: string, rows: readonly (readonly (string | number)[])[]): Buffer => {
  const cells = rows.flatMap((row, y) => row.map((value, x) => [`${String.fromCharCode(65 + x)}${y + 1}`, value]));
  return Buffer.from(makeBook({ sheets: [{ name, cells: Object.fromEntries(cells) }] }));
};

export const says = ({ text }: Pick<Worked, 'text'>, figure: number): string | undefined => {
  const figures = text.replaceAll(',', '').match(/-?\d+(?:\.\d+)?/g) ?? [];
  return figures.some((each) => Math.abs(Number(each) - figure) < 0.005) ? undefined : `${figure} is not in the answer`;
};

const maps = new Set(['get_file_map', 'table_get_map']);
const reads = new Set(['read_file', 'table_read_rows', 'table_query', 'table_stats', 'table_describe']);

export const mapsFirst = ({ calls }: Pick<Worked, 'calls'>, path: string): string | undefined => {
  const map = calls.findIndex(({ name, input }) => maps.has(name) && input.path === path);
  const read = calls.findIndex(({ name, input }) => reads.has(name) && input.path === path);
  if (map === -1) return 'no map was read';
  return read === -1 || map < read ? undefined : 'it was read before its map';
};

const selectors = ['sheet', 'range', 'section', 'slide_index', 'pages', 'line_start', 'line_count'];
export const hasSelector = (input: Readonly<Record<string, unknown>>): boolean =>
  selectors.some((name) => input[name] !== null && input[name] !== undefined);
