import type { JsonObject } from '@atelier/kernel/core';
import { asList, asObject, call, refuse, type Sub } from '../plan.ts';
import type { Table } from '../rule.ts';
import { columnLetters, columnNumber } from './column-letters.ts';

/** Where a table stands on its sheet: row n of the table is row `base + n` of the sheet. */
export type SheetPlace = {
  readonly base: number;
  readonly left: number;
  readonly right: number;
  /** The row of the heads and the last row of the table, totals and all. */
  readonly headRow: number;
  readonly bottom: number;
  /** The last row of the sheet that holds anything. */
  readonly lastUsed: number;
  readonly isExcelTable: boolean;
  readonly hasMerged: boolean;
  readonly letterOf: (column: string) => string;
};

const boxOf = (range: unknown) => {
  const found = /^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(String(range ?? ''));
  if (!found) return undefined;
  const [, from = 'A', top = '1', to = from, bottom = top] = found;
  return { left: columnNumber(from), right: columnNumber(to), top: Number(top), bottom: Number(bottom) };
};

/** Looks up where a table of a workbook stands. It need not be the only one, nor without formulas. */
export function* placeOnSheet(table: Table): Sub<SheetPlace> {
  const { path, sheet } = table;
  const map = yield* call('get_file_map', { path, part: sheet, detail: 'full' });
  const found = asObject(
    asList(map.sheets)
      .map(asObject)
      .find((each) => each.name === sheet),
  );
  const used = boxOf(found.used_range);
  const regions = asList(found.regions).map(asObject);
  const box = boxOf(table.range) ?? boxOf(widest(regions)?.range) ?? used;
  const head = widest(regions)?.header_row;
  if (!box || found.protected === true)
    return refuse(
      `I can't change the sheet ${sheet} of ${path}: it is protected or holds no table.`,
      `איני יכול לשנות את הגיליון ${sheet} בקובץ ${path}: הוא מוגן או שאין בו טבלה.`,
    );
  const headRow = table.range !== null || table.view.below !== undefined || typeof head !== 'number' ? box.top : head;
  const base = table.view.below === undefined ? headRow : box.top - 1;
  return {
    base,
    left: box.left,
    right: box.left + table.columns.length - 1,
    headRow,
    bottom: box.bottom,
    lastUsed: Math.max(used?.bottom ?? box.bottom, box.bottom),
    isExcelTable: asList(found.tables).length > 0,
    hasMerged: found.has_merged_cells === true,
    letterOf: (column) => columnLetters(box.left + table.columns.findIndex(({ name }) => name === column)),
  };
}

const widest = (regions: readonly JsonObject[]): JsonObject | undefined =>
  regions
    .filter(({ col_count, header_row }) => Number(col_count) > 1 && typeof header_row === 'number')
    .toSorted((a, b) => Number(b.col_count) * Number(b.row_count) - Number(a.col_count) * Number(a.row_count))[0];

/** What stands in the cells of one row, by their letters: a formula as it is written, with its value behind the arrow. */
export function* cellsOfRow(table: Table, place: SheetPlace, row: number): Sub<ReadonlyMap<string, string>> {
  const range = `${columnLetters(place.left)}${row}:${columnLetters(place.right)}${row}`;
  return (yield* cellsIn(table, range)).get(row) ?? new Map();
}

/** The same of a range, by row. */
export function* cellsIn({ path, sheet }: Table, range: string): Sub<ReadonlyMap<number, ReadonlyMap<string, string>>> {
  const rows = new Map<number, ReadonlyMap<string, string>>();
  let next: string | undefined = range;
  while (next !== undefined) {
    const piece: JsonObject = yield* call('read_file', {
      path,
      sheet,
      range: next,
      view: 'both',
      section: null,
      slide_index: null,
      pages: null,
      line_start: null,
      line_count: null,
    });
    const [, letters = '', ...lines] = String(piece.text).split('\n');
    const columns = letters.split('\t').slice(1);
    for (const line of lines) {
      const [row = '', ...values] = line.split('\t');
      if (/^\d+$/.test(row))
        rows.set(Number(row), new Map(values.map((value, at) => [columns[at] ?? '', value] as const)));
    }
    const after = asObject(asObject(piece.chunk_info).next).range;
    next = typeof after === 'string' ? after : undefined;
  }
  return rows;
}
