import { asList, call, type Sub } from '../plan.ts';
import type { Table } from '../rule.ts';
import { asMeant } from '../table-view.ts';

export const mostRowsShown = 200;

/** The first rows of a query over the table. */
export function* firstRows(
  { path, sheet, range, view }: Table,
  query: string,
  isGrouped = false,
): Sub<readonly (readonly unknown[])[]> {
  const result = yield* call('table_query', {
    path,
    query: asMeant(view, query, isGrouped),
    window_rows: mostRowsShown,
    window_offset: null,
    count_only: null,
    tables: null,
    sheet,
    range,
  });
  return asList(result.rows) as readonly (readonly unknown[])[];
}
