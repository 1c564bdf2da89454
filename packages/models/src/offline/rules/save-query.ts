import { call, refuse, type Sub } from '../plan.ts';
import type { Asked, Table } from '../rule.ts';

/** Writes a query over the table to a new file; the table itself stays as it is. */
export function* saveQuery(asked: Asked, table: Table, query: string, path: string): Sub<number> {
  if (!table.isOnlySheet) {
    return refuse(
      `I can save from a workbook with one sheet; ${table.path} has several. Copy the sheet to a file of its own first.`,
      `אני שומר מחוברת עם גיליון אחד; ב-${table.path} יש כמה. העתיקו קודם את הגיליון לקובץ משלו.`,
    );
  }
  const done = yield* call('table_export', {
    path: table.path,
    query,
    target_path: path,
    format: path.toLowerCase().endsWith('.csv') ? 'csv' : 'xlsx',
    sheet: null,
    overwrite: null,
    neutralize_formulas: null,
    bom: null,
    expected_version: null,
    summary: asked.say(`Made from ${table.path}.`, `נוצר מתוך ${table.path}.`),
  });
  return Number(done.row_count ?? 0);
}
