import type { JsonObject } from '@atelier/kernel/core';
import { columnNames } from '../csv/columns.ts';
import type { CsvFile } from '../csv/csv-file.ts';
import type { DiffAnswer } from '../tools/kind-handler.ts';
import { align, createInterner } from './align.ts';
import { type ColumnPairs, type Grid, pairColumns } from './table-columns.ts';
import { findKey, longestRise, wishedKey } from './table-key.ts';

const windowRows = 200;

export const gridOf = (file: CsvFile): Grid => ({
  header: columnNames(file.dialect.header, file.dialect.width).map(({ name }) => name),
  rows: Array.from({ length: file.rowCount }, (_, at) =>
    file.rawFields(at + file.firstRow).map((raw) => file.decode(raw)),
  ),
});

type RowChange = {
  readonly status: 'added' | 'removed' | 'changed';
  readonly key?: readonly string[];
  readonly before: number | null;
  readonly after: number | null;
  readonly cells: readonly { readonly column: string; readonly before: string; readonly after: string }[];
};
type Compared = { readonly rows: readonly RowChange[]; readonly moved: number };

/** Rows matched by a key when there is one, else by place; a row that only moved is counted, not shown. */
export const diffTables = async (before: Grid, after: Grid, options: JsonObject): Promise<DiffAnswer> => {
  const columns = pairColumns(before, after);
  const key = await keyOf(before, after, columns, options.key);
  const { rows, moved } = key ? keyed(before, after, columns, key) : positional(before, after, columns);
  const offset = Math.max(0, Number(options.offset ?? 0));
  const limit = Math.min(windowRows, Number(options.limit ?? windowRows));
  const shown = rows.slice(offset, offset + limit);
  const hasMore = offset + shown.length < rows.length;
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  return {
    body: {
      key: key ? key.map((at) => before.header[at] ?? '') : null,
      columns: columns.report,
      rows: shown.map(({ status, key: values, before: old, after: now, cells }) => ({
        status,
        ...(values ? { key: [...values] } : {}),
        row_before: old,
        row_after: now,
        cells: cells.map((cell) => ({ ...cell })),
      })),
      next: hasMore ? { offset: offset + shown.length } : null,
    },
    stats: {
      rows_added: count('added'),
      rows_removed: count('removed'),
      rows_changed: count('changed'),
      rows_moved: moved,
      cells_changed: rows.reduce((sum, row) => sum + (row.status === 'changed' ? row.cells.length : 0), 0),
    },
    other_changes: [],
    ...(hasMore ? { truncated: true } : {}),
  };
};

/** A given key must name columns; a found one is unique and filled on both sides. */
const keyOf = (
  before: Grid,
  after: Grid,
  columns: ColumnPairs,
  wished: unknown,
): Promise<readonly number[] | undefined> | readonly number[] => {
  const named = wishedKey(before, columns, wished);
  if (named) return named;
  const target = new Map(columns.pairs);
  return findKey(
    before,
    columns,
    (key) =>
      isUnique(before, key) &&
      isUnique(
        after,
        key.map((at) => target.get(at) ?? -1),
      ),
  );
};

const isUnique = ({ rows }: Grid, columns: readonly number[]): boolean => {
  if (rows.length === 0 || columns.includes(-1)) return false;
  const seen = new Set<string>();
  for (const row of rows) {
    const values = columns.map((at) => row[at] ?? '');
    if (values.includes('')) return false;
    seen.add(JSON.stringify(values));
  }
  return seen.size === rows.length;
};

const cellsBetween = (before: Grid, after: Grid, { pairs }: ColumnPairs, old: number, now: number) =>
  pairs.flatMap(([from, to]) => {
    const [was, is] = [before.rows[old]?.[from] ?? '', after.rows[now]?.[to] ?? ''];
    return was === is ? [] : [{ column: after.header[to] ?? '', before: was, after: is }];
  });

const keyed = (before: Grid, after: Grid, columns: ColumnPairs, key: readonly number[]): Compared => {
  const target = new Map(columns.pairs);
  const keyAt = ({ rows }: Grid, at: number, of: readonly number[]) => of.map((column) => rows[at]?.[column] ?? '');
  const newKey = key.map((at) => target.get(at) ?? 0);
  const oldRows = new Map(before.rows.map((_, at) => [JSON.stringify(keyAt(before, at, key)), at]));
  const matched = new Set<number>();
  const rows: RowChange[] = [];
  const order: number[] = [];
  for (let now = 0; now < after.rows.length; now++) {
    const values = keyAt(after, now, newKey);
    const old = oldRows.get(JSON.stringify(values));
    if (old === undefined) {
      rows.push({ status: 'added', key: values, before: null, after: now + 1, cells: [] });
      continue;
    }
    matched.add(old);
    order.push(old);
    const cells = cellsBetween(before, after, columns, old, now);
    if (cells.length > 0) rows.push({ status: 'changed', key: values, before: old + 1, after: now + 1, cells });
  }
  for (let old = 0; old < before.rows.length; old++) {
    if (!matched.has(old))
      rows.push({ status: 'removed', key: keyAt(before, old, key), before: old + 1, after: null, cells: [] });
  }
  return { rows, moved: order.length - longestRise(order) };
};

const positional = (before: Grid, after: Grid, columns: ColumnPairs): Compared => {
  const number = createInterner();
  const oldNumbers = Int32Array.from(before.rows, (row) =>
    number(JSON.stringify(columns.pairs.map(([at]) => row[at] ?? ''))),
  );
  const newNumbers = Int32Array.from(after.rows, (row) =>
    number(JSON.stringify(columns.pairs.map(([, at]) => row[at] ?? ''))),
  );
  const rows: RowChange[] = [];
  for (const { oldFrom, oldTo, newFrom, newTo } of align(oldNumbers, newNumbers).blocks) {
    const paired = Math.min(oldTo - oldFrom, newTo - newFrom);
    let shared = 0;
    // Rows that stand in the same place and share half their cells are one row that changed.
    while (shared < paired) {
      const cells = cellsBetween(before, after, columns, oldFrom + shared, newFrom + shared);
      if (cells.length * 2 > columns.pairs.length && columns.pairs.length > 1) break;
      rows.push({ status: 'changed', before: oldFrom + shared + 1, after: newFrom + shared + 1, cells });
      shared += 1;
    }
    for (let at = oldFrom + shared; at < oldTo; at++)
      rows.push({ status: 'removed', before: at + 1, after: null, cells: [] });
    for (let at = newFrom + shared; at < newTo; at++)
      rows.push({ status: 'added', before: null, after: at + 1, cells: [] });
  }
  return { rows, moved: 0 };
};
