import type { Json, JsonObject } from '@atelier/kernel/core';
import { chunkRule } from '../tools/budget.ts';
import { refusal } from '../tools/errors.ts';
import { queryRefusal, quoted, type Rows, rowsOf, within } from './duck.ts';
import { guardQuery } from './guard.ts';
import type { Session } from './session.ts';
import type { TableColumn, TableFacts } from './types.ts';
import { jsonValue, pageOf, responseRows } from './values.ts';

export const queryLimit = 10_000;
export const rowsPerChunk = 500;
const sampleRows = 5;

const main = ({ facts }: Session): TableFacts => {
  const [first] = facts;
  if (!first) throw new Error('a session has a source');
  return first;
};

/** Our own aggregates read whole tables and are given the time of an export; a model's query is not. */
const ownLimit = 30_000;

const run = async (session: Session, sql: string, limit = ownLimit): Promise<Rows> => {
  try {
    return await within(session.duck, limit, 'query', () => rowsOf(session.duck, sql));
  } catch (cause) {
    throw queryRefusal(
      cause,
      main(session).columns.map(({ name }) => name),
    );
  }
};

export const tableMap = async (session: Session, isInferred: boolean): Promise<JsonObject> => {
  const { warnings, rejected_rows, columns, ...facts } = main(session);
  const sample = pageOf(await run(session, `SELECT * FROM data LIMIT ${sampleRows}`));
  return {
    ...facts,
    columns: columns.map((column) => ({ ...column })),
    sample: sample.rows,
    chunks: { ...chunkRule('rows', rowsPerChunk, facts.row_count) },
    format_inferred: isInferred,
    ...(isInferred ? { caution: 'The file has no table extension; columns were inferred from its lines.' } : {}),
    rejected_rows: { count: rejected_rows.count, first: rejected_rows.first.map((each) => ({ ...each })) },
    warnings: [...warnings],
  };
};

/** Each count of different values takes a megabyte or two however few rows there are: a wide table would not fit. */
const countedAtOnce = 50;
const MOST_COUNTED = 1_000_000;
const MOST_COUNTED_ROWS = 100_000;

/** Counted where that costs little. An estimate may overshoot, and there are never more values than rows that have one. */
const distinct = (session: Session, column: string): string => {
  const { row_count, column_count } = main(session);
  return row_count <= MOST_COUNTED_ROWS && row_count * column_count <= MOST_COUNTED
    ? `count(DISTINCT ${column})`
    : `least(approx_count_distinct(${column}), count(${column}))`;
};

export const describeTable = async (session: Session): Promise<JsonObject> => {
  const { row_count, column_count, columns, warnings } = main(session);
  const counts: Json[] = [];
  for (let from = 0; from < columns.length; from += countedAtOnce) {
    const parts = columns
      .slice(from, from + countedAtOnce)
      .flatMap(({ name }) => [`count(${quoted(name)})`, distinct(session, quoted(name))]);
    counts.push(...((await run(session, `SELECT ${parts.join(', ')} FROM data`)).rows[0] ?? []));
  }
  return {
    row_count,
    column_count,
    columns: columns.map(({ name, index, inferred_type, nullable }, at) => ({
      name,
      index,
      inferred_type,
      nullable,
      non_null_count: Number(counts[at * 2] ?? 0),
      distinct_estimate: Number(counts[at * 2 + 1] ?? 0),
    })),
    warnings: [...warnings],
  };
};

const pick = (session: Session, names: readonly string[] | null): readonly TableColumn[] => {
  const { columns } = main(session);
  if (names === null) return columns;
  return names.map((name) => {
    const found =
      columns.find((column) => column.name === name) ??
      columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
    if (found) return found;
    throw refusal('VALIDATION_FAILED', 'unknown_column', `There is no column "${name}".`, {
      candidates: columns.map((column) => column.name).slice(0, 100),
    });
  });
};

export const tableStats = async (session: Session, names: readonly string[] | null): Promise<JsonObject> => {
  const columns: JsonObject[] = [];
  for (const column of pick(session, names)) columns.push(await columnStats(session, column));
  return { row_count: main(session).row_count, columns, warnings: [] };
};

const measuresByType: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  integer: [
    ['min', 'min(c)'],
    ['max', 'max(c)'],
    ['mean', 'avg(c)'],
    ['sum', 'sum(c)'],
    ['stddev', 'stddev_samp(c)'],
  ],
  float: [
    ['min', 'min(c)'],
    ['max', 'max(c)'],
    ['mean', 'avg(c)'],
    ['sum', 'sum(c)'],
    ['stddev', 'stddev_samp(c)'],
  ],
  string: [
    ['min_length', 'min(length(c))'],
    ['max_length', 'max(length(c))'],
  ],
  date: [
    ['min', 'min(c)'],
    ['max', 'max(c)'],
  ],
  timestamp: [
    ['min', 'min(c)'],
    ['max', 'max(c)'],
  ],
  time: [
    ['min', 'min(c)'],
    ['max', 'max(c)'],
  ],
  boolean: [
    ['true_count', 'count(*) FILTER (c)'],
    ['false_count', 'count(*) FILTER (NOT c)'],
  ],
};

const columnStats = async (session: Session, { name, inferred_type }: TableColumn): Promise<JsonObject> => {
  const measures = [
    ...(measuresByType[inferred_type] ?? []),
    ['non_null_count', 'count(c)'],
    ['distinct_estimate', distinct(session, 'c')],
  ] as const;
  const { rows, types } = await run(
    session,
    `SELECT ${measures.map(([, sql]) => sql).join(', ')} FROM (SELECT ${quoted(name)} AS c FROM data)`,
  );
  const values = measures.map(([key], at): [string, Json] => [
    key,
    jsonValue(rows[0]?.[at] ?? null, types[at] ?? '') ?? null,
  ]);
  return {
    name,
    inferred_type,
    ...Object.fromEntries(values),
    ...(inferred_type === 'string' ? { most_common: await commonValues(session, name) } : {}),
  };
};

/** Ties are broken by the value, so that the same bytes give the same answer. */
const commonValues = async (session: Session, name: string): Promise<readonly JsonObject[]> => {
  const column = quoted(name);
  const { rows } = await run(
    session,
    `SELECT ${column}, count(*) AS n FROM data WHERE ${column} IS NOT NULL GROUP BY ${column} ORDER BY n DESC, ${column} LIMIT 5`,
  );
  return rows.map(([value, count]) => ({ value: String(value).slice(0, 120), count: Number(count) }));
};

export const readRows = async (
  session: Session,
  rowStart: number,
  rowCount: number,
  names: readonly string[] | null,
): Promise<JsonObject> => {
  const { row_count: total } = main(session);
  const columns = pick(session, names);
  const asked = Math.min(rowCount, responseRows);
  const list = columns.length === 0 ? '*' : columns.map(({ name }) => quoted(name)).join(', ');
  const page = pageOf(
    await run(
      session,
      `SELECT ${list} FROM data_rows WHERE __row >= ${rowStart} AND __row < ${rowStart + asked} ORDER BY __row`,
    ),
  );
  const returned = page.rows.length;
  const wanted = Math.max(0, Math.min(rowCount, total - rowStart + 1));
  const has_more = rowStart + returned <= total;
  const left = wanted - returned > 0 ? wanted - returned : rowCount;
  const next =
    has_more && returned > 0
      ? { row_start: rowStart + returned, row_count: left, ...(names === null ? {} : { columns: [...names] }) }
      : null;
  return {
    row_start: rowStart,
    row_count: returned,
    total_rows: total,
    has_more: next !== null,
    next,
    columns: [...page.columns],
    column_types: [...page.column_types],
    rows: page.rows,
    ...truncated(page.truncated_cells),
    warnings: [...page.warnings],
  };
};

const truncated = (cells: readonly { readonly row: number; readonly column: string }[]): JsonObject =>
  cells.length === 0 ? {} : { truncated_cells: cells.map((cell) => ({ ...cell })) };

export type QueryArguments = {
  readonly query: string;
  readonly window_rows: number | null;
  readonly window_offset: number | null;
  readonly count_only: boolean | null;
};

export const runQuery = async (
  session: Session,
  args: QueryArguments,
  limitMs: number = queryLimit,
): Promise<JsonObject> => {
  const started = performance.now();
  const { sql, isOrdered } = await guardQuery(session.duck, args.query, session.tables);
  const window_rows = Math.min(args.window_rows ?? 100, responseRows);
  const window_offset = args.window_offset ?? 0;
  const counted = await run(session, `SELECT count(*) FROM (${sql}\n) AS q`, limitMs);
  const total_row_count = Number(counted.rows[0]?.[0] ?? 0);
  const limit = args.count_only === true ? 0 : window_rows;
  const page = pageOf(
    await run(session, `SELECT * FROM (${sql}\n) AS q LIMIT ${limit} OFFSET ${window_offset}`, limitMs),
  );
  const after = window_offset + page.rows.length;
  const has_more = args.count_only !== true && page.rows.length > 0 && after < total_row_count;
  const warnings = [...page.warnings, ...(window_offset > 0 && !isOrdered ? ['no_order_by'] : [])];
  const elapsed = Math.round(performance.now() - started);
  if (args.count_only === true) {
    return {
      total_row_count,
      columns: [...page.columns],
      column_types: [...page.column_types],
      query_elapsed_ms: elapsed,
      warnings,
    };
  }
  return {
    row_count: page.rows.length,
    total_row_count,
    window_rows,
    window_offset,
    has_more,
    next: has_more ? { query: args.query, window_rows, window_offset: after } : null,
    columns: [...page.columns],
    column_types: [...page.column_types],
    rows: page.rows,
    query_elapsed_ms: elapsed,
    ...truncated(page.truncated_cells),
    warnings,
  };
};
