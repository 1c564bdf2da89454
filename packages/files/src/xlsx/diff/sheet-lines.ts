import { rawText, richText } from '../cell-text.ts';
import { sharedIndex } from '../map/cell-kind.ts';
import { CellType, isFilled, type RowCells } from '../row-cells.ts';
import { walkSharedStrings } from '../shared-strings.ts';
import { walkSheet } from '../sheet-stream.ts';
import type { SheetInfo, Workbook } from '../workbook.ts';
import type { Line } from './align-lines.ts';

/** A cell as a number: equal for equal contents, whatever the workbook calls them. Formulas are all one: their references move. */
export type CellNumbers = {
  readonly content: (cells: RowCells, index: number) => number;
  readonly look: (style: number) => number;
};

const FORMULA = 0x5bd1e995;

export const cellNumbersOf = async ({ strings, styles }: Workbook): Promise<CellNumbers> => {
  const texts: number[] = [];
  if (strings)
    await walkSharedStrings(strings(), (index, buffer, start, end, prefix) => {
      texts[index] = textNumber(richText(buffer, start, end, prefix));
    });
  const looks = new Map<number, number>();
  const bits = new DataView(new ArrayBuffer(8));
  return {
    look: (style) => {
      const known = looks.get(style);
      if (known !== undefined) return known;
      const made = textNumber(styles.facts(style));
      looks.set(style, made);
      return made;
    },
    content: (cells, index) => {
      if ((cells.formulaStart[index] as number) >= 0) return FORMULA;
      const { buffer } = cells;
      const [start, end] = [cells.valueStart[index] as number, cells.valueEnd[index] as number];
      switch (cells.type[index]) {
        case CellType.shared:
          return texts[sharedIndex(cells, index)] ?? 0;
        case CellType.inline:
          return textNumber(
            richText(buffer, cells.inlineStart[index] as number, cells.inlineEnd[index] as number, prefixOf(cells)),
          );
        case CellType.number: {
          bits.setFloat64(0, Number(buffer.toString('latin1', start, end)));
          return mix(bits.getInt32(0), bits.getInt32(4));
        }
        case CellType.boolean:
        case CellType.error:
          return mix(cells.type[index] as number, textNumber(buffer.toString('latin1', start, end)));
        default:
          return textNumber(rawText(buffer, start, end));
      }
    },
  };
};

const prefixOf = ({ buffer, start }: RowCells): string =>
  /^[\w.-]+:/.exec(buffer.toString('latin1', start + 1, start + 60))?.[0] ?? '';

export const mix = (a: number, b: number): number => {
  let hash = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 15), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f);
  return hash ^ (hash >>> 16);
};

const textNumber = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mix(hash, text.length);
};

/** The filled cells of some rows of a sheet, as columns of numbers. */
export type SheetLines = {
  readonly rows: readonly SheetRow[];
  readonly columns: Uint16Array;
  readonly contents: Int32Array;
};

export type SheetRow = {
  readonly row: number;
  readonly from: number;
  readonly to: number;
  readonly hasFormula: boolean;
  /** Styles and their columns, as one number. */
  readonly look: number;
};

export const readLines = async (
  book: Workbook,
  sheet: SheetInfo,
  first: number,
  numbers: CellNumbers,
): Promise<SheetLines> => {
  let columns = new Uint16Array(4_096);
  let contents = new Int32Array(4_096);
  let count = 0;
  const rows: SheetRow[] = [];
  await walkSheet(book.parts.chunks(sheet.part), {
    wants: (row) => row >= first,
    row: (cells) => {
      if (count + cells.count > columns.length) {
        const size = Math.max(columns.length * 2, count + cells.count);
        [columns, contents] = [grown(columns, new Uint16Array(size)), grown(contents, new Int32Array(size))];
      }
      const from = count;
      let hasFormula = false;
      let look = 0;
      for (let index = 0; index < cells.count; index++) {
        const column = cells.column[index] as number;
        const style = cells.style[index] as number;
        if (style > 0) look = mix(look, mix(column, numbers.look(style)));
        if (!isFilled(cells, index)) continue;
        if ((cells.formulaStart[index] as number) >= 0) hasFormula = true;
        columns[count] = column;
        contents[count++] = numbers.content(cells, index);
      }
      if (count > from || look !== 0) rows.push({ row: cells.row, from, to: count, hasFormula, look });
    },
  });
  return { rows, columns, contents };
};

const grown = <T extends Uint16Array | Int32Array>(old: T, made: T): T => {
  made.set(old as never);
  return made;
};

/** Rows as lines; `columnOf` says where a column stands in the other numbering, 0 for one that is not there. */
export const rowLines = (
  { rows, columns, contents }: SheetLines,
  columnOf: (column: number) => number = (it) => it,
): Line[] => {
  const all = new Int32Array(contents.length);
  let count = 0;
  return rows.flatMap(({ row, from, to }) => {
    const start = count;
    for (let at = from; at < to; at++) {
      const column = columnOf(columns[at] as number);
      if (column > 0) all[count++] = mix(column, contents[at] as number);
    }
    return count === start ? [] : [lineOf(row, all.subarray(start, count))];
  });
};

/** Columns as lines, by what stands in them in whatever row: rows may have moved as well. */
export const columnLines = ({ rows, columns, contents }: SheetLines): Line[] => {
  const total = rows.at(-1)?.to ?? 0;
  const sizes = new Int32Array(16_385);
  for (let at = 0; at < total; at++) sizes[columns[at] as number] = (sizes[columns[at] as number] as number) + 1;
  const starts = new Int32Array(16_386);
  for (let column = 1; column <= 16_384; column++)
    starts[column + 1] = (starts[column] as number) + (sizes[column] as number);
  const all = new Int32Array(total);
  const next = starts.slice();
  for (let at = 0; at < total; at++) {
    const column = columns[at] as number;
    all[next[column] as number] = contents[at] as number;
    next[column] = (next[column] as number) + 1;
  }
  const lines: Line[] = [];
  for (let column = 1; column <= 16_384; column++)
    if ((sizes[column] as number) > 0) lines.push(lineOf(column, all.subarray(starts[column], starts[column + 1])));
  return lines;
};

const lineOf = (at: number, cells: Int32Array): Line => ({ at, key: keyOf(cells), cells });

/** One number for a line; sorts its cells. */
export const keyOf = (cells: Int32Array): number => {
  cells.sort();
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < cells.length; index++) {
    a = mix(a, cells[index] as number);
    b = Math.imul(b ^ (cells[index] as number), 0x9e3779b1);
  }
  return (a >>> 0) * 2 ** 20 + (b >>> 12);
};
