import { call, type Sub } from '../plan.ts';
import { type Asked, isNumeric, sqlName, type Table } from '../rule.ts';
import { asMeant } from '../table-view.ts';

/** Writes a query over the table to a new file; the table itself stays as it is. */
export function* saveQuery(asked: Asked, table: Table, query: string, path: string, isGrouped = false): Sub<number> {
  const isCsv = path.toLowerCase().endsWith('.csv');
  const done = yield* call('table_export', {
    path: table.path,
    query: asMeant(table.view, isCsv ? plainNumbers(table, query) : query, isGrouped),
    target_path: path,
    format: isCsv ? 'csv' : 'xlsx',
    sheet: null,
    overwrite: null,
    neutralize_formulas: null,
    bom: null,
    source_sheet: table.sheet,
    source_range: table.range,
    expected_version: null,
    summary: asked.say(`Made from ${table.path}.`, `נוצר מתוך ${table.path}.`),
  });
  return Number(done.row_count ?? 0);
}

/** 900 stays 900: a column of fractions would write its whole numbers as 900.0. */
const plainNumbers = (table: Table, query: string): string => {
  const fractions = table.columns.filter(
    (column) => isNumeric(column) && column.type !== 'integer' && !table.view.numbers.has(column.name),
  );
  if (fractions.length === 0) return query;
  const names = fractions.map(({ name }) => sqlName(name));
  const replaced = names.map((name) => `regexp_replace(CAST(${name} AS VARCHAR), '\\.0$', '') AS ${name}`);
  const used = names.flatMap((name, at) =>
    query.split(' FROM ')[0]?.includes(name) || query.startsWith('SELECT *') ? [replaced[at]] : [],
  );
  return used.length === 0 ? query : `SELECT * REPLACE (${used.join(', ')}) FROM (${query})`;
};
