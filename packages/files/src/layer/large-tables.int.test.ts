import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCsv } from '../csv/csv-file.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { diffTables, gridOf } from '../review/table-diff.ts';
import { type OpenFiles as Files, openFiles } from '../testing/open-files.ts';
import { openText } from '../text/text-file.ts';
import { createFiles } from './create-files.ts';

let folder = '';
let files: Files;
const host = createMemoryHost();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-large-tables-'));
  files = openFiles(host, { folder });
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

const count = 60_000;
const rows = Array.from({ length: count }, (_, at) => [
  `K${at}`,
  `name ${(at * 7919) % 1_013}`,
  `${(at * 3) % 977}`,
  'x',
]);
const csv = (header: string, list: readonly (readonly string[])[]) =>
  Buffer.from(`${header}\n${list.map((row) => row.join(',')).join('\n')}\n`);

/** What the layer answers, and what the comparison of small tables makes of the same two files. */
const bothWays = async (path: string, before: Buffer, after: Buffer, options = {}) => {
  host.put(path, before);
  host.beginDraft();
  host.put(path, after);
  const reviewed = await files.review.get(path, options);
  if (!reviewed.ok) throw new Error(JSON.stringify(reviewed.error));
  const grid = (bytes: Buffer) => gridOf(openCsv(openText(bytes), 'csv'));
  const inMemory = await diffTables(grid(before), grid(after), options);
  return { value: reviewed.value, inMemory };
};

test('a long table with a key is compared by queries and tells what the comparison in memory tells', async () => {
  const after = rows
    .map((row, at) => (at % 20_000 === 5 ? row.with(2, '5000') : row))
    .filter((_, at) => at !== 77)
    .toReversed();
  after.push(['K-new', 'late', '1', 'x']);
  const { value, inMemory } = await bothWays(
    'keyed.csv',
    csv('code,name,amount,flag', rows),
    csv('code,title,amount,flag', after),
  );
  expect(value).toMatchObject({ compared_by: 'values', key: ['code'], stats: inMemory.stats });
  expect(value.columns).toEqual(inMemory.body.columns);
  expect(value.rows).toEqual(inMemory.body.rows);
  expect(value.stats).toMatchObject({ rows_added: 1, rows_removed: 1, rows_changed: 3, cells_changed: 3 });
}, 60_000);

test('a long table without a key is aligned by what its rows hold', async () => {
  // Every row stands twice, so that no columns tell rows apart.
  const bare = rows.map((_, at) => [`name ${(at >> 1) % 1_013}`, `${((at >> 1) * 3) % 977}`, 'x']);
  const after = bare.map((row, at) => (at === 30_000 ? row.with(1, '9999') : row));
  after.splice(100, 0, ['fresh', '1', 'x'], ['fresher', '2', 'x']);
  after.splice(50_000, 1);
  const { value, inMemory } = await bothWays('bare.csv', csv('name,amount,flag', bare), csv('name,amount,flag', after));
  expect(value).toMatchObject({ key: null, stats: inMemory.stats });
  expect(value.rows).toEqual(inMemory.body.rows);
}, 60_000);

test('windows of a long review go on where they end, and a key of the caller is used', async () => {
  const after = rows.map((row) => row.with(3, 'y'));
  const [before, made] = [csv('code,name,amount,flag', rows), csv('code,name,amount,flag', after)];
  const first = await bothWays('windows.csv', before, made, { key: 'code', limit: 10 });
  expect(first.value).toMatchObject({ truncated: true, next: { offset: 10 }, stats: { rows_changed: count } });
  const second = await files.review.get('windows.csv', { key: 'code', limit: 10, offset: 10 });
  if (!second.ok) throw new Error(second.error.message);
  expect((second.value.rows as { row_before: number }[]).map(({ row_before }) => row_before)).toEqual(
    Array.from({ length: 10 }, (_, at) => at + 11),
  );
  expect(await files.review.get('windows.csv', { key: 'nothing' })).toMatchObject({
    ok: false,
    error: { reason: 'unknown_column' },
  });
}, 60_000);

test('tables that cannot be aligned are shown as changed, with the reason', async () => {
  const many = (word: string) =>
    csv(
      'a,b',
      Array.from({ length: 1_050_000 }, (_, at) => [word, String(at % 7)]),
    );
  host.put('many.csv', many('one'));
  host.beginDraft();
  host.put('many.csv', many('two'));
  expect(await files.review.get('many.csv')).toMatchObject({
    ok: true,
    value: { change: 'modified', other_changes: ['the whole file'], diff_error: { reason: 'too_large' } },
  });
}, 120_000);

test('a table that is long to read goes on being read when the one who asked gives up, and is read once', async () => {
  host.put('first.csv', csv('code,name,amount,flag', rows));
  const leaving = new AbortController();
  let reads = 0;
  const layer = createFiles(host, {
    ...files.workers,
    run: (job, signal) => {
      if (job.verb === 'table' && job.op === 'map') reads += 1;
      setTimeout(() => leaving.abort());
      return files.workers.run(job, signal);
    },
  });
  const given = await layer.call('table_get_map', { path: 'first.csv' }, leaving.signal);
  expect(given).toMatchObject({ ok: false, error: { code: 'TOOL_FAILED', details: { reason: 'cancelled' } } });
  const map = await layer.call('table_get_map', { path: 'first.csv' });
  expect(map).toMatchObject({ row_count: count });
  expect(reads).toBe(1);
});
