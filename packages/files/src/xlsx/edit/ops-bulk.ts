import { refuseOp } from '../../package/refusal.ts';
import { createXmlEdit } from '../../package/xml-edit.ts';
import { attributeOf, elementsOf } from '../../package/xml-query.ts';
import { contains, intersect, MAX_COL, MAX_ROW, parseRect, type Rect, spanRef } from '../ref.ts';
import { isFilled } from '../row-cells.ts';
import { walkSheet } from '../sheet-stream.ts';
import type { SheetInfo } from '../workbook.ts';
import type { BookEdit } from './book-edit.ts';
import { MOST_BULK } from './bulk-limit.ts';
import { mergesOf } from './frame-read.ts';
import type { OpOf } from './ops.ts';
import { cellOf, MOST_CELLS, rangeOf } from './ops-cells.ts';
import { contentOf, setCell } from './set-content.ts';

/** Rows of a query. They are patched straight in, where nothing on the sheet asks for care cell by cell. */
export const writeRows = async (edit: BookEdit, op: OpOf<'write_rows'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  const start = cellOf(op.start);
  const width = op.rows.reduce((most, row) => Math.max(most, row.length), 0);
  const rect = {
    top: start.row,
    left: start.column,
    bottom: start.row + op.rows.length - 1,
    right: start.column + width - 1,
  };
  const written = op.rows.reduce((sum, row) => sum + row.length, 0);
  if (written > MOST_BULK) refuseOp('limit_rows', `An update writes at most ${MOST_BULK} cells.`);
  if (rect.bottom > MAX_ROW || rect.right > MAX_COL) refuseOp('bad_range', 'The rows reach beyond the grid.');
  if (op.clear) await clearFilled(edit, sheet, rangeOf(op.clear));
  const careful = await needsCare(edit, sheet, rect);
  if (careful && written > MOST_CELLS)
    refuseOp(
      'unsupported_structure',
      `Merged cells, array formulas or table headers lie in the target; there at most ${MOST_CELLS} cells are written.`,
    );
  const draft = edit.draft(sheet);
  for (const [down, values] of op.rows.entries())
    for (const [across, { value, type }] of values.entries()) {
      const { content, style } = contentOf(edit, value, type);
      const patch = { content, ...(style ? { styles: [style] } : {}) };
      if (careful) await setCell(edit, sheet, start.row + down, start.column + across, patch);
      else draft.patch(start.row + down, start.column + across, patch);
    }
};

const needsCare = async (edit: BookEdit, sheet: SheetInfo, rect: Rect): Promise<boolean> => {
  const index = await edit.draft(sheet).index();
  const meets = (other: Rect) => intersect(other, rect) !== undefined;
  return (
    mergesOf(index.frame).some(meets) ||
    index.arrays.some(meets) ||
    index.formulas.some(({ kind, row, column }) => kind === 'shared' && contains(rect, row, column)) ||
    sheet.tables.some((table) => meets({ ...table.rect, bottom: table.rect.top }))
  );
};

/** Values go, formats stay; cells that hold nothing are not touched. */
const clearFilled = async (edit: BookEdit, sheet: SheetInfo, rect: Rect): Promise<void> => {
  const draft = edit.draft(sheet);
  const filled: { row: number; column: number }[] = [];
  await walkSheet(draft.chunks(), {
    wants: (row) => row >= rect.top && row <= rect.bottom,
    row: (cells) => {
      for (let index = 0; index < cells.count; index++) {
        const column = cells.column[index] as number;
        if (column >= rect.left && column <= rect.right && isFilled(cells, index))
          filled.push({ row: cells.row, column });
      }
      if (filled.length > MOST_BULK) refuseOp('limit_rows', `An update clears at most ${MOST_BULK} cells.`);
    },
  });
  const careful = await needsCare(edit, sheet, rect);
  for (const { row, column } of filled)
    if (careful) await setCell(edit, sheet, row, column, { content: { kind: 'clear' } }, rect);
    else draft.patch(row, column, { content: { kind: 'clear' } });
};

/** A table that ended where rows were added ends with them now. */
export const extendTable = async (edit: BookEdit, op: OpOf<'extend_table'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  const table = sheet.tables.find(({ name }) => name === op.table);
  if (!table) return;
  // Rows behind a row of totals are no rows of the table.
  if (table.totalsRows > 0) return edit.warn(`table_not_extended:${table.name}`);
  const document = edit.parts.xml(table.part);
  const change = createXmlEdit(document);
  const filters = elementsOf(document.root).filter(({ local }) => local === 'autoFilter');
  for (const element of [document.root, ...filters]) {
    const rect = parseRect(attributeOf(element, 'ref') ?? '');
    if (rect) change.setAttribute(element, 'ref', spanRef({ ...rect, bottom: op.bottom }));
  }
  edit.parts.put(table.part, change.toBytes());
  edit.refresh();
  edit.effects.said(sheet.name, `table ${table.name} extended`);
};
