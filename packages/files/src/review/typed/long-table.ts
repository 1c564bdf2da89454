import type { ReviewItem } from '@atelier/contracts';
import type { JsonObject } from '@atelier/kernel/core';
import type { RowChange } from '../table-diff.ts';

export const columnItems = (report: JsonObject, changes: readonly string[]): ReviewItem[] => {
  const names = (key: string): readonly string[] => (report[key] as readonly string[] | undefined) ?? [];
  const item = (status: 'added' | 'removed' | 'changed', before: string | null, after: string | null): ReviewItem => ({
    what: 'column',
    id: `column:${before ?? ''}:${after ?? ''}`,
    group: 'columns',
    place: { at: 'column', column: after ?? before ?? '' },
    status,
    changes: [...changes],
    before,
    after,
  });
  return [
    ...names('added').map((name) => item('added', null, name)),
    ...names('removed').map((name) => item('removed', name, null)),
    ...((report.renamed as readonly { from: string; to: string }[] | undefined) ?? []).map(({ from, to }) =>
      item('changed', from, to),
    ),
  ];
};

/** Rows of a long table, compared where they can be queried: what is shown is a window of them. */
export const recordItems = (rows: readonly RowChange[]): ReviewItem[] =>
  rows.map((row, at) => ({
    what: 'record',
    id: `row:${row.before ?? ''}:${row.after ?? ''}:${at}`,
    group: 'rows',
    place: { at: 'row', row: row.after ?? row.before ?? 0, key: row.key ? [...row.key] : null },
    status: row.status,
    changes: ['whole'],
    cells: row.cells.map((cell) => ({ ...cell })),
  }));
