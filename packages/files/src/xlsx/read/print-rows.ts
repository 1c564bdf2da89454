import type { Cell } from '../cells.ts';
import { columnLetters, intersect, type Rect, rectRef, spanRef } from '../ref.ts';
import type { SheetInfo, Workbook } from '../workbook.ts';
import { type CellView, cellText } from './cell-display.ts';
import type { RangeWalk } from './range-walk.ts';

/** Characters an answer may have; a single row that is longer is cut at the hard cap and says so. */
export const BUDGET = 24_000;
const HARD_CAP = 64_000;

export type PrintedRows = {
  readonly text: string;
  /** The last row the text covers, printed or blank. */
  readonly lastRow: number;
  readonly split?: { readonly part: number; readonly parts: number };
};

type Job = {
  readonly book: Workbook;
  readonly sheet: SheetInfo;
  readonly view: CellView;
  readonly rect: Rect;
  readonly cells: readonly Cell[];
  readonly header: readonly Cell[];
  readonly walk: RangeWalk;
};

export const printRows = (job: Job): PrintedRows => {
  const { book, view, rect, header, walk } = job;
  const width = lastColumn(job) - rect.left + 1;
  const line = (cells: readonly Cell[]): string => {
    const texts: string[] = [];
    for (const cell of cells) texts[cell.column - rect.left] = cellText(book, cell, view);
    return Array.from(texts.slice(0, width), (text) => text ?? '').join('\t');
  };
  const letters = Array.from({ length: width }, (_, index) => columnLetters(rect.left + index)).join('\t');
  const headLines = [`\t${letters}`, ...(header.length > 0 ? [`hdr\t${line(header)}`] : [])];
  const notes = notesOf(job);
  let length = headLines.join('\n').length + notes.join('\n').length + 120;
  const lines: string[] = [];
  let lastRow = rect.top - 1;
  let split: PrintedRows['split'];
  for (const [row, cells] of rowsOf(job)) {
    if (row > walk.keptTo) break;
    let text = `${row}\t${line(cells)}`;
    if (length + text.length + 1 > BUDGET) {
      if (lines.length > 0) return finish(job, headLines, lines, notes, lastRow, split);
      if (text.length > HARD_CAP) {
        split = { part: 1, parts: Math.ceil(text.length / HARD_CAP) };
        text = text.slice(0, HARD_CAP);
      }
    }
    length += text.length + 1;
    lines.push(text);
    lastRow = row;
    if (length > BUDGET) return finish(job, headLines, lines, notes, lastRow, split);
  }
  return finish(job, headLines, lines, notes, Math.max(lastRow, Math.min(rect.bottom, walk.keptTo)), split);
};

const finish = (
  { sheet, rect }: Job,
  head: readonly string[],
  lines: readonly string[],
  notes: readonly string[],
  lastRow: number,
  split: PrintedRows['split'],
): PrintedRows => {
  const title = `# Sheet: ${sheet.name} ${rectRef({ ...rect, bottom: Math.max(rect.top, lastRow) })}`;
  return { text: `${[title, ...head, ...lines, ...notes].join('\n')}\n`, lastRow, ...(split ? { split } : {}) };
};

/** Rows that hold something in the rectangle, in order; of repeated cells the last wins. */
const rowsOf = ({ cells, rect }: Job): readonly (readonly [number, readonly Cell[]])[] => {
  const byRow = new Map<number, Cell[]>();
  for (const cell of cells) {
    if (cell.row < rect.top || cell.row > rect.bottom || (cell.kind === 'blank' && cell.formula === null)) continue;
    const known = byRow.get(cell.row);
    if (known) known.push(cell);
    else byRow.set(cell.row, [cell]);
  }
  return [...byRow].toSorted(([a], [b]) => a - b);
};

const lastColumn = ({ rect, cells, header }: Job): number => {
  // A clipped rectangle may still be wide and mostly empty; trailing blank columns are not spelled out.
  if (rect.right - rect.left < 64) return rect.right;
  let last = rect.left;
  for (const cell of [...cells, ...header])
    if (cell.column <= rect.right && (cell.kind !== 'blank' || cell.formula !== null))
      last = Math.max(last, cell.column);
  return last;
};

const notesOf = ({ book, cells, rect, walk }: Job): string[] => {
  const merges = (walk.facts?.merges ?? []).filter((merge) => intersect(merge, rect));
  const hiddenRows = walk.hiddenRows.filter((row) => row >= rect.top && row <= rect.bottom);
  const hiddenColumns = walk.facts?.hiddenColumns ?? [];
  return [
    ...(merges.length > 0 ? [`merged: ${listed(merges.map(spanRef))}`] : []),
    ...(hiddenRows.length > 0 ? [`hidden rows: ${listed(hiddenRows.map(String))}`] : []),
    ...(book.calculatesOnLoad && cells.some(({ formula }) => formula !== null)
      ? ['formula values: not confirmed by a spreadsheet program yet; it calculates them when it opens the file']
      : []),
    ...(hiddenColumns.length > 0 ? [`hidden columns: ${listed(hiddenColumns)}`] : []),
  ];
};

const NOTED = 40;

const listed = (items: readonly string[]): string =>
  items.length <= NOTED ? items.join(', ') : `${items.slice(0, NOTED).join(', ')} and ${items.length - NOTED} more`;
