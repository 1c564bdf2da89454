import { prefixAt, rawCellAt } from '../cells.ts';
import type { Scalar } from '../formula/values.ts';
import { cellCount, contains, type Rect } from '../ref.ts';
import { resolveStrings } from '../shared-strings.ts';
import { walkSheet } from '../sheet-stream.ts';
import type { BookEdit } from './book-edit.ts';
import type { Cone } from './dependents.ts';
import { placeKey } from './sheet-index.ts';

/** Values of the cells that formulas to be calculated read. */
export interface ValueStore {
  readonly get: (part: string, row: number, column: number) => Scalar;
  readonly set: (part: string, row: number, column: number, value: Scalar) => void;
  /** The last row and column of a sheet that hold something. */
  readonly bounds: (part: string) => { readonly bottom: number; readonly right: number };
}

const MOST_VALUES = 1_000_000;
const SMALL = 64;

/** Undefined when more would have to be read than is worth holding. */
export const createValueStore = async (edit: BookEdit, cone: Cone): Promise<ValueStore | undefined> => {
  const needs = new Map<string, { cells: Set<number>; ranges: Map<string, Rect> }>();
  const needOf = (part: string) => {
    const need = needs.get(part) ?? { cells: new Set<number>(), ranges: new Map<string, Rect>() };
    needs.set(part, need);
    return need;
  };
  for (const formula of cone.formulas) {
    // Its own stored value, to see whether calculating changes it.
    needOf(formula.sheet.part).cells.add(placeKey(formula.cell.row, formula.cell.column));
    for (const { part, rect } of cone.reads.get(formula) ?? []) {
      const need = needOf(part);
      if (cellCount(rect) > SMALL) {
        need.ranges.set(`${rect.top},${rect.left},${rect.bottom},${rect.right}`, rect);
        continue;
      }
      for (let row = rect.top; row <= rect.bottom; row++)
        for (let column = rect.left; column <= rect.right; column++) need.cells.add(placeKey(row, column));
    }
  }
  const values = new Map<string, Map<number, Scalar>>();
  const bounds = new Map<string, { bottom: number; right: number }>();
  let held = 0;
  for (const [part, { cells: wanted, ranges }] of needs) {
    const sheet = edit.book().sheets.find((it) => it.part === part);
    if (!sheet) continue;
    const found = new Map<number, Scalar>();
    const strings: { key: number; index: number }[] = [];
    const list = [...ranges.values()];
    if (list.length > 5_000) return undefined;
    let bottom = 0;
    let right = 0;
    let tooMany = false;
    const wantedRows = new Set([...wanted].map((key) => Math.floor(key / 16_385)));
    await walkSheet(edit.draft(sheet).chunks(), {
      wants: (row) => {
        bottom = row;
        return wantedRows.has(row) || list.some((rect) => row >= rect.top && row <= rect.bottom);
      },
      row: (cells) => {
        const near = list.filter(({ top, bottom: end }) => cells.row >= top && cells.row <= end);
        for (let index = 0; index < cells.count; index++) {
          const column = cells.column[index] as number;
          if (column > right) right = column;
          const key = placeKey(cells.row, column);
          if (!wanted.has(key) && !near.some((rect) => contains(rect, cells.row, column))) continue;
          const cell = rawCellAt(cells, index, prefixAt(cells));
          if (cell.kind === 'blank') continue;
          if (cell.stringIndex >= 0) strings.push({ key, index: cell.stringIndex });
          found.set(key, cell.kind === 'error' ? { error: String(cell.value) } : cell.value);
          if (++held > MOST_VALUES) {
            tooMany = true;
            return true;
          }
        }
        return false;
      },
    });
    if (tooMany) return undefined;
    const texts = await resolveStrings(
      edit.book().strings,
      strings.map(({ index }) => index),
    );
    for (const { key, index } of strings) found.set(key, texts.get(index) ?? '');
    values.set(part, found);
    bounds.set(part, { bottom, right });
  }
  return {
    get: (part, row, column) => values.get(part)?.get(placeKey(row, column)) ?? null,
    set: (part, row, column, value) => {
      const sheet = values.get(part) ?? new Map<number, Scalar>();
      values.set(part, sheet.set(placeKey(row, column), value));
    },
    bounds: (part) => bounds.get(part) ?? { bottom: 0, right: 0 },
  };
};
