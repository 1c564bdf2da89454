import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { type OpenFiles, openFiles } from '../testing/open-files.ts';

let folder = '';
let files: OpenFiles;
const host = createMemoryHost();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-trouble-'));
  files = openFiles(host, { folder });
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

test('[FL-75] an unbalanced quote in a table is named with its line, and every row behind it is there', async () => {
  const line = (at: number) => `${at},${at === 1_000 ? '"' : ''}Name ${at},${at * 2}\n`;
  host.put(
    'quote.csv',
    Buffer.from(`id,name,amount\n${Array.from({ length: 2_000 }, (_, at) => line(at + 1)).join('')}`),
  );
  const map = await files.call('table_get_map', { path: 'quote.csv' });
  expect(map).toMatchObject({ ok: true, row_count: 2_000, rejected_rows: { count: 0 } });
  expect(map).toMatchObject({ warnings: expect.arrayContaining(['unbalanced_quote:line 1001']) });
  const query = 'SELECT count(*) AS n, sum(amount) AS total FROM data';
  expect(JSON.stringify(await files.call('table_query', { path: 'quote.csv', query }))).toContain('4002000');
});

test('[FL-74] a person can say what encoding a table is in, and its letters are right from then on', async () => {
  const text = 'id,name\n1,Ğülşen\n2,Işık\n';
  host.put('names.csv', iconv.encode(text, 'windows-1254'));
  const answer = await files.call('csv_operations', { path: 'names.csv', operations: [], read_as: 'windows-1254' });
  expect(answer, JSON.stringify(answer)).toMatchObject({ ok: true, action: 'modified' });
  expect(host.bytes('names.csv')?.toString('utf8')).toBe(text);
  expect(await files.call('csv_operations', { path: 'names.csv', operations: [] })).toMatchObject({ ok: false });
  expect(await files.call('csv_operations', { path: 'names.csv', operations: [], read_as: 'no-such' })).toMatchObject({
    ok: false,
    error: { details: { reason: 'bad_selector' } },
  });
});
