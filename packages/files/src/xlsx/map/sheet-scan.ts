import { cellRef, type Rect } from '../ref.ts';
import { CellType, type RowCells } from '../row-cells.ts';
import { type SheetFrame, walkSheet } from '../sheet-stream.ts';
import type { TableInfo } from '../tables.ts';
import { Kind, type KindContext, kindAt } from './cell-kind.ts';
import { createRegionBuilder, type RegionBuilder } from './regions.ts';
import { RowRuns } from './row-runs.ts';

/** What one pass over the rows of a sheet finds. */
export type SheetScan = {
  readonly frame: SheetFrame;
  readonly used: Rect | undefined;
  readonly nonempty: number;
  readonly formulas: number;
  readonly errors: { readonly count: number; readonly first: readonly string[] };
  readonly hiddenRows: readonly string[];
  /** One bit per row that holds something. */
  readonly filledRows: Uint8Array;
  readonly regions: RegionBuilder;
};

export const scanSheet = async (
  chunks: AsyncIterable<Buffer>,
  tables: readonly TableInfo[],
  context: KindContext,
): Promise<SheetScan> => {
  let top = 0;
  let bottom = 0;
  let left = Number.MAX_SAFE_INTEGER;
  let right = 0;
  let nonempty = 0;
  let formulas = 0;
  let errorCount = 0;
  const firstErrors: string[] = [];
  const hidden = new RowRuns();
  const filledRows = new Uint8Array(131_073);
  let prefix = '';
  const regions = createRegionBuilder(tables, () => prefix);

  const visit = (cells: RowCells): void => {
    const { row, count } = cells;
    if (count > 0) prefix = prefixOf(cells);
    let filled = 0;
    for (let index = 0; index < count; index++) {
      const kind = kindAt(cells, index, context);
      if (kind === Kind.empty) continue;
      filled++;
      const column = cells.column[index] as number;
      if (column < left) left = column;
      if (column > right) right = column;
      if ((cells.formulaStart[index] as number) >= 0) formulas++;
      if (cells.type[index] === CellType.error) {
        errorCount++;
        if (firstErrors.length < 5) firstErrors.push(cellRef(row, column));
      }
      regions.cell(cells, index, kind);
    }
    if (isHidden(cells)) hidden.add(row);
    if (filled === 0) return;
    nonempty += filled;
    filledRows[row >> 3] = (filledRows[row >> 3] as number) | (1 << (row & 7));
    if (top === 0 || row < top) top = row;
    if (row > bottom) bottom = row;
  };

  const frame = await walkSheet(chunks, { row: visit });
  if (frame === undefined) throw new Error('a sheet scan cannot be stopped');
  return {
    frame,
    used: bottom === 0 ? undefined : { top, left, bottom, right },
    nonempty,
    formulas,
    errors: { count: errorCount, first: firstErrors },
    hiddenRows: hidden.ranges(),
    filledRows,
    regions,
  };
};

export const isFilledRow = (filledRows: Uint8Array, row: number): boolean =>
  ((filledRows[row >> 3] as number) & (1 << (row & 7))) !== 0;

const prefixOf = ({ buffer, cellStart }: RowCells): string => {
  const start = (cellStart[0] as number) + 1;
  return buffer[start] === 99 && buffer[start + 1] !== 58
    ? ''
    : buffer.toString('latin1', start, buffer.indexOf(58, start) + 1);
};

/** Whether the start tag of a row says `hidden`. */
export const isHidden = ({ buffer, start, openEnd }: RowCells): boolean => {
  for (let at = start + 4; at < openEnd - 9; at++) {
    // "hi" of hidden=: nothing else in a row's start tag begins so.
    if (buffer[at] !== 104 || buffer[at + 1] !== 105 || (buffer[at - 1] as number) > 32) continue;
    const value = buffer[at + 8];
    return value === 49 || value === 116;
  }
  return false;
};
