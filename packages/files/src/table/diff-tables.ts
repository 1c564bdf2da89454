import type { JsonObject } from '@atelier/kernel/core';
import { align } from '../review/align.ts';
import { type ColumnPairs, type Grid, pairColumns } from '../review/table-columns.ts';
import { findKey, longestRise, wishedKey } from '../review/table-key.ts';
import { refusal } from '../tools/errors.ts';
import type { DiffAnswer } from '../tools/kind-handler.ts';
import { type Duck, quoted, rowsOf, within } from './duck.ts';
import { refusing } from './export.ts';
import type { Session } from './session.ts';

/** Up to here rows are compared in memory, by their text. */
export const mostRowsInMemory = 50_000;

const sampled = 2_000;
const windowRows = 200;
const limit = 60_000;
/** Without a key rows are aligned by number, and this many numbers are held. */
const mostPositional = 2_000_000;
/** Rows of differing stretches that are looked at cell by cell. */
const mostPaired = 20_000;

type Shape = { readonly columns: ColumnPairs; readonly before: Grid; readonly after: Grid };

/** Two large tables compared where they lie: rows by a key when there is one, else by what they hold. */
export const diffLargeTables = async (session: Session, options: JsonObject): Promise<DiffAnswer> =>
  refusing(
    () =>
      within(session.duck, limit, 'query', async () => {
        const [before, after] = [await headOf(session, 0), await headOf(session, 1)];
        const columns = pairColumns(before, after);
        const shape = { columns, before, after };
        const key = wishedKey(before, columns, options.key) ?? (await keyOf(session, shape));
        const compared = key ? await keyed(session, shape, key, options) : await positional(session, shape, options);
        return answerOf(shape, key, compared, options);
      }),
    session,
  );

type RowChange = {
  readonly status: 'added' | 'removed' | 'changed';
  readonly key?: readonly string[];
  readonly row_before: number | null;
  readonly row_after: number | null;
  readonly cells: readonly { readonly column: string; readonly before: string; readonly after: string }[];
};

type Compared = {
  readonly shown: readonly RowChange[];
  readonly total: number;
  readonly stats: Readonly<Record<'added' | 'removed' | 'changed' | 'moved' | 'cells', number>>;
};

const windowOf = (options: JsonObject): { readonly offset: number; readonly count: number } => ({
  offset: Math.max(0, Number(options.offset ?? 0)),
  count: Math.min(windowRows, Number(options.limit ?? windowRows)),
});

const answerOf = (
  { columns, before }: Shape,
  key: readonly number[] | undefined,
  { shown, total, stats }: Compared,
  options: JsonObject,
): DiffAnswer => {
  const next = windowOf(options).offset + shown.length;
  const hasMore = next < total;
  const isPlain = Object.values(columns.report).every(
    (value) => value === false || (Array.isArray(value) && value.length === 0),
  );
  return {
    body: {
      key: key ? key.map((at) => before.header[at] ?? '') : null,
      columns: columns.report,
      rows: shown.map((row) => ({
        ...row,
        ...(row.key ? { key: [...row.key] } : {}),
        cells: row.cells.map((cell) => ({ ...cell })),
      })) as unknown as JsonObject[],
      next: hasMore ? { offset: next } : null,
      compared_by: 'values',
    },
    stats: {
      rows_added: stats.added,
      rows_removed: stats.removed,
      rows_changed: stats.changed,
      rows_moved: stats.moved,
      cells_changed: stats.cells,
    },
    // Values are compared as what they mean, so a file of other bytes may hold the same ones.
    other_changes: total === 0 && stats.moved === 0 && isPlain ? ['quoting, number formats or encoding'] : [],
    ...(hasMore ? { truncated: true } : {}),
  };
};

const headOf = async ({ duck, facts }: Session, side: 0 | 1): Promise<Grid> => {
  const header = (facts[side]?.columns ?? []).map(({ name }) => name);
  const { rows } = await rowsOf(
    duck,
    `SELECT ${header.map((name) => textOf(quoted(name))).join(', ')} FROM source${side}.rows LIMIT ${sampled}`,
  );
  return { header, rows: rows.map((row) => row.map(String)) };
};

const textOf = (column: string): string => `coalesce(CAST(${column} AS VARCHAR), '')`;
const columnOf = (side: 'a' | 'b', grid: Grid, at: number): string => `${side}.${quoted(grid.header[at] ?? '')}`;

const keyOf = async (
  { duck, facts }: Session,
  { before, after, columns }: Shape,
): Promise<readonly number[] | undefined> => {
  const target = new Map(columns.pairs);
  const isUnique = async (side: 0 | 1, grid: Grid, key: readonly number[]): Promise<boolean> => {
    const total = facts[side]?.row_count ?? 0;
    if (total === 0 || key.includes(-1)) return false;
    const names = key.map((at) => quoted(grid.header[at] ?? ''));
    // A column of few values cannot be a key; this costs one cheap pass instead of a table of all values.
    const estimate = names.map((name) => `approx_count_distinct(${name})`).join(', ');
    const guess = (await rowsOf(duck, `SELECT ${estimate} FROM source${side}.rows`)).rows[0] ?? [];
    if (guess.reduce<number>((product, each) => product * Number(each), 1) < total * 0.8) return false;
    const filled = names.map((name) => `${name} IS NOT NULL`).join(' AND ');
    const { rows } = await rowsOf(
      duck,
      `SELECT count(*) FILTER (${filled}), (SELECT count(*) FROM (SELECT DISTINCT ${names.join(', ')} FROM source${side}.rows)) FROM source${side}.rows`,
    );
    return Number(rows[0]?.[0]) === total && Number(rows[0]?.[1]) === total;
  };
  return findKey(
    before,
    columns,
    async (key) =>
      (await isUnique(0, before, key)) &&
      isUnique(
        1,
        after,
        key.map((at) => target.get(at) ?? -1),
      ),
  );
};

const keyed = async (
  { duck }: Session,
  { before, after, columns }: Shape,
  key: readonly number[],
  options: JsonObject,
): Promise<Compared> => {
  const target = new Map(columns.pairs);
  const on = key
    .map((at) => `${columnOf('a', before, at)} = ${columnOf('b', after, target.get(at) ?? 0)}`)
    .join(' AND ');
  const both = columns.pairs.map(([old, now]) => [columnOf('a', before, old), columnOf('b', after, now)] as const);
  const differs = both.map(([a, b]) => `(${textOf(a)} <> ${textOf(b)})`);
  const cells = differs.length === 0 ? '0' : differs.map((each) => `CAST(${each} AS INTEGER)`).join(' + ');
  await duck.connection.run(
    `CREATE OR REPLACE TEMP TABLE matched AS SELECT a.rowid + 1 AS old, b.rowid + 1 AS made, CASE WHEN a.rowid IS NULL OR b.rowid IS NULL THEN 0 ELSE ${cells} END AS cells FROM source0.rows a FULL OUTER JOIN source1.rows b ON ${on}`,
  );
  try {
    const { rows: counted } = await rowsOf(
      duck,
      'SELECT count(*) FILTER (old IS NULL), count(*) FILTER (made IS NULL), count(*) FILTER (cells > 0), sum(cells) FROM matched',
    );
    const [added = 0, removed = 0, changed = 0, sum = 0] = (counted[0] ?? []).map((each) => Number(each ?? 0));
    const { offset, count } = windowOf(options);
    const { rows } = await rowsOf(
      duck,
      `SELECT old, made FROM matched WHERE old IS NULL OR made IS NULL OR cells > 0 ORDER BY made IS NULL, made, old LIMIT ${count} OFFSET ${offset}`,
    );
    const pairs = rows.map(([old, made]) => [numberOrNull(old), numberOrNull(made)] as const);
    const read = await readPairs(duck, { before, after, columns }, pairs);
    const shown = read.map(({ change, before: was, after: is }) => ({
      ...change,
      key: key.map((at) => (change.row_after === null ? was[at] : is[target.get(at) ?? 0]) ?? ''),
    }));
    return {
      shown,
      total: added + removed + changed,
      stats: { added, removed, changed, cells: sum, moved: await movedRows(duck) },
    };
  } finally {
    await duck.connection.run('DROP TABLE IF EXISTS matched');
  }
};

const numberOrNull = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

/** Rows that do not follow the order of the others; nothing is fetched when all are in order. */
const movedRows = async (duck: Duck): Promise<number> => {
  const both = 'old IS NOT NULL AND made IS NOT NULL';
  const { rows } = await rowsOf(
    duck,
    `SELECT count(*) FROM (SELECT old, lag(old) OVER (ORDER BY made) AS previous FROM matched WHERE ${both}) WHERE old < previous`,
  );
  if (Number(rows[0]?.[0] ?? 0) === 0) return 0;
  const order = await numbersOf(duck, `SELECT CAST(old AS DOUBLE) FROM matched WHERE ${both} ORDER BY made`);
  return order.length - longestRise(order);
};

/** One column of numbers, chunk by chunk. */
const numbersOf = async ({ connection }: Duck, sql: string): Promise<Float64Array> => {
  let numbers = new Float64Array(65_536);
  let count = 0;
  const result = await connection.stream(sql);
  for await (const batch of result.yieldRowsJson()) {
    if (count + batch.length > numbers.length) {
      const grown = new Float64Array(Math.max(numbers.length * 2, count + batch.length));
      grown.set(numbers);
      numbers = grown;
    }
    for (const [value] of batch) numbers[count++] = Number(value);
  }
  return numbers.subarray(0, count);
};

type PairedRow = { readonly change: RowChange; readonly before: readonly string[]; readonly after: readonly string[] };

/** The rows of some pairs with what differs between them. */
const readPairs = async (
  duck: Duck,
  { before, after, columns }: Shape,
  pairs: readonly (readonly [number | null, number | null])[],
): Promise<readonly PairedRow[]> => {
  const fetch = async (side: 0 | 1, grid: Grid): Promise<ReadonlyMap<number, readonly string[]>> => {
    const wanted = pairs.flatMap((pair) => (pair[side] === null ? [] : [pair[side] - 1]));
    if (wanted.length === 0) return new Map();
    const { rows } = await rowsOf(
      duck,
      `SELECT rowid, ${grid.header.map((name) => textOf(quoted(name))).join(', ')} FROM source${side}.rows WHERE rowid IN (${wanted.join(',')})`,
    );
    return new Map(rows.map(([id, ...values]) => [Number(id) + 1, values.map(String)]));
  };
  const [old, made] = [await fetch(0, before), await fetch(1, after)];
  return pairs.map(([from, to]) => {
    const [was, is] = [old.get(from ?? 0) ?? [], made.get(to ?? 0) ?? []];
    const cells =
      from === null || to === null
        ? []
        : columns.pairs.flatMap(([a, b]) =>
            was[a] === is[b] ? [] : [{ column: after.header[b] ?? '', before: was[a] ?? '', after: is[b] ?? '' }],
          );
    const status = from === null ? 'added' : to === null ? 'removed' : 'changed';
    return { before: was, after: is, change: { status, row_before: from, row_after: to, cells } };
  });
};

const positional = async ({ duck, facts }: Session, shape: Shape, options: JsonObject): Promise<Compared> => {
  const { before, after, columns } = shape;
  const total = (facts[0]?.row_count ?? 0) + (facts[1]?.row_count ?? 0);
  if (total > mostPositional || columns.pairs.length === 0) {
    throw refusal(
      'LIMIT_FILE_SIZE',
      'too_large',
      'The tables share no key and are too long to be aligned row by row.',
      {
        hint: 'Name the columns that tell rows apart as key.',
      },
    );
  }
  const numbers = (side: 0 | 1, grid: Grid, of: readonly number[]) =>
    numbersOf(
      duck,
      `SELECT CAST(hash(${of.map((at) => textOf(quoted(grid.header[at] ?? ''))).join(', ')}) & 9007199254740991 AS DOUBLE) FROM source${side}.rows`,
    );
  const old = await numbers(
    0,
    before,
    columns.pairs.map(([at]) => at),
  );
  const made = await numbers(
    1,
    after,
    columns.pairs.map(([, at]) => at),
  );
  const known = new Map<number, number>();
  const interned = (list: Float64Array) =>
    Int32Array.from(list, (value) => {
      const found = known.get(value);
      if (found !== undefined) return found;
      known.set(value, known.size);
      return known.size - 1;
    });
  const { blocks } = align(interned(old), interned(made));
  const pairs: (readonly [number | null, number | null])[] = [];
  for (const { oldFrom, oldTo, newFrom, newTo } of blocks) {
    const same = Math.min(oldTo - oldFrom, newTo - newFrom);
    for (let at = 0; at < same; at++) pairs.push([oldFrom + at + 1, newFrom + at + 1]);
    for (let at = oldFrom + same; at < oldTo; at++) pairs.push([at + 1, null]);
    for (let at = newFrom + same; at < newTo; at++) pairs.push([null, at + 1]);
  }
  const looked = await readPairs(duck, shape, pairs.slice(0, mostPaired));
  // Rows that stand in the same place and share half their cells are one row that changed.
  const rows = looked.flatMap(({ change }): readonly RowChange[] =>
    change.status !== 'changed' || change.cells.length * 2 <= columns.pairs.length || columns.pairs.length === 1
      ? [change]
      : [
          { ...change, status: 'removed', row_after: null, cells: [] },
          { ...change, status: 'added', row_before: null, cells: [] },
        ],
  );
  const rest = pairs
    .slice(mostPaired)
    .flatMap(([from, to]): readonly RowChange[] => [
      ...(from === null ? [] : [{ status: 'removed' as const, row_before: from, row_after: null, cells: [] }]),
      ...(to === null ? [] : [{ status: 'added' as const, row_before: null, row_after: to, cells: [] }]),
    ]);
  const all = [...rows, ...rest];
  const count = (status: RowChange['status']) => all.filter((row) => row.status === status).length;
  const { offset, count: most } = windowOf(options);
  return {
    shown: all.slice(offset, offset + most),
    total: all.length,
    stats: {
      added: count('added'),
      removed: count('removed'),
      changed: count('changed'),
      moved: 0,
      cells: all.reduce((sum, { status, cells }) => sum + (status === 'changed' ? cells.length : 0), 0),
    },
  };
};
