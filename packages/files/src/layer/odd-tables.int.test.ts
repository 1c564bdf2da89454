import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBook } from '../../fixtures/xlsx/book.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { type OpenFiles, openFiles } from '../testing/open-files.ts';

let folder = '';
let files: OpenFiles;
const host = createMemoryHost();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-odd-tables-'));
  files = openFiles(host, { folder });
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

const rowsOf = async (path: string) => {
  const answer = await files.call('table_read_rows', { path, row_start: 1, row_count: 10 });
  return answer.ok ? answer.rows : answer.error;
};

test.each(['a\r\nb', 'a\rb', 'a\r\r\nb'])(
  'a carriage return in the first row of a sheet ends no row: %j',
  async (text) => {
    const cells = { A1: 'id', B1: 'text', A2: 1, B2: text.replaceAll('\r', '_x000D_'), A3: 2, B3: 'plain' };
    host.put('sheet.xlsx', makeBook({ sheets: [{ name: 'S', cells }] }));
    expect(await rowsOf('sheet.xlsx')).toEqual([
      [1, text],
      [2, 'plain'],
    ]);
  },
);

test('a carriage return in the first row of a ragged table ends no row', async () => {
  host.put('ragged.csv', Buffer.from('id,text\n1,"a\r\nb"\n2\n3,y\n4,z,\n'));
  expect(await rowsOf('ragged.csv')).toEqual([
    [1, 'a\r\nb'],
    [2, null],
    [3, 'y'],
    [4, 'z'],
  ]);
});

test('a table of 400 columns is described, each column by its own count', async () => {
  const line = (name: (at: number) => string) => `${Array.from({ length: 400 }, (_, at) => name(at)).join(',')}\n`;
  host.put(
    'wide.csv',
    Buffer.from(line((at) => `c${at}`) + line((at) => `a${at}`) + line((at) => (at < 300 ? 'b' : ''))),
  );
  const described = await files.call('table_describe', { path: 'wide.csv' });
  if (!described.ok) throw new Error(JSON.stringify(described.error));
  const columns = described.columns as { name: string; non_null_count: number; distinct_estimate: number }[];
  expect(columns).toHaveLength(400);
  for (const at of [0, 49, 50, 299, 300, 399]) {
    const filled = at < 300 ? 2 : 1;
    expect(columns[at]).toMatchObject({ name: `c${at}`, non_null_count: filled, distinct_estimate: filled });
  }
});
