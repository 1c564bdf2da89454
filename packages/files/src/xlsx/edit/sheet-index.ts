import { type Master, rawFormulaAt } from '../cells.ts';
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
};

export const placeKey = (row: number, column: number): number => row * 16_385 + column;

export const indexSheet = async (chunks: AsyncIterable<Buffer>): Promise<SheetIndex> => {
  const formulas: FormulaCell[] = [];
  const masters = new Map<number, Master>();
  const arrays: Rect[] = [];
  const groupAt = new Map<number, number>();
  const mark = createMarkFinder();
  const frame = await walkSheet(chunks, {
    wants: (_, buffer, start, end) => mark(buffer, start, end),
    row: (cells) => {
      for (let index = 0; index < cells.count; index++) {
        if ((cells.formulaStart[index] as number) < 0) continue;
        const column = cells.column[index] as number;
        const { text, kind, group, ref } = rawFormulaAt(cells, index);
        if (kind === 'shared' && text !== '' && !masters.has(group)) {
          masters.set(group, { text, row: cells.row, column });
          groupAt.set(placeKey(cells.row, column), group);
        }
        const rect = kind === 'array' || kind === 'table' ? parseRect(ref ?? '') : undefined;
        if (rect) arrays.push(rect);
        formulas.push({ row: cells.row, column, text, kind, group, rect });
      }
    },
  });
  if (!frame) throw new Error('an index cannot be stopped');
  return { frame, formulas, masters, arrays, groupAt };
};

/** The formula of a cell, told out. */
export const formulaOf = ({ masters }: SheetIndex, cell: FormulaCell): string => {
  const master = cell.kind === 'shared' && cell.text === '' ? masters.get(cell.group) : undefined;
  return master ? moveFormula(master.text, cell.row - master.row, cell.column - master.column) : cell.text;
};

/** Whether bytes hold an `<f` of any prefix; each window is searched once. */
const createMarkFinder = () => {
  let window: Buffer | undefined;
  let plain = -1;
  let prefixed = -1;
  const search = (buffer: Buffer, text: string, from: number): number => {
    const found = buffer.indexOf(text, from, 'latin1');
    return found < 0 ? buffer.length : found;
  };
  return (buffer: Buffer, start: number, end: number): boolean => {
    if (buffer !== window) {
      window = buffer;
      plain = -1;
      prefixed = -1;
    }
    if (plain < start) plain = search(buffer, '<f', start);
    if (prefixed < start) prefixed = search(buffer, ':f', start);
    return plain < end || prefixed < end;
  };
};
