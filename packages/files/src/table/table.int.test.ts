import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as csv from '../../fixtures/csv/tables.ts';
import { type FileResult, settle } from '../tools/errors.ts';
import type { Source } from '../tools/kind-handler.ts';
import { cachedTable } from './cache.ts';
import { queryRefusal, rowsOf } from './duck.ts';
import { guardQuery } from './guard.ts';
import { describeTable, queryLimit, readRows, runQuery, tableMap, tableStats } from './read-tools.ts';
import { openSession, type Session } from './session.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-table-'));
});
const open: Session[] = [];
afterAll(async () => {
  for (const { duck } of open) duck.close();
  await rm(folder, { recursive: true, force: true });
});

const source = async (path: string, bytes: Buffer): Promise<Source> => {
  const version = createHash('sha256').update(bytes).digest('hex');
  const file = join(folder, version);
  await writeFile(file, bytes);
  return { path, file, version, size_bytes: bytes.length, format: 'csv' };
};
const sessionOf = async (...files: readonly (readonly [string, Buffer])[]): Promise<Session> => {
  const sources = [];
  for (const [at, [name, bytes]] of files.entries()) {
    sources.push({
      name: at === 0 ? 'data' : name,
      database: await cachedTable(await source(`${name}.csv`, bytes), join(folder, 'cache')),
    });
  }
  const session = await openSession(sources, folder);
  open.push(session);
  return session;
};
const map = async (bytes: Buffer) => tableMap(await sessionOf(['t', bytes]), false);
const query = (session: Session, sql: string, more: object = {}) =>
  runQuery(session, { query: sql, window_rows: null, window_offset: null, count_only: null, ...more });
const allText = async (bytes: Buffer) => {
  const session = await sessionOf(['t', bytes]);
  const { rows } = await rowsOf(session.duck, 'SELECT COLUMNS(*)::VARCHAR FROM data');
  return rows.map((row) => row.map((cell) => cell ?? ''));
};

describe('ingestion', () => {
  test('types, nulls and codes with leading zeros', async () => {
    const { bytes, rows } = csv.roster();
    const facts = await map(bytes);
    expect(facts).toMatchObject({
      delimiter: ',',
      has_header: true,
      row_count: rows.length,
      column_count: 7,
      encoding_detected: 'utf-8',
    });
    expect((facts.columns as { inferred_type: string }[]).map(({ inferred_type }) => inferred_type)).toEqual([
      'integer',
      'string',
      'string',
      'float',
      'date',
      'boolean',
      'string',
    ]);
    expect((facts.columns as { nullable: boolean }[]).map(({ nullable }) => nullable)).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
    expect((await allText(bytes)).map((row) => row[6])).toEqual(rows.map((row) => row[6]));
  });

  test('yes and no stay the words that were written, and only true and false are truth values', async () => {
    const bytes = Buffer.from('id,paid,seen\n1,Yes,true\n2,No,FALSE\n3,,\n');
    const facts = await map(bytes);
    expect((facts.columns as { inferred_type: string }[]).map(({ inferred_type }) => inferred_type)).toEqual([
      'integer',
      'string',
      'boolean',
    ]);
    const { rows } = await query(await sessionOf(['flags', bytes]), 'SELECT paid FROM data ORDER BY id');
    expect(rows).toEqual([['Yes'], ['No'], [null]]);
  });

  test('a late leading zero still makes a code', async () => {
    const late = `id,plz\n${Array.from({ length: 40_000 }, (_, at) => `${at},${10_000 + at}`).join('\n')}\n40000,01067\n`;
    const facts = await map(Buffer.from(late));
    expect((facts.columns as { inferred_type: string }[])[1]?.inferred_type).toBe('string');
    expect((await allText(Buffer.from(late))).at(-1)).toEqual(['40000', '01067']);
  });

  test('a value that contradicts the sample reloads instead of failing', async () => {
    const odd = `id,n\n${Array.from({ length: 40_000 }, (_, at) => `${at},${at}`).join('\n')}\n40000,many\n`;
    const facts = await map(Buffer.from(odd));
    expect(facts).toMatchObject({ row_count: 40_001 });
    expect((facts.columns as { inferred_type: string }[])[1]?.inferred_type).toBe('string');
  });

  test('[FL-18] windows-1252, Shift_JIS and UTF-16: the right encoding, header and rows intact', async () => {
    const written = { 'windows-1252': csv.win1252(), shift_jis: csv.sjis(), 'utf-16le': csv.utf16() };
    for (const [encoding, { header, rows, bytes }] of Object.entries(written)) {
      const facts = await map(bytes);
      expect(facts).toMatchObject({ encoding_detected: encoding, has_header: true });
      expect((facts.columns as { name: string }[]).map(({ name }) => name)).toEqual(header);
      expect(await allText(bytes)).toEqual(rows);
    }
  });

  test('[FL-19] a ragged file keeps its columns, pads short rows and lists the long ones', async () => {
    const { header, rows, bytes, longLines, short } = csv.ragged();
    const facts = await map(bytes);
    expect(facts.column_count).toBe(header.length);
    expect(facts.warnings).toEqual([`ragged_rows:${short + longLines.length}`]);
    expect(facts.rejected_rows).toEqual({
      count: longLines.length,
      first: longLines.map((line) => ({ line, error: '6 fields, expected 4' })),
    });
    expect(await allText(bytes)).toEqual(rows);
  });

  test('too many broken rows are refused, not loaded in part', async () => {
    const broken = `a,b\n${Array.from({ length: 400 }, (_, at) => (at % 20 === 0 ? '1,2,3' : '1,2')).join('\n')}\n`;
    expect(await settle(() => map(Buffer.from(broken)))).toMatchObject({
      ok: false,
      error: { reason: 'csv_rows_rejected' },
    });
  });

  test('[FL-20] preamble, repeated header and comma decimals', async () => {
    const before = csv.preamble();
    expect(await map(before.bytes)).toMatchObject({ skip_rows: before.skip, row_count: before.rows.length });
    expect((await allText(before.bytes)).map((row) => row[2])).toEqual(before.rows.map((row) => row[2]));
    const repeated = await map(csv.dupHeader().bytes);
    expect(repeated.columns).toMatchObject([
      { name: 'a' },
      { name: 'a_1', original_name: 'a' },
      { name: 'column3', original_name: '' },
      { name: 'b' },
    ]);
    const { bytes, total } = csv.eu();
    expect((await map(bytes)).columns).toMatchObject([
      { name: 'Konto' },
      { name: 'Betrag', numeric_text: 'comma_decimal' },
    ]);
    const summed = await query(await sessionOf(['eu', bytes]), 'SELECT round(sum(num_eu(Betrag)), 2) AS s FROM data');
    expect(summed.rows).toEqual([[total]]);
  });

  test('empty files, headers alone and single columns are tables too', async () => {
    expect(await map(Buffer.from(''))).toMatchObject({ row_count: 0, column_count: 0 });
    expect(await map(Buffer.from('a,b\n'))).toMatchObject({ row_count: 0, column_count: 2 });
    expect(await map(Buffer.from('word\nx\ny\n'))).toMatchObject({ row_count: 2, column_count: 1 });
  });

  test('hostile shapes: endless line, too many columns', async () => {
    const endless = Buffer.concat([Buffer.from('a,b\n'), Buffer.alloc(17 * 1024 * 1024, 'x')]);
    expect(await settle(() => map(endless))).toMatchObject({ ok: false, error: { reason: 'line_too_long' } });
    const wide = Buffer.from(`${Array.from({ length: 100_000 }, (_, at) => `c${at}`).join(',')}\n`);
    expect(await settle(() => map(wide))).toMatchObject({ ok: false, error: { reason: 'limit_cols' } });
  });
});

describe('reading', () => {
  test('different values are counted in a table of ordinary size, and never above its rows in a long one', async () => {
    const rows = (count: number) =>
      Buffer.from(`id,half\n${Array.from({ length: count }, (_, at) => `k${at},${at >> 1}`).join('\n')}\n`);
    const counted = async (count: number) => {
      const session = await sessionOf(['t', rows(count)]);
      const described = (await describeTable(session)).columns as { distinct_estimate: number }[];
      const stats = (await tableStats(session, null)).columns as { distinct_estimate: number }[];
      expect(stats.map((it) => it.distinct_estimate)).toEqual(described.map((it) => it.distinct_estimate));
      return described.map((it) => it.distinct_estimate);
    };
    expect(await counted(104)).toEqual([104, 52]);
    expect(await counted(10_007)).toEqual([10_007, 5_004]);
    const [long = 0] = await counted(120_000);
    expect([long > 60_000, long <= 120_000]).toEqual([true, true]);
  });

  test('describe and stats agree with the rows', async () => {
    const { bytes, rows } = csv.roster();
    const session = await sessionOf(['roster', bytes]);
    const rates = rows
      .map((row) => row[3])
      .filter((rate) => rate !== '')
      .map(Number);
    expect((await describeTable(session)).columns).toMatchObject([
      { non_null_count: 120, distinct_estimate: expect.any(Number) },
      {},
      {},
      { non_null_count: rates.length },
      {},
      {},
      {},
    ]);
    const stats = (await tableStats(session, ['rate', 'team', 'active', 'since'])).columns as Record<string, unknown>[];
    expect(stats[0]).toMatchObject({ min: Math.min(...rates), max: Math.max(...rates), non_null_count: rates.length });
    expect(stats[0]?.sum).toBeCloseTo(
      rates.reduce((sum, rate) => sum + rate, 0),
      6,
    );
    const teams = Map.groupBy(rows, (row) => row[2] ?? '');
    const common = [...teams]
      .map(([value, members]) => ({ value, count: members.length }))
      .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    expect(stats[1]?.most_common).toEqual(common.slice(0, 5));
    expect(stats[2]).toMatchObject({ true_count: rows.filter((row) => row[5] === 'true').length });
    expect(stats[3]).toMatchObject({ min: rows.map((row) => row[4] ?? '').toSorted()[0] });
    expect(await settle(() => tableStats(session, ['Rat']))).toMatchObject({
      ok: false,
      error: { reason: 'unknown_column' },
    });
  });

  test('[FL-21] 8,421 rows: the count and a walk by windows of 500 agree, 17 answers, each row once', async () => {
    const { bytes } = csv.counted(8_421);
    const session = await sessionOf(['t', bytes]);
    const counted = await query(session, 'SELECT * FROM data', { count_only: true });
    expect(counted).toMatchObject({ total_row_count: 8_421, columns: ['id', 'name', 'value'] });
    const seen: number[] = [];
    let answers = 0;
    let args: object | null = { window_rows: 500 };
    while (args) {
      const page = await query(session, 'SELECT * FROM data ORDER BY id', args);
      answers += 1;
      seen.push(...(page.rows as number[][]).map(([id = 0]) => id));
      args = page.next as object | null;
    }
    expect(answers).toBe(17);
    expect(seen).toEqual(Array.from({ length: 8_421 }, (_, at) => at + 1));
  });

  test('table_read_rows walks in source order and says what is next', async () => {
    const session = await sessionOf(['t', csv.counted(1_234).bytes]);
    const seen: number[] = [];
    let args: { row_start: number; row_count: number } | null = { row_start: 1, row_count: 400 };
    while (args) {
      const page: Record<string, unknown> = await readRows(session, args.row_start, args.row_count, ['id']);
      seen.push(...(page.rows as number[][]).map(([id = 0]) => id));
      args = page.next as typeof args;
    }
    expect(seen).toEqual(Array.from({ length: 1_234 }, (_, at) => at + 1));
    expect(await readRows(session, 5_000, 10, null)).toMatchObject({ rows: [], has_more: false, total_rows: 1_234 });
  });

  test('[FL-23] columns named like SQL words are selected when quoted', async () => {
    const { bytes, rows } = csv.projects();
    const page = await query(await sessionOf(['p', bytes]), 'SELECT "Comment", "Update", "order" FROM data');
    expect(page.rows).toEqual(rows.map((row) => [row[2], Number(row[3]), Number(row[4])]));
  });

  test('[FL-25] two files join through tables', async () => {
    const [people, work] = [csv.roster(), csv.projects()];
    const session = await sessionOf(['roster', people.bytes], ['projects', work.bytes]);
    const page = await query(
      session,
      'SELECT p.project, r.name FROM projects p JOIN data r ON r.id = p.owner_id ORDER BY p.project',
      { window_rows: 1_000 },
    );
    const expected = work.rows
      .map((row) => [row[0], people.rows[Number(row[1]) - 1]?.[1]])
      .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
    expect(page.rows).toEqual(expected);
  });

  test('numbers stay exact, non-finite ones become null with a warning, long text is cut and listed', async () => {
    const session = await sessionOf(['t', csv.counted(3).bytes]);
    const page = await query(
      session,
      "SELECT 9007199254740993::BIGINT a, 12345678901234567.89::DECIMAL(20,2) b, 'NaN'::DOUBLE c, repeat('x', 3000) d, DATE '2024-02-03' e, TIMESTAMP '2024-02-03 04:05:06' f",
    );
    expect(page.rows).toEqual([
      ['9007199254740993', '12345678901234567.89', null, `${'x'.repeat(1999)}…`, '2024-02-03', '2024-02-03T04:05:06'],
    ]);
    expect(page.warnings).toEqual(['non_finite:c']);
    expect(page.truncated_cells).toEqual([{ row: 0, column: 'd' }]);
  });

  test('an offset without an order is warned about, and a bad name is answered with near ones', async () => {
    const session = await sessionOf(['t', csv.counted(300).bytes]);
    expect((await query(session, 'SELECT * FROM data', { window_offset: 100 })).warnings).toEqual(['no_order_by']);
    const wrong = await settle(() => query(session, 'SELECT vlaue FROM data'));
    expect(wrong).toMatchObject({
      ok: false,
      error: { reason: 'bad_query', candidates: expect.arrayContaining(['value']) },
    });
    expect(await settle(() => query(session, 'SELECT * FROM nowhere'))).toMatchObject({
      ok: false,
      error: { reason: 'bad_query', candidates: ['data', 'data_rows'] },
    });
  });
});

describe('safety', () => {
  const attacks = [
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM glob('/*')",
    "COPY data TO '/tmp/stolen.csv'",
    "ATTACH '/tmp/other.db'",
    'INSTALL httpfs',
    'LOAD httpfs',
    "SET memory_limit='9GB'",
    'SELECT 1; SELECT 2',
    'CREATE TEMP TABLE t AS SELECT 1',
    'SELECT * FROM pragma_database_list()',
    "SELECT current_setting('temp_directory')",
    "SELECT * FROM query('SELECT 1')",
    'SELECT * FROM source0.rows',
    'SELECT * FROM memory.main.data',
    'SELECT * FROM duckdb_databases()',
    'SELECT * FROM duckdb_databases',
    'SELECT * FROM information_schema.tables',
    'WITH duckdb_tables AS (SELECT * FROM duckdb_tables) SELECT * FROM duckdb_tables',
    "SELECT (SELECT content FROM read_text('/etc/passwd'))",
    "SELECT * FROM data WHERE id IN (SELECT id FROM '/etc/hosts')",
    'DESCRIBE data',
    'SELECT * FROM (SHOW TABLES)',
    'PRAGMA database_list',
    'DELETE FROM source0.rows',
    "EXPORT DATABASE '/tmp/out'",
  ];
  /** What the locked engine must stop by itself: files, network, extensions, settings, writes to a source. */
  const locked = [
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM glob('/*')",
    "COPY data TO '/tmp/stolen.csv'",
    "ATTACH '/tmp/other.db'",
    'INSTALL httpfs',
    'LOAD httpfs',
    "SET memory_limit='9GB'",
    'SET enable_external_access=true',
    'DELETE FROM source0.rows',
    'INSERT INTO source0.rows SELECT * FROM source0.rows',
    'DROP TABLE source0.rows',
    "EXPORT DATABASE '/tmp/out'",
    "SELECT * FROM read_text('https://example.org/x')",
  ];
  const error = (result: FileResult<unknown>) => (result.ok ? undefined : result.error);

  test('[FL-22] every attack is refused by the guard alone, and by the locked engine alone where it must; no path leaks', async () => {
    const session = await sessionOf(['t', csv.counted(5).bytes]);
    for (const attack of attacks) {
      const guarded = error(await settle(() => guardQuery(session.duck, attack, session.tables)));
      expect(['forbidden_function', 'query_not_read_only'], attack).toContain(guarded?.reason);
      expect(guarded?.message, attack).not.toMatch(/passwd|hosts|\/tmp/);
      const whole = error(await settle(() => query(session, attack)));
      expect(whole?.reason, attack).toBe(guarded?.reason);
    }
    for (const attack of locked) {
      const alone = await session.duck.connection.run(attack).then(
        () => 'ran',
        (cause: unknown) => cause,
      );
      expect(alone, attack).toBeInstanceOf(Error);
      const refused = queryRefusal(alone) as Error;
      expect(refused.message, attack).not.toContain(folder);
    }
    expect(await query(session, 'SELECT count(*) AS n FROM data')).toMatchObject({ rows: [[5]] });
    expect((await readRows(session, 1, 10, null)).row_count).toBe(5);
  });

  test('each name the guard denies, and every table function it does not know, is refused by the guard alone', async () => {
    const session = await sessionOf(['t', csv.counted(5).bytes]);
    const names =
      'current_setting getenv getvariable glob query query_table write_log nextval currval set_config load_x read_blob pragma_x duckdb_x which_secret parquet_x sniff_csv json_execute_serialized_sql json_serialize_sql json_deserialize_sql copy_x pg_x enable_x disable_x which_x';
    // No denied name among these: what is not on the short list of table functions is refused because it is not.
    const unknown = ['test_all_types()', 'seq_scan(1)', 'repeat_row(1, num_rows = 3)', 'checkpoint()', 'summary(1)'];
    const attacks = [
      ...names.split(' ').map((name) => `SELECT ${name}('x')`),
      ...unknown.map((call) => `SELECT * FROM ${call}`),
    ];
    for (const attack of attacks)
      expect(error(await settle(() => guardQuery(session.duck, attack, session.tables)))?.reason, attack).toBe(
        'forbidden_function',
      );
  });

  test('honest queries of every shape pass the guard', async () => {
    const session = await sessionOf(['t', csv.counted(50).bytes]);
    const honest = [
      'SELECT name, sum(value) FROM data GROUP BY name HAVING count(*) > 0 ORDER BY 2 DESC LIMIT 3;',
      "WITH a AS (SELECT * FROM data WHERE name LIKE 'name 1%'), b AS (SELECT count(*) AS n FROM a) SELECT * FROM a, b",
      'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT * FROM t',
      'SELECT * FROM range(5)',
      'SELECT unnest([1, 2, 3])',
      'VALUES (1), (2)',
      'SELECT id, row_number() OVER (PARTITION BY name ORDER BY value) FROM data QUALIFY row_number() OVER (PARTITION BY name) = 1',
      "SELECT CASE WHEN value > 5 THEN 'big' ELSE 'small' END, list_transform([1, 2], x -> x + 1), COALESCE(NULL, 1), value BETWEEN 1 AND 3, EXISTS (SELECT 1) FROM data",
      'SELECT * EXCLUDE (name) FROM data UNION ALL SELECT id, value FROM data_rows',
      "SELECT strftime(DATE '2024-01-01', '%Y'), extract(year FROM DATE '2024-01-01'), 'read_text(/etc)' AS quoted -- a comment",
      'SELECT __row, id FROM data_rows WHERE __row = 3',
      "PIVOT (SELECT name, value FROM data) ON name IN ('name 1', 'name 2') USING sum(value)",
      'SELECT DISTINCT ON (name) name, value FROM data ORDER BY name, value',
      'FROM data SELECT count(*)',
    ];
    for (const sql of honest) expect(await settle(() => query(session, sql)), sql).toMatchObject({ ok: true });
  });

  test('memory runs out for the query alone', async () => {
    const session = await sessionOf(['t', csv.counted(5).bytes]);
    const greedy = await settle(() => query(session, "SELECT string_agg(repeat('x', 1000000), '') FROM range(2000)"));
    expect(greedy).toMatchObject({ ok: false, error: { code: 'TOOL_FAILED', reason: 'query_memory' } });
    expect(await query(session, 'SELECT 1 AS one')).toMatchObject({ rows: [[1]] });
  });

  test('[FL-24] a cross join is stopped at its time and the next query works', async () => {
    const session = await sessionOf(['t', csv.counted(100_000).bytes]);
    expect(queryLimit).toBe(10_000);
    const cross = 'SELECT count(*) FROM data a, data b, data c WHERE a.value + b.value + c.value = 7';
    const endless = await settle(() =>
      runQuery(session, { query: cross, window_rows: null, window_offset: null, count_only: null }, 300),
    );
    expect(endless).toMatchObject({ ok: false, error: { code: 'TOOL_TIMEOUT', reason: 'query' } });
    expect(await query(session, 'SELECT count(*) AS n FROM data')).toMatchObject({ rows: [[100_000]] });
  });
});
