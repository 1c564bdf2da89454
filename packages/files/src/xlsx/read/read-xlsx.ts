import { type OpcPackage, openPackage } from '../../package/opc.ts';
import { type FileResult, settle } from '../../tools/errors.ts';
import { type Cell, readCells, settleCells } from '../cells.ts';
import { CHUNK_ROWS, chunkRect } from '../map/chunk-rule.ts';
import { kindContext } from '../map/map-xlsx.ts';
import { scanSheet } from '../map/sheet-scan.ts';
import { contains, intersect, type Rect, rectRef } from '../ref.ts';
import { openWorkbook, type SheetInfo, type Workbook } from '../workbook.ts';
import type { CellView } from './cell-display.ts';
import { type PrintedRows, printRows } from './print-rows.ts';
import { type RangeWalk, walkRange } from './range-walk.ts';
import { selectRange } from './select-range.ts';

export type ReadOptions = {
  readonly sheet?: string | null;
  readonly range?: string | null;
  readonly view?: CellView | null;
};

export type ChunkInfo = {
  readonly chunk_index: number;
  readonly total_chunks: number;
  readonly has_more: boolean;
  readonly range: string;
  readonly unit: 'rows';
  readonly returned: number;
  readonly total: number;
  readonly next: { readonly sheet: string; readonly range: string } | null;
  readonly unit_split?: { readonly part: number; readonly parts: number };
};

export type XlsxAnswer = {
  readonly text: string;
  readonly chunk_info?: ChunkInfo;
  readonly warnings: readonly string[];
};

/** Sheets that inflate to more than this are not read to their end for the sake of a note on merged cells. */
const FOLLOWED_TO_END = 64 * 1024 * 1024;

export const readXlsx = (bytes: Uint8Array, options: ReadOptions = {}): Promise<FileResult<XlsxAnswer>> =>
  settle(async () => {
    const source = openPackage(bytes, { tolerateBadCrc: true });
    const book = openWorkbook(source);
    const { sheet, rect: asked, warnings } = selectRange(book, options.sheet ?? null, options.range ?? null);
    const view = options.view ?? 'both';
    const context = kindContext(book.styles, new Uint8Array(0));
    const wholeSheet = asked === undefined;
    const rect = asked ?? (await firstChunk(book, sheet));
    if (rect === undefined) return outside(sheet, asked, [...warnings, 'outside_used_range']);
    const toEnd = wholeSheet || inflatedSize(source, sheet) <= FOLLOWED_TO_END;
    const walk = await walkRange(book, sheet, rect, context, { toEnd });
    const used = await usedRange(book, sheet, rect, walk);
    const clipped = used && intersect(rect, used);
    if (!used || !clipped) return outside(sheet, asked, [...warnings, 'outside_used_range']);
    const cells = await settleCells(book, sheet, walk.raw);
    const header = await headerCells(book, sheet, clipped, walk);
    const printed = printRows({ book, sheet, view, rect: clipped, cells, header, walk });
    const chunk = chunkInfo({ sheet, rect, clipped, used, walk, printed });
    return {
      text: printed.text,
      ...(chunk ? { chunk_info: chunk } : {}),
      warnings: [
        ...warnings,
        ...[...source.damaged].map((part) => `damaged_part:${part}`),
        ...(walk.facts === undefined ? ['merged_cells_not_checked'] : []),
      ],
    };
  });

const inflatedSize = (source: OpcPackage, sheet: SheetInfo): number => source.zip.byName.get(sheet.part)?.size ?? 0;

const outside = (sheet: SheetInfo, asked: Rect | undefined, warnings: readonly string[]): XlsxAnswer => ({
  text: `# Sheet: ${sheet.name}${asked ? ` ${rectRef(asked)}` : ''}\n`,
  warnings,
});

const firstChunk = async (book: Workbook, sheet: SheetInfo): Promise<Rect | undefined> => {
  const context = kindContext(book.styles, new Uint8Array(0));
  const { used } = await scanSheet(book.parts.chunks(sheet.part), [], context);
  return used && chunkRect(used, 0);
};

/**
 * Enough of the used range to clip by. What was walked suffices when the rectangle lies within it; only a request that
 * reaches further has the whole sheet measured.
 */
const usedRange = async (book: Workbook, sheet: SheetInfo, rect: Rect, walk: RangeWalk): Promise<Rect | undefined> => {
  const rowsKnown = walk.reachedEnd || walk.lastRow >= rect.bottom;
  if (rowsKnown && walk.firstRow > 0 && rect.left >= walk.left && rect.right <= walk.right)
    return { top: walk.firstRow, left: walk.left, bottom: walk.lastRow, right: walk.right };
  const context = kindContext(book.styles, new Uint8Array(0));
  return (await scanSheet(book.parts.chunks(sheet.part), [], context)).used;
};

const headerCells = async (book: Workbook, sheet: SheetInfo, rect: Rect, walk: RangeWalk): Promise<readonly Cell[]> => {
  const table = sheet.tables.find((it) => it.headerRows > 0 && contains(it.rect, rect.top, rect.left));
  const row = table ? table.rect.top : walk.headerRow;
  if (row === null || row >= rect.top) return [];
  return readCells(book, sheet, { ...rect, top: row, bottom: row });
};

type Place = { sheet: SheetInfo; rect: Rect; clipped: Rect; used: Rect; walk: RangeWalk; printed: PrintedRows };

const chunkInfo = ({ sheet, rect, clipped, used, walk, printed }: Place): ChunkInfo | undefined => {
  const offset = clipped.top - used.top;
  const isChunk =
    walk.reachedEnd &&
    offset % CHUNK_ROWS === 0 &&
    (rect.bottom - rect.top + 1 === CHUNK_ROWS || clipped.bottom === used.bottom) &&
    clipped.bottom - clipped.top < CHUNK_ROWS;
  const next = (range: Rect | undefined) => (range ? { sheet: sheet.name, range: rectRef(range) } : null);
  if (printed.lastRow < clipped.bottom) {
    // The rest of a window leads on to the end of the sheet, so that following it misses nothing.
    const bottom = isChunk ? used.bottom : clipped.bottom;
    return {
      chunk_index: isChunk ? offset / CHUNK_ROWS : 0,
      total_chunks: isChunk
        ? Math.ceil((used.bottom - used.top + 1) / CHUNK_ROWS)
        : Math.ceil(rows(clipped) / Math.max(1, printed.lastRow - clipped.top + 1)),
      has_more: true,
      range: rectRef({ ...clipped, bottom: printed.lastRow }),
      unit: 'rows',
      returned: printed.lastRow - clipped.top + 1,
      total: isChunk ? used.bottom - used.top + 1 : rows(clipped),
      next: next({ ...clipped, top: printed.lastRow + 1, bottom }),
      ...(printed.split ? { unit_split: printed.split } : {}),
    };
  }
  if (!isChunk || rows(used) <= CHUNK_ROWS) return undefined;
  const total = Math.ceil(rows(used) / CHUNK_ROWS);
  const following = nextFilled(used, clipped, walk, offset / CHUNK_ROWS, total);
  return {
    chunk_index: offset / CHUNK_ROWS,
    total_chunks: total,
    has_more: following !== undefined,
    range: rectRef(clipped),
    unit: 'rows',
    returned: rows(clipped),
    total: rows(used),
    next: next(following && { ...following, left: clipped.left, right: clipped.right }),
    ...(printed.split ? { unit_split: printed.split } : {}),
  };
};

const rows = (rect: Rect): number => rect.bottom - rect.top + 1;

const nextFilled = (used: Rect, _: Rect, walk: RangeWalk, index: number, total: number): Rect | undefined => {
  for (let number = index + 1; number < total; number++) {
    const rect = chunkRect(used, number);
    for (let row = rect.top; row <= rect.bottom; row++) if (walk.isFilledRow(row)) return rect;
  }
  return undefined;
};
