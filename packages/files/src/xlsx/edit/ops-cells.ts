import { refuseOp } from '../../package/refusal.ts';
import { type Cell, collect, prefixAt, type RawCell, settleCells } from '../cells.ts';
import { moveFormula } from '../formula/rewrite.ts';
import { cellCount, cellRef, columnNumber, MAX_COL, MAX_ROW, parseCell, parseRect, type Rect } from '../ref.ts';
import { walkSheet } from '../sheet-stream.ts';
import type { SheetInfo } from '../workbook.ts';
import type { BookEdit } from './book-edit.ts';
import type { CellPatch } from './cell-patch.ts';
import type { OpOf } from './ops.ts';
import { ensureSheet } from './ops-sheets.ts';
import { checkedFormula, contentOf, readStyle, setCell } from './set-content.ts';
import { usedRect } from './used-rect.ts';

export const MOST_CELLS = 100_000;

export const rangeOf = (text: string): Rect =>
  parseRect(text.includes('!') ? text.slice(text.lastIndexOf('!') + 1) : text) ??
  refuseOp('bad_range', `${text.slice(0, 60)} is not a range.`, { hint: 'Use a form such as B2 or A1:E50.' });

export const cellOf = (text: string): { row: number; column: number } =>
  parseCell(text) ?? refuseOp('bad_range', `${text.slice(0, 60)} is not a cell.`, { hint: 'Use a form such as B2.' });

/** Open ranges (`A:D`) end with what is used; a bounded range is taken as it is. */
const boundedRect = async (edit: BookEdit, sheet: SheetInfo, text: string): Promise<Rect | undefined> => {
  const rect = rangeOf(text);
  if (cellCount(rect) <= MOST_CELLS) return rect;
  const used = await usedRect(edit.draft(sheet).chunks());
  const bottom = Math.min(rect.bottom, used?.bottom ?? 0);
  const right = Math.min(rect.right, used?.right ?? 0);
  if (bottom < rect.top || right < rect.left) return undefined;
  const bounded = { ...rect, bottom, right };
  if (cellCount(bounded) > MOST_CELLS) refuseOp('limit_ops', `One call may touch at most ${MOST_CELLS} cells.`);
  return bounded;
};

export const setCells = async (edit: BookEdit, op: OpOf<'set_cells'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  for (const { cell, value, type, style } of op.cells) {
    const { row, column } = cellOf(cell);
    const { content, style: own } = contentOf(edit, value, type ?? null);
    const asked = readStyle(edit, style);
    const styles = [...(own ? [own] : []), ...(asked ? [asked] : [])];
    await setCell(edit, sheet, row, column, { content, ...(styles.length > 0 ? { styles } : {}) });
  }
};

export const setRange = async (edit: BookEdit, op: OpOf<'set_range'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  const start = cellOf(op.start);
  const style = readStyle(edit, op.style);
  for (const [down, values] of op.values.entries())
    for (const [across, value] of values.entries()) {
      const [row, column] = [start.row + down, start.column + across];
      if (row > MAX_ROW || column > MAX_COL) refuseOp('bad_range', 'The values reach beyond the grid.');
      const { content, style: own } = contentOf(edit, value, null);
      const styles = [...(own ? [own] : []), ...(style ? [style] : [])];
      await setCell(edit, sheet, row, column, { content, ...(styles.length > 0 ? { styles } : {}) });
    }
};

export const setStyle = async (edit: BookEdit, op: OpOf<'set_style'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  const style = readStyle(edit, op.style);
  if (!style) return;
  await eachCell(edit, sheet, op.range, { styles: [style] });
};

export const clearRange = async (edit: BookEdit, op: OpOf<'clear_range'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  await eachCell(edit, sheet, op.range, {
    ...(op.what === 'formats' ? {} : { content: { kind: 'clear' } }),
    ...(op.what === 'values' ? {} : { baseStyle: 0 }),
  });
};

const eachCell = async (edit: BookEdit, sheet: SheetInfo, range: string, patch: CellPatch): Promise<void> => {
  const rect = await boundedRect(edit, sheet, range);
  if (!rect) return;
  for (let row = rect.top; row <= rect.bottom; row++)
    for (let column = rect.left; column <= rect.right; column++) await setCell(edit, sheet, row, column, patch, rect);
};

export const fillFormula = async (edit: BookEdit, op: OpOf<'fill_formula'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  const rect = rangeOf(op.range);
  if (cellCount(rect) > MOST_CELLS) refuseOp('limit_ops', `One call may touch at most ${MOST_CELLS} cells.`);
  const formula = checkedFormula(edit, op.formula);
  for (let row = rect.top; row <= rect.bottom; row++)
    for (let column = rect.left; column <= rect.right; column++)
      await setCell(
        edit,
        sheet,
        row,
        column,
        {
          content: { kind: 'formula', formula: moveFormula(formula, row - rect.top, column - rect.left), cached: null },
        },
        rect,
      );
};

/** Cells as they stand, waiting patches included. */
export const currentCells = async (edit: BookEdit, sheet: SheetInfo, rect: Rect): Promise<readonly Cell[]> => {
  const draft = edit.draft(sheet);
  const raw: RawCell[] = [];
  await walkSheet(draft.chunks(), {
    wants: (row) => (row > rect.bottom ? 'stop' : row >= rect.top),
    row: (cells) => collect(cells, rect, prefixAt(cells), raw),
  });
  await draft.flush();
  return settleCells(edit.book(), sheet, raw);
};

export const copyRange = async (edit: BookEdit, op: OpOf<'copy_range'>): Promise<void> => {
  const from = edit.sheet(op.sheet);
  const to = op.to_sheet ? edit.sheet(op.to_sheet) : from;
  const rect = await boundedRect(edit, from, op.range);
  if (!rect) return;
  const start = cellOf(op.to);
  const what = op.what ?? 'all';
  const [down, across] = [start.row - rect.top, start.column - rect.left];
  if (rect.bottom + down > MAX_ROW || rect.right + across > MAX_COL)
    refuseOp('bad_range', 'The copy reaches beyond the grid.');
  const cells = new Map((await currentCells(edit, from, rect)).map((cell) => [cellRef(cell.row, cell.column), cell]));
  const target: Rect = {
    top: rect.top + down,
    left: rect.left + across,
    bottom: rect.bottom + down,
    right: rect.right + across,
  };
  for (let row = rect.top; row <= rect.bottom; row++)
    for (let column = rect.left; column <= rect.right; column++) {
      const cell = cells.get(cellRef(row, column));
      const content = what === 'formats' ? {} : { content: copiedContent(cell, down, across) };
      const base = what === 'values' ? {} : { baseStyle: cell?.style ?? 0 };
      await setCell(edit, to, row + down, column + across, { ...content, ...base }, target);
    }
};

const copiedContent = (cell: Cell | undefined, down: number, across: number): NonNullable<CellPatch['content']> => {
  if (cell?.formula !== undefined && cell.formula !== null)
    return { kind: 'formula', formula: moveFormula(cell.formula, down, across), cached: null };
  if (!cell || cell.value === null) return { kind: 'clear' };
  if (cell.kind === 'error')
    return { kind: 'formula', formula: String(cell.value), cached: { error: String(cell.value) } };
  return { kind: 'value', value: cell.value };
};

export const summarizeByCategory = async (edit: BookEdit, op: OpOf<'summarize_by_category'>): Promise<void> => {
  const letter = (text: string | null | undefined, fallback: string) =>
    columnNumber(text ?? fallback) || refuseOp('bad_range', `${(text ?? '').slice(0, 20)} is not a column.`);
  const category = letter(op.category_col, 'B');
  const amount = letter(op.amount_col, 'C');
  const totals = new Map<string, Map<string, number>>();
  let skipped = 0;
  for (const name of op.source_sheets) {
    const sheet = edit.sheet(name);
    const rect = { top: 2, left: Math.min(category, amount), bottom: MAX_ROW, right: Math.max(category, amount) };
    const byRow = Map.groupBy(await currentCells(edit, sheet, rect), ({ row }) => row);
    for (const cells of byRow.values()) {
      const label = cells.find((it) => it.column === category);
      const value = cells.find((it) => it.column === amount);
      if (!label || label.value === null || String(label.value).trim() === '') continue;
      if (typeof value?.value !== 'number') {
        if (value && value.value !== null) skipped++;
        continue;
      }
      const key = String(label.value).trim();
      const row = totals.get(key) ?? new Map<string, number>();
      totals.set(key, row.set(name, (row.get(name) ?? 0) + value.value));
    }
  }
  if (skipped > 0) edit.warn(`amounts_skipped:${skipped}`);
  const header = [op.category_header ?? 'Category', ...op.source_sheets.map((name) => `${name}_Total`), 'Grand_Total'];
  const rows = [...totals.keys()].toSorted().map((key) => {
    // Cents add up wrong in binary; what is stored is what a person would write.
    const sums = op.source_sheets.map((name) => rounded(totals.get(key)?.get(name) ?? 0));
    return [key, ...sums, rounded(sums.reduce((sum, it) => sum + it, 0))];
  });
  await ensureSheet(edit, op.sheet, null);
  await setRange(edit, { op: 'set_range', sheet: op.sheet, start: 'A1', values: [header, ...rows] });
};

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
