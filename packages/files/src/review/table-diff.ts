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

export type RowChange = {
  readonly status: 'added' | 'removed' | 'changed';
  readonly key?: readonly string[];
  readonly before: number | null;
  readonly after: number | null;
  readonly cells: readonly FieldChange[];
};
type FieldChange = { readonly column: string; readonly before: string | null; readonly after: string | null };
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

/** Every row that differs, with all its values where it is new or gone, and those of columns that came or went. */
export const compareGrids = async (
  before: Grid,
  after: Grid,
  columns: ColumnPairs,
  wished: unknown,
): Promise<Compared> => {
  const key = await keyOf(before, after, columns, wished);
  const { rows, moved } = key ? keyed(before, after, columns, key) : positional(before, after, columns);
  const oneSided = oneSidedCells(before, after, columns);
  const found = new Map(
    rows.map((row) => [`${row.before}:${row.after}`, { ...row, cells: [...row.cells, ...oneSided(row)] }]),
  );
  const twins = key ? matchedRows(before, after, columns, key) : positionalTwins(before, after, rows);
  // A row that differs only in a column that came or went is a row that changed.
  const more = twins.flatMap(([old, made]): RowChange[] => {
    if (found.has(`${old}:${made}`)) return [];
    const row: RowChange = { status: 'changed', before: old, after: made, cells: [] };
    const cells = oneSided(row);
    if (cells.length === 0) return [];
    const values = key?.map((at) => before.rows[old - 1]?.[at] ?? '');
    return [{ ...row, ...(values ? { key: values } : {}), cells }];
  });
  const all = [...found.values(), ...more];
  return { rows: more.length === 0 ? all : all.toSorted(byPlace), moved };
};

const byPlace = (a: RowChange, b: RowChange): number =>
  (a.after ?? Number.POSITIVE_INFINITY) - (b.after ?? Number.POSITIVE_INFINITY) || (a.before ?? 0) - (b.before ?? 0);

const oneSidedCells = (before: Grid, after: Grid, { pairs }: ColumnPairs) => {
  const [old, made] = [new Set(pairs.map(([at]) => at)), new Set(pairs.map(([, at]) => at))];
  return (row: RowChange): FieldChange[] => {
    const values = (grid: Grid, at: number | null, skip: ReadonlySet<number>) =>
      at === null
        ? []
        : grid.header.flatMap((column, index) => {
            const value = grid.rows[at - 1]?.[index] ?? '';
            return skip.has(index) || value === '' ? [] : [{ column, value }];
          });
    const none: ReadonlySet<number> = new Set();
    const gone = values(before, row.before, row.status === 'removed' ? none : old);
    const come = values(after, row.after, row.status === 'added' ? none : made);
    return [
      ...gone.map(({ column, value }) => ({ column, before: value, after: null })),
      ...come.map(({ column, value }) => ({ column, before: null, after: value })),
    ];
  };
};

type Twins = readonly (readonly [number, number])[];

const matchedRows = (before: Grid, after: Grid, { pairs }: ColumnPairs, key: readonly number[]): Twins => {
  const target = new Map(pairs);
  const newKey = key.map((at) => target.get(at) ?? 0);
  const keyAt = (row: readonly string[], of: readonly number[]) => JSON.stringify(of.map((at) => row[at] ?? ''));
  const old = new Map(before.rows.map((row, at) => [keyAt(row, key), at + 1]));
  return after.rows.flatMap((row, at) => {
    const twin = old.get(keyAt(row, newKey));
    return twin === undefined ? [] : [[twin, at + 1] as const];
  });
};

/** Rows between those that came and went follow one another on both sides. */
const positionalTwins = (before: Grid, after: Grid, rows: readonly RowChange[]): Twins => {
  const gone = new Set(rows.flatMap((row) => (row.after === null && row.before !== null ? [row.before] : [])));
  const come = new Set(rows.flatMap((row) => (row.before === null && row.after !== null ? [row.after] : [])));
  const left = before.rows.map((_, at) => at + 1).filter((at) => !gone.has(at));
  const right = after.rows.map((_, at) => at + 1).filter((at) => !come.has(at));
  return left.flatMap((old, at) => (right[at] === undefined ? [] : [[old, right[at]] as const]));
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
