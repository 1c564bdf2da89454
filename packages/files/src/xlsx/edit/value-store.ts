import { prefixAt, rawCellAt } from '../cells.ts';
import { Unsupported } from '../formula/unsupported.ts';
import type { Matrix, Scalar } from '../formula/values.ts';
import { isoToSerial } from '../number-format.ts';
import { cellCount, contains, type Rect, union } from '../ref.ts';
import { CellType } from '../row-cells.ts';
import { resolveStrings } from '../shared-strings.ts';
import { walkSheet } from '../sheet-stream.ts';
import type { BookEdit } from './book-edit.ts';
import type { Place } from './locate.ts';
import { placeKey } from './sheet-index.ts';

/** Values of the cells that formulas to be calculated read. */
export interface ValueStore {
  /** Reads more cells. False when more would have to be held than is worth it. */
  readonly load: (places: Iterable<Place>) => Promise<boolean>;
  readonly isLoaded: (place: Place) => boolean;
  readonly get: (part: string, row: number, column: number) => Scalar;
  readonly set: (part: string, row: number, column: number, value: Scalar) => void;
  readonly range: (part: string, rect: Rect) => Matrix;
  readonly hasHiddenRows: (place: Place) => boolean;
}

const MOST_VALUES = 1_000_000;
const MANY_RANGES = 200;
const MOST_IN_RANGE = 2_000_000;
const SMALL = 64;

type SheetValues = {
  readonly values: Map<number, Scalar>;
  readonly hidden: Set<number>;
  /** Ranges and single cells that were read. */
  readonly ranges: Map<string, Rect>;
  readonly cells: Set<number>;
  /** The last row and column that hold something, as far as the sheet was read. */
  bottom: number;
  right: number;
};

const HIDDEN = /\shidden\s*=\s*["'](?:1|true)["']/;
const rectKey = ({ top, left, bottom, right }: Rect): string => `${top},${left},${bottom},${right}`;

export const createValueStore = (edit: BookEdit): ValueStore => {
  const sheets = new Map<string, SheetValues>();
  const sheetOf = (part: string): SheetValues => {
    const known = sheets.get(part);
    if (known) return known;
    const made: SheetValues = {
      values: new Map(),
      hidden: new Set(),
      ranges: new Map(),
      cells: new Set(),
      bottom: 0,
      right: 0,
    };
    sheets.set(part, made);
    return made;
  };
  let held = 0;

  const loadSheet = async (part: string, rects: readonly Rect[]): Promise<boolean> => {
    const info = edit.book().sheets.find((it) => it.part === part);
    if (!info) return true;
    const sheet = sheetOf(part);
    const wanted = new Set<number>();
    const list: Rect[] = [];
    for (const rect of rects) {
      if (cellCount(rect) > SMALL) {
        if (sheet.ranges.has(rectKey(rect))) continue;
        sheet.ranges.set(rectKey(rect), rect);
        list.push(rect);
        continue;
      }
      for (let row = rect.top; row <= rect.bottom; row++)
        for (let column = rect.left; column <= rect.right; column++) {
          const key = placeKey(row, column);
          if (!sheet.cells.has(key)) wanted.add(key);
          sheet.cells.add(key);
        }
    }
    // Very many ranges, as running totals have, mostly lie in each other: what spans them all is read once.
    if (list.length > MANY_RANGES) {
      const span = list.reduce<Rect | undefined>(union, undefined);
      list.length = 0;
      if (span) list.push(span);
    }
    if (list.length === 0 && wanted.size === 0) return true;
    const strings: { key: number; index: number }[] = [];
    const wantedRows = new Set([...wanted].map((key) => Math.floor(key / 16_385)));
    let tooMany = false;
    await walkSheet(edit.draft(info).chunks(), {
      wants: (row) => {
        sheet.bottom = Math.max(sheet.bottom, row);
        return wantedRows.has(row) || list.some((rect) => row >= rect.top && row <= rect.bottom);
      },
      row: (cells) => {
        if (HIDDEN.test(cells.buffer.toString('latin1', cells.start, cells.openEnd))) sheet.hidden.add(cells.row);
        const near = list.filter(({ top, bottom: end }) => cells.row >= top && cells.row <= end);
        for (let index = 0; index < cells.count; index++) {
          const column = cells.column[index] as number;
          if (column > sheet.right) sheet.right = column;
          const key = placeKey(cells.row, column);
          if (!wanted.has(key) && !near.some((rect) => contains(rect, cells.row, column))) continue;
          // What was calculated already stands; the sheet still holds the value before.
          if (sheet.values.has(key)) continue;
          const cell = rawCellAt(cells, index, prefixAt(cells));
          if (cell.kind === 'blank') continue;
          if (cell.stringIndex >= 0) strings.push({ key, index: cell.stringIndex });
          // A date may be stored as its ISO text and is a number all the same.
          const date =
            cells.type[index] === CellType.date ? isoToSerial(String(cell.value), edit.book().date1904) : undefined;
          sheet.values.set(
            key,
            cell.kind === 'error' ? { error: String(cell.value) } : date ? date.serial : cell.value,
          );
          if (++held > MOST_VALUES) {
            tooMany = true;
            return true;
          }
        }
        return false;
      },
    });
    if (tooMany) return false;
    const texts = await resolveStrings(
      edit.book().strings,
      strings.map(({ index }) => index),
    );
    for (const { key, index } of strings) sheet.values.set(key, texts.get(index) ?? '');
    return true;
  };

  const get = (part: string, row: number, column: number): Scalar =>
    sheets.get(part)?.values.get(placeKey(row, column)) ?? null;
  return {
    load: async (places) => {
      for (const [part, list] of Map.groupBy(places, (it) => it.part))
        if (
          !(await loadSheet(
            part,
            list.map(({ rect }) => rect),
          ))
        )
          return false;
      return true;
    },
    isLoaded: ({ part, rect }) => {
      const sheet = sheets.get(part);
      if (!sheet) return false;
      if (cellCount(rect) <= SMALL) {
        let isMissing = false;
        for (let row = rect.top; row <= rect.bottom; row++)
          for (let column = rect.left; column <= rect.right; column++)
            if (!sheet.cells.has(placeKey(row, column))) isMissing = true;
        if (!isMissing) return true;
      }
      return [...sheet.ranges.values()].some(
        (it) => it.top <= rect.top && it.bottom >= rect.bottom && it.left <= rect.left && it.right >= rect.right,
      );
    },
    get,
    set: (part, row, column, value) => {
      const sheet = sheetOf(part);
      sheet.values.set(placeKey(row, column), value);
      sheet.bottom = Math.max(sheet.bottom, row);
      sheet.right = Math.max(sheet.right, column);
    },
    range: (part, rect) => {
      const sheet = sheetOf(part);
      const [bottom, right] = [Math.min(rect.bottom, sheet.bottom), Math.min(rect.right, sheet.right)];
      const [tall, wide] = [Math.max(0, bottom - rect.top + 1), Math.max(0, right - rect.left + 1)];
      if (tall * wide > MOST_IN_RANGE) throw new Unsupported('too large a range');
      const { values } = sheet;
      const rows: Scalar[][] = [];
      // Plain loops: a column of running totals reads millions of cells.
      for (let row = rect.top; row < rect.top + tall; row++) {
        const line: Scalar[] = [];
        const from = placeKey(row, rect.left);
        for (let across = 0; across < wide; across++) line.push(values.get(from + across) ?? null);
        rows.push(line);
      }
      return { height: rect.bottom - rect.top + 1, width: rect.right - rect.left + 1, rows, rest: null };
    },
    hasHiddenRows: ({ part, rect }) =>
      [...(sheets.get(part)?.hidden ?? [])].some((row) => row >= rect.top && row <= rect.bottom),
  };
};
