import { asList, call, type Sub } from '../plan.ts';
import type { Table } from '../rule.ts';
import { withoutTotals } from '../table-view.ts';

export const mostRowsShown = 200;

/** The first rows of a query over the table. */
export function* firstRows({ path, sheet, view }: Table, query: string): Sub<readonly (readonly unknown[])[]> {
  const result = yield* call('table_query', {
    path,
    query: withoutTotals(view, query),
    window_rows: mostRowsShown,
    window_offset: null,
    count_only: null,
    tables: null,
    sheet,
    range: null,
  });
  return asList(result.rows) as readonly (readonly unknown[])[];
}
