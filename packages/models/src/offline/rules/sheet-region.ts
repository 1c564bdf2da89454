import type { JsonObject } from '@atelier/kernel/core';
import { asList, asObject, call, refuse, type Sub } from '../plan.ts';
import { columnNumber } from './column-letters.ts';

export type Region = {
  readonly left: number;
  readonly headerRow: number;
  readonly bottom: number;
  readonly headers: readonly string[];
  /** Nothing in the workbook speaks of a cell by its place. */
  readonly isPlain: boolean;
  /** The same but for formulas, and how many there are in the workbook. */
  readonly isPlainButFormulas: boolean;
  readonly formulas: number;
  /** That, and texts and numbers alone: values can be written anew without becoming something else. */
  readonly isMovable: boolean;
  /** What a column holds, by its place among the headers. */
  readonly types: readonly string[];
};

/** The one table of a sheet, with a header and nothing to its right. */
export function* onlyRegion(path: string, sheet: string): Sub<Region> {
  const map = yield* call('get_file_map', { path, part: sheet, detail: 'full' });
  const found = asList(map.sheets)
    .map(asObject)
    .find((each) => each.name === sheet);
  const all = asList(found?.regions).map(asObject);
  // A title above the table, in a column of its own, is no second table and moves with nothing.
  const regions = all.filter((each) => !isTitle(each, all));
  const [only] = regions;
  const box = /^([A-Z]+)\d+:[A-Z]+(\d+)$/.exec(String(only?.range ?? ''));
  const headers = asList(only?.headers).map(String);
  if (regions.length !== 1 || !box || headers.length === 0 || typeof only?.header_row !== 'number') {
    return refuse(
      `The sheet ${sheet} is not one plain table with a header row.`,
      `הגיליון ${sheet} אינו טבלה אחת פשוטה עם שורת כותרת.`,
    );
  }
  const types = asList(only.column_types).map(String);
  const formulas = Number(map.total_formulas);
  const isPlainButFormulas =
    [found?.comments, found?.conditional_formats, found?.validations, found?.images].every((count) => !count) &&
    asList(found?.hidden_rows).length + asList(found?.charts).length + asList(map.defined_names).length === 0 &&
    found?.has_merged_cells === false;
  const isPlain = formulas === 0 && isPlainButFormulas;
  const isMovable = isPlain && types.every(isTextOrNumber);
  const [left, bottom] = [columnNumber(box[1] ?? 'A'), Number(box[2])];
  return { left, headerRow: only.header_row, bottom, headers, types, isPlain, isPlainButFormulas, formulas, isMovable };
}

const isTitle = (region: JsonObject, all: readonly JsonObject[]): boolean => {
  const bottom = (each: JsonObject) => Number(/(\d+)$/.exec(String(each.range))?.[1] ?? 0);
  return (
    region.col_count === 1 &&
    region.has_formulas !== true &&
    all.some((each) => Number(each.col_count) > 1 && Number(each.header_row) > bottom(region)) &&
    all.filter((each) => Number(each.col_count) > 1).length === 1
  );
};

export const isTextOrNumber = (type: string): boolean => type === 'string' || type === 'number';
