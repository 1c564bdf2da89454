import { asList, call, type Sub } from '../plan.ts';
import type { Table } from '../rule.ts';

export const mostRowsShown = 200;

/** The first rows of a query over the table. */
export function* firstRows({ path, sheet }: Table, query: string): Sub<readonly (readonly unknown[])[]> {
  const result = yield* call('table_query', {
    path,
    query,
    window_rows: mostRowsShown,
    window_offset: null,
    count_only: null,
    tables: null,
    sheet,
    range: null,
  });
  return asList(result.rows) as readonly (readonly unknown[])[];
}
