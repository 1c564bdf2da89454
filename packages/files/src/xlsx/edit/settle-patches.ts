import { type Cell, prefixAt, type RawCell, rawCellAt, settleCells } from '../cells.ts';
import { createRowCells, type RowCells } from '../row-cells.ts';
import { scanSpan } from '../row-scan.ts';
import { walkSheet } from '../sheet-stream.ts';
import type { BookEdit } from './book-edit.ts';
import type { CellPatch, Content } from './cell-patch.ts';
import type { SheetDraft } from './sheet-draft.ts';
import { placeKey } from './sheet-index.ts';
import { rowStyleOf } from './splice-row.ts';
import { columnStyles } from './splice-sheet.ts';

/**
 * Compares waiting patches with what is there: what changes nothing is taken out, styles become record numbers, and
 * what remains is noted as the effect of the batch.
 */
export const settlePatches = async (edit: BookEdit, part: string, draft: SheetDraft): Promise<void> => {
  const sheet = edit.book().sheets.find((it) => it.part === part);
  if (!sheet) return;
  const { frame, kept } = await draft.index();
  const raw: RawCell[] = [];
  const rowStyles = new Map<number, number>();
  const look = (cells: RowCells): void => {
    const patched = draft.rows.get(cells.row)?.cells;
    const style = rowStyleOf(cells);
    if (style !== undefined) rowStyles.set(cells.row, style);
    for (let index = 0; index < cells.count; index++)
      if (patched?.has(cells.column[index] as number)) raw.push(rawCellAt(cells, index, prefixAt(cells)));
  };
  const numbers = [...draft.rows.keys()];
  if (numbers.every((row) => draft.expected.has(row) || row > frame.lastRow)) {
    const cells = createRowCells();
    for (const [row, bytes] of kept)
      if (draft.rows.has(row)) look(scanSpan(cells, bytes, 0, bytes.length, row, frame.prefix.length));
  } else {
    const last = numbers.reduce((a, b) => Math.max(a, b), 0);
    await walkSheet(draft.settled(), {
      wants: (row) => (row > last ? 'stop' : draft.rows.has(row)),
      row: look,
    });
  }
  const settled = await settleCells(edit.book(), sheet, raw);
  const existing = new Map(settled.map((cell) => [placeKey(cell.row, cell.column), cell]));
  const freshStyle = columnStyles(frame.head);
  for (const [row, rowPatch] of [...draft.rows]) {
    for (const [column, patch] of [...rowPatch.cells]) {
      const cell = existing.get(placeKey(row, column));
      const base = cell?.style ?? rowStyles.get(row) ?? freshStyle(column);
      const kept = settledPatch(edit, patch, cell, base);
      if (kept === undefined) rowPatch.cells.delete(column);
      else {
        rowPatch.cells.set(column, kept);
        note(edit, sheet.name, part, row, column, kept, cell);
      }
    }
    if (rowPatch.cells.size === 0 && rowPatch.height === undefined) draft.rows.delete(row);
  }
};

const settledPatch = (
  edit: BookEdit,
  patch: CellPatch,
  cell: Cell | undefined,
  base: number,
): CellPatch | undefined => {
  const content = patch.content !== undefined && changes(patch.content, cell) ? patch.content : undefined;
  const from = patch.baseStyle ?? base;
  const style = patch.styles ? edit.styles().styleFor(from, patch.styles) : from;
  const restyled =
    style !== base ||
    (cell === undefined && style !== 0 && (patch.styles !== undefined || patch.baseStyle !== undefined));
  if (content === undefined && !restyled) return undefined;
  return { ...(content ? { content } : {}), ...(restyled ? { baseStyle: style } : {}) };
};

const changes = (content: Content, cell: Cell | undefined): boolean => {
  switch (content.kind) {
    case 'clear':
      return cell !== undefined && (cell.kind !== 'blank' || cell.formula !== null);
    case 'value':
      return cell === undefined || cell.formula !== null || cell.value !== content.value || cell.kind === 'error';
    case 'formula':
      return cell?.formula !== content.formula;
    case 'cached':
      return cell !== undefined && !sameCached(content.cached, cell);
    case 'unshare':
      return true;
  }
};

const sameCached = (cached: Extract<Content, { kind: 'cached' }>['cached'], cell: Cell): boolean => {
  if (cached === null) return cell.kind === 'blank' && cell.value === null;
  if (typeof cached === 'object') return cell.kind === 'error' && cell.value === cached.error;
  return cell.kind !== 'error' && !cell.pending && cell.value === cached;
};

const note = (
  edit: BookEdit,
  sheet: string,
  part: string,
  row: number,
  column: number,
  { content, baseStyle }: CellPatch,
  cell: Cell | undefined,
): void => {
  if (content?.kind === 'value' || content?.kind === 'clear' || content?.kind === 'formula') {
    edit.effects.cell(sheet, row, column);
    edit.dirty.add(part, row, column);
    if (content.kind === 'formula' || (cell?.formula ?? null) !== null) edit.dirty.formulasChanged = true;
  } else if (baseStyle !== undefined)
    edit.effects.styled(sheet, { top: row, left: column, bottom: row, right: column });
};
