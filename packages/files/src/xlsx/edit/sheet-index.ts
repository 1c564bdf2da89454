import { isPendingAt, type Master, rawFormulaAt } from '../cells.ts';
import { moveFormula } from '../formula/rewrite.ts';
import { parseRect, type Rect } from '../ref.ts';
import { type SheetFrame, walkSheet } from '../sheet-stream.ts';

export type FormulaCell = {
  readonly row: number;
  readonly column: number;
  /** Own text; empty for a cell that shares the formula of its group. */
  readonly text: string;
  readonly kind: 'plain' | 'shared' | 'array' | 'table';
  readonly group: number;
  /** The cells an array formula or data table fills. */
  readonly rect: Rect | undefined;
  /** It has no stored value, so reading its cell tells nothing. */
  readonly pending: boolean;
  readonly inputs: readonly string[];
};

/** One pass over a sheet: its frame and every formula in it. Rows without formulas are not cut into cells. */
export type SheetIndex = {
  readonly frame: SheetFrame;
  readonly formulas: readonly FormulaCell[];
  readonly masters: ReadonlyMap<number, Master>;
  /** Ranges that array formulas and data tables fill. */
  readonly arrays: readonly Rect[];
  /** Groups by the place of the cell that holds their formula, as `placeKey` tells it. */
  readonly groupAt: ReadonlyMap<number, number>;
  /** The bytes of rows that were asked for beforehand and exist. */
  readonly kept: ReadonlyMap<number, Buffer>;
};

export const placeKey = (row: number, column: number): number => row * 16_385 + column;

export const indexSheet = async (
  chunks: AsyncIterable<Buffer>,
  wanted: ReadonlySet<number> = new Set(),
): Promise<SheetIndex> => {
  const formulas: FormulaCell[] = [];
  const masters = new Map<number, Master>();
  const arrays: Rect[] = [];
  const groupAt = new Map<number, number>();
  const kept = new Map<number, Buffer>();
  const mark = createMarkFinder();
  const frame = await walkSheet(chunks, {
    wants: (row, buffer, start, end) => {
      if (wanted.has(row)) kept.set(row, Buffer.from(buffer.subarray(start, end)));
      return mark(buffer, start, end);
    },
    row: (cells) => {
      for (let index = 0; index < cells.count; index++) {
        if ((cells.formulaStart[index] as number) < 0) continue;
        const column = cells.column[index] as number;
        const { text, kind, group, ref, inputs } = rawFormulaAt(cells, index);
        if (kind === 'shared' && text !== '' && !masters.has(group)) {
          masters.set(group, { text, row: cells.row, column });
          groupAt.set(placeKey(cells.row, column), group);
        }
        const rect = kind === 'array' || kind === 'table' ? parseRect(ref ?? '') : undefined;
        if (rect) arrays.push(rect);
        formulas.push({
          row: cells.row,
          column,
          text,
          kind,
          group,
          rect,
          pending: isPendingAt(cells, index),
          inputs,
        });
      }
    },
  });
  if (!frame) throw new Error('an index cannot be stopped');
  return { frame, formulas, masters, arrays, groupAt, kept };
};

/** The formula of a cell, told out. */
export const formulaOf = ({ masters }: SheetIndex, cell: FormulaCell): string => {
  const master = cell.kind === 'shared' && cell.text === '' ? masters.get(cell.group) : undefined;
  return master ? moveFormula(master.text, cell.row - master.row, cell.column - master.column) : cell.text;
};

const LETTER_F = 102;

/** Whether bytes hold an `<f` of any prefix; each window is searched once, by the one letter that is rare in it. */
const createMarkFinder = () => {
  let window: Buffer | undefined;
  let next = -1;
  const markAfter = (buffer: Buffer, from: number): number => {
    for (let at = buffer.indexOf(LETTER_F, from); at >= 0; at = buffer.indexOf(LETTER_F, at + 1))
      if (buffer[at - 1] === 60 || buffer[at - 1] === 58) return at;
    return buffer.length;
  };
  return (buffer: Buffer, start: number, end: number): boolean => {
    if (buffer !== window) {
      window = buffer;
      next = -1;
    }
    if (next < start) next = markAfter(buffer, start + 1);
    return next < end;
  };
};
