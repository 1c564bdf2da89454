import { isBlankText } from '../cell-text.ts';
import { CellType, isFilled, type RowCells } from '../row-cells.ts';

/** What a cell counts as when columns are typed. A power of two, so that a column is the union of its cells. */
export const Kind = { empty: 0, string: 1, number: 2, date: 4, boolean: 8, formula: 16, error: 32, blank: 64 } as const;

export type ColumnType = 'string' | 'number' | 'date' | 'boolean' | 'formula' | 'error' | 'mixed' | 'empty';

const NAMES: Readonly<Record<number, ColumnType>> = {
  0: 'empty',
  1: 'string',
  2: 'number',
  4: 'date',
  8: 'boolean',
  16: 'formula',
  32: 'error',
};

export const columnType = (mask: number): ColumnType => NAMES[mask & ~Kind.blank] ?? 'mixed';

export type KindContext = { readonly isDateStyle: Uint8Array; readonly blankStrings: Uint8Array };

/** `blank` is a text of white space only: it fills its cell but holds no region together. */
export const kindAt = (cells: RowCells, index: number, { isDateStyle, blankStrings }: KindContext): number => {
  if (!isFilled(cells, index)) return Kind.empty;
  const type = cells.type[index] as number;
  if ((cells.formulaStart[index] as number) >= 0) return type === CellType.error ? Kind.error : Kind.formula;
  switch (type) {
    case CellType.shared:
      return blankStrings[sharedIndex(cells, index)] === 1 ? Kind.blank : Kind.string;
    case CellType.number:
      return isDateStyle[cells.style[index] as number] === 1 ? Kind.date : Kind.number;
    case CellType.boolean:
      return Kind.boolean;
    case CellType.error:
      return Kind.error;
    case CellType.date:
      return Kind.date;
    case CellType.text:
      return isBlankText(cells.buffer, cells.valueStart[index] as number, cells.valueEnd[index] as number)
        ? Kind.blank
        : Kind.string;
    default:
      return isBlankInline(cells, index) ? Kind.blank : Kind.string;
  }
};

/** The index a shared-string cell names; -1 when it names none. */
export const sharedIndex = (cells: RowCells, index: number): number => {
  const { buffer } = cells;
  const start = cells.valueStart[index] as number;
  const end = cells.valueEnd[index] as number;
  if (end <= start) return -1;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = (buffer[at] as number) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
};

const isBlankInline = (cells: RowCells, index: number): boolean => {
  const { buffer } = cells;
  const end = cells.inlineEnd[index] as number;
  let inTag = false;
  for (let at = cells.inlineStart[index] as number; at < end; at++) {
    const code = buffer[at] as number;
    if (code === 60) inTag = true;
    else if (code === 62) inTag = false;
    else if (!inTag && code > 32) return false;
  }
  return true;
};
