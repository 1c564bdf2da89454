import { asObject, refuse, type Sub } from '../plan.ts';
import type { Asked, Table } from '../rule.ts';
import { columnLetters } from './column-letters.ts';
import { writeDocumentCells } from './document-tables.ts';
import { callCsv, callXlsx } from './row-edits.ts';
import { cellsIn, placeOnSheet } from './sheet-place.ts';

/** A cell by its row of the table and its column; a date of a sheet is written as 2026-11-17. */
export type CellWrite = {
  readonly row: number;
  readonly column: string;
  readonly value: string | number;
  readonly isDate?: boolean;
};

/** Writes cells of a csv or a sheet. What a formula gives is never written over. */
export function* writeCells(asked: Asked, table: Table, cells: readonly CellWrite[]): Sub<void> {
  if (table.kind === 'docx') return yield* writeDocumentCells(asked, table, cells);
  const summary = asked.say(`${cells.length} cells changed.`, `${cells.length} תאים השתנו.`);
  if (table.kind !== 'xlsx') {
    const written = cells.map(({ row, column, value }) => ({ row, column, value }));
    yield* callCsv(table, [{ op: 'update_cells', cells: written }], summary);
    return;
  }
  const place = yield* placeOnSheet(table);
  const rows = cells.map(({ row }) => place.base + row);
  const [left, right] = [columnLetters(place.left), columnLetters(place.right)];
  const held = yield* cellsIn(table, `${left}${Math.min(...rows)}:${right}${Math.max(...rows)}`);
  const written = cells.map(({ row, column, value, isDate }) => {
    const letters = place.letterOf(column);
    if ((held.get(place.base + row)?.get(letters) ?? '').startsWith('='))
      return refuse(
        `${letters}${place.base + row} in ${table.path} holds a formula, so I left it. Change what it is calculated from.`,
        `בתא ${letters}${place.base + row} בקובץ ${table.path} יש נוסחה, ולכן לא נגעתי בו. שנו את מה שממנו הוא מחושב.`,
      );
    const type = isDate ? 'date' : typeof value === 'number' ? 'number' : 'string';
    return asObject({ cell: `${letters}${place.base + row}`, value, type, style: null });
  });
  yield* callXlsx(table, [{ op: 'set_cells', sheet: table.sheet, cells: written }], summary);
}
