import { collect, prefixAt, type RawCell } from '../cells.ts';
import { Kind, type KindContext, kindAt } from '../map/cell-kind.ts';
import { CHUNK_ROWS } from '../map/chunk-rule.ts';
import { findHeader, type SampleRow } from '../map/header-row.ts';
import { type FrameFacts, frameFacts } from '../map/sheet-frame-facts.ts';
import { isHidden } from '../map/sheet-scan.ts';
import type { Rect } from '../ref.ts';
import { isFilled, type RowCells } from '../row-cells.ts';
import { walkSheet } from '../sheet-stream.ts';
import type { SheetInfo, Workbook } from '../workbook.ts';

/** What one pass over a sheet tells about a rectangle and its place. */
export type RangeWalk = {
  readonly raw: readonly RawCell[];
  /** Rows whose cells were kept end here; rows after it were only counted. */
  readonly keptTo: number;
  readonly firstRow: number;
  /** Last row with content that was seen; the last of the sheet when `reachedEnd`. */
  readonly lastRow: number;
  /** Columns seen to hold something. */
  readonly left: number;
  readonly right: number;
  readonly reachedEnd: boolean;
  readonly isFilledRow: (row: number) => boolean;
  readonly headerRow: number | null;
  readonly hiddenRows: readonly number[];
  readonly facts: FrameFacts | undefined;
};

const SAMPLED = 40;
/** Far more cells than fit an answer need not be kept. */
const KEPT_CELLS = 16_000;
export const walkRange = async (
  book: Workbook,
  sheet: SheetInfo,
  rect: Rect,
  context: KindContext,
  options: { readonly toEnd: boolean },
): Promise<RangeWalk> => {
  const raw: RawCell[] = [];
  const filled = new Uint8Array(131_073);
  const hiddenRows: number[] = [];
  let keptTo = 0;
  let firstRow = 0;
  let lastRow = 0;
  let left = Number.MAX_SAFE_INTEGER;
  let right = 0;
  let runTop = 0;
  let sample: SampleRow[] = [];
  let full = false;
  let toEnd = options.toEnd;
  const content = createContentFinder();

  const seen = (row: number): void => {
    filled[row >> 3] = (filled[row >> 3] as number) | (1 << (row & 7));
    if (firstRow === 0) firstRow = row;
    if (row > lastRow + 1 && row <= rect.top) {
      runTop = row;
      sample = [];
    }
    lastRow = Math.max(lastRow, row);
  };
  const isChunk = () => rect.bottom - rect.top < CHUNK_ROWS && firstRow > 0 && (rect.top - firstRow) % CHUNK_ROWS === 0;

  const frame = await walkSheet(book.parts.chunks(sheet.part), {
    wants: (row) => {
      if (row > rect.bottom) {
        // A window of the walk through a sheet tells where the walk goes on, so the rest is looked at too.
        toEnd ||= isChunk();
        return toEnd ? false : 'stop';
      }
      if (row >= rect.top) return !full;
      return row > lastRow + 1 || row - runTop < SAMPLED;
    },
    passed: (buffer, start, end, row) => {
      if (content(buffer, start, end)) seen(row);
    },
    row: (cells) => {
      const prefix = prefixAt(cells);
      const kinds = Array.from({ length: cells.count }, (_, index) => kindAt(cells, index, context));
      if (kinds.some((kind) => kind !== Kind.empty)) seen(cells.row);
      for (let index = 0; index < cells.count; index++) {
        if (!isFilled(cells, index)) continue;
        left = Math.min(left, cells.column[index] as number);
        right = Math.max(right, cells.column[index] as number);
      }
      if (cells.row <= rect.top && cells.row - runTop < SAMPLED) sample.push(sampleOf(cells, kinds));
      if (cells.row < rect.top) return;
      collect(cells, rect, prefix, raw);
      keptTo = cells.row;
      if (isHidden(cells)) hiddenRows.push(cells.row);
      full = raw.length > KEPT_CELLS;
    },
  });
  return {
    raw,
    keptTo: full ? keptTo : rect.bottom,
    firstRow,
    lastRow,
    left,
    right,
    reachedEnd: frame !== undefined,
    isFilledRow: (row) => ((filled[row >> 3] as number) & (1 << (row & 7))) !== 0,
    headerRow: headerAbove(sample, rect),
    hiddenRows,
    facts: frame && frameFacts(frame),
  };
};

const sampleOf = (cells: RowCells, kinds: readonly number[]): SampleRow => {
  const row: SampleRow = { row: cells.row, cells: [] };
  for (let index = 0; index < cells.count; index++) {
    const kind = kinds[index] as number;
    if (kind === Kind.empty || kind === Kind.blank) continue;
    // Texts need only be told apart, so their bytes serve.
    const start = cells.valueStart[index] as number;
    const text =
      start >= 0
        ? cells.buffer.toString('latin1', start, cells.valueEnd[index] as number)
        : cells.buffer.toString('latin1', cells.inlineStart[index] as number, cells.inlineEnd[index] as number);
    row.cells[cells.column[index] as number] = { kind, style: cells.style[index] as number, text };
  }
  return row;
};

/** The header of the block the rectangle starts in, when it stands above the rectangle. */
const headerAbove = (sample: readonly SampleRow[], rect: Rect): number | null => {
  const filled = (column: number) => sample.some((row) => row.cells[column] !== undefined);
  let left = rect.left;
  let right = rect.left;
  while (left > 1 && filled(left - 1)) left--;
  while (filled(right + 1)) right++;
  const bottom = sample.at(-1)?.row ?? 0;
  const header = findHeader(sample, { top: 1, left, bottom, right });
  return header !== null && header < rect.top ? header : null;
};

/** Whether a row that is passed over holds anything, by searching bytes once through each window. */
const createContentFinder = () => {
  let window: Buffer | undefined;
  const marks = ['v>', '<v', '<f', ':f', '<is', ':is'].map((text) => ({ bytes: Buffer.from(text), next: -1 }));
  return (buffer: Buffer, start: number, end: number): boolean => {
    if (buffer !== window) {
      window = buffer;
      for (const mark of marks) mark.next = -1;
    }
    return marks.some((mark) => {
      if (mark.next < start) {
        const found = buffer.indexOf(mark.bytes, start);
        mark.next = found < 0 ? buffer.length : found;
      }
      return mark.next < end;
    });
  };
};
