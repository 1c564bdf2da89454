import { crc32 } from 'node:zlib';
import { type Cell, collect, prefixAt, type RawCell, settleCells } from '../cells.ts';
import { walkSheet } from '../sheet-stream.ts';
import type { SheetInfo, Workbook } from '../workbook.ts';

/** Checksums of the bytes of each row. */
export const sumRows = async (book: Workbook, sheet: SheetInfo): Promise<ReadonlyMap<number, number>> => {
  const sums = new Map<number, number>();
  await walkSheet(book.parts.chunks(sheet.part), {
    wants: () => false,
    row: () => undefined,
    passed: (buffer, start, end, row) => void sums.set(row, crc32(buffer.subarray(start, end))),
  });
  return sums;
};

const ANY = { top: 1, left: 1, bottom: Number.MAX_SAFE_INTEGER, right: Number.MAX_SAFE_INTEGER };

/** Cells of chosen rows, by row. */
export const readRows = async (
  book: Workbook,
  sheet: SheetInfo,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, readonly Cell[]>> => {
  const raw: RawCell[] = [];
  let last = 0;
  for (const row of wanted) last = Math.max(last, row);
  await walkSheet(book.parts.chunks(sheet.part), {
    wants: (row) => (row > last ? 'stop' : wanted.has(row)),
    row: (cells) => collect(cells, ANY, prefixAt(cells), raw),
  });
  return byRow(await settleCells(book, sheet, raw));
};

export const byRow = (cells: readonly Cell[]): ReadonlyMap<number, readonly Cell[]> => {
  const rows = new Map<number, Cell[]>();
  for (const cell of cells) {
    const known = rows.get(cell.row);
    if (known) known.push(cell);
    else rows.set(cell.row, [cell]);
  }
  return rows;
};
