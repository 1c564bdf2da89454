import { type Cell, collect, prefixAt, type RawCell, settleCells } from '../cells.ts';
import { walkSheet } from '../sheet-stream.ts';
import { type SheetInfo, sheetNamed, type Workbook } from '../workbook.ts';
import type { ChangedCell } from './changed-cells.ts';
import type { LineUnit } from './line-moves.ts';

const ANY = { top: 1, left: 1, bottom: Number.MAX_SAFE_INTEGER, right: Number.MAX_SAFE_INTEGER };

/** Cells of one sheet that are told; a longer sheet says how many it has. */
export const MOST_TOLD = 20_000;

export type WholeSheet = { readonly cells: readonly ChangedCell[]; readonly total: number };

/** Every cell of a sheet that only one of two workbooks has, as cells that came or went with it. */
export const wholeSheet = async (book: Workbook, sheet: SheetInfo, side: 'before' | 'after'): Promise<WholeSheet> => {
  const raw: RawCell[] = [];
  let total = 0;
  await walkSheet(book.parts.chunks(sheet.part), {
    row: (cells) => {
      const held = raw.length;
      collect(cells, ANY, prefixAt(cells), raw);
      // Formats alone are no content; a new sheet is told by what it says.
      const filled = raw.splice(held).filter(({ kind, formula }) => kind !== 'blank' || formula !== null);
      total += filled.length;
      raw.push(...filled.slice(0, Math.max(0, MOST_TOLD - raw.length)));
    },
  });
  const settled = await settleCells(book, sheet, raw);
  return {
    total,
    cells: settled.map((cell) => ({
      row: cell.row,
      column: cell.column,
      before: side === 'before' ? cell : undefined,
      after: side === 'after' ? cell : undefined,
      content: cell.formula === null ? 'value' : 'formula',
      format: false,
    })),
  };
};

export type GoneCell = { readonly sheet: string; readonly unit: string; readonly cell: Cell };

/** What stood on rows and columns that were deleted, where it stood. */
export const goneCells = async (before: Workbook, units: readonly LineUnit[]): Promise<readonly GoneCell[]> => {
  const gone: GoneCell[] = [];
  const deleted = units.filter(({ status }) => status === 'deleted');
  for (const [name, own] of Map.groupBy(deleted, ({ moves }) => moves.before)) {
    const sheet = sheetNamed(before, name);
    if (!sheet) continue;
    const unitAt = (cell: { readonly row: number; readonly column: number }) =>
      own.find(({ moves, from, to }) => cell[moves.axis] >= from && cell[moves.axis] <= to);
    const raw: RawCell[] = [];
    await walkSheet(before.parts.chunks(sheet.part), {
      row: (cells) => {
        const held = raw.length;
        collect(cells, ANY, prefixAt(cells), raw);
        const filled = raw.splice(held).filter((it) => (it.kind !== 'blank' || it.formula !== null) && unitAt(it));
        raw.push(...filled.slice(0, Math.max(0, MOST_TOLD - raw.length)));
      },
    });
    for (const cell of await settleCells(before, sheet, raw)) {
      const unit = unitAt(cell);
      if (unit) gone.push({ sheet: unit.moves.after, unit: unit.id, cell });
    }
  }
  return gone;
};
