import { crc32 } from 'node:zlib';
import { type Cell, collect, prefixAt, type RawCell, settleCells } from '../cells.ts';
import { type SheetFrame, walkSheet } from '../sheet-stream.ts';
import type { SheetInfo, Workbook } from '../workbook.ts';
import type { KeyedRow } from './align-rows.ts';

/** Checksums of the bytes of each row, and everything around them. */
export type RowSums = { readonly frame: SheetFrame; readonly sums: ReadonlyMap<number, number> };

export const sumRows = async (book: Workbook, sheet: SheetInfo): Promise<RowSums> => {
  const sums = new Map<number, number>();
  const frame = await walkSheet(book.parts.chunks(sheet.part), {
    wants: () => false,
    row: () => undefined,
    passed: (buffer, start, end, row) => void sums.set(row, crc32(buffer.subarray(start, end))),
  });
  if (!frame) throw new Error('a sheet cannot be stopped here');
  return { frame, sums };
};

const ANY = { top: 1, left: 1, bottom: Number.MAX_SAFE_INTEGER, right: Number.MAX_SAFE_INTEGER };

/** Cells of chosen rows, by row. */
export const readRows = async (
  book: Workbook,
  sheet: SheetInfo,
  wanted: (row: number) => boolean,
  last: number,
): Promise<ReadonlyMap<number, readonly Cell[]>> => {
  const raw: RawCell[] = [];
  await walkSheet(book.parts.chunks(sheet.part), {
    wants: (row) => (row > last ? 'stop' : wanted(row)),
    row: (cells) => collect(cells, ANY, prefixAt(cells), raw),
  });
  const byRow = new Map<number, Cell[]>();
  for (const cell of await settleCells(book, sheet, raw)) {
    const known = byRow.get(cell.row);
    if (known) known.push(cell);
    else byRow.set(cell.row, [cell]);
  }
  return byRow;
};

/** What a row is recognised by: its values where it has no formulas, so that shifted references do not matter. */
export const keyedRows = (rows: ReadonlyMap<number, readonly Cell[]>): KeyedRow[] =>
  [...rows]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([row, cells]) => {
      const parts = cells
        .filter((cell) => cell.kind !== 'blank' || cell.formula !== null)
        .map((cell) => `${cell.column}:${cell.formula === null ? `${cell.kind}:${cell.value}` : 'formula'}`);
      return parts.length === 0 ? [] : [{ row, key: parts.join('\u0001'), cells: new Set(parts) }];
    });
