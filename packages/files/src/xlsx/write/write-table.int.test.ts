import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { naiveCells } from '../../../fixtures/xlsx/naive-reader.ts';
import { readXlsx } from '../read/read-xlsx.ts';
import type { TableColumn, TableValue } from './row-xml.ts';
import { writeXlsxTable } from './write-table.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xlsx-write-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function* batches(...rows: TableValue[][]) {
  yield rows;
}
const columns: readonly TableColumn[] = [
  { name: 'text', type: 'string' },
  { name: 'when', type: 'date' },
  { name: 'count', type: 'number' },
];

test('texts stay texts, dates become dates, long digits keep every digit', async () => {
  const path = join(folder, 'out.xlsx');
  const source = batches(
    ['=1+1', '2026-03-01', 12345678901234567890n],
    ['a & <b>\u0001', 'not a date', 1.5],
    [null, null, null],
  );
  const result = await writeXlsxTable(path, { sheet: 'a/b', columns, batches: source });
  expect(result).toMatchObject({
    ok: true,
    value: { sheet: 'a_b', row_count: 3, column_count: 3, warnings: ['sheet_renamed:a_b', 'characters_removed:1'] },
  });
  const bytes = await readFile(path);
  const cells = naiveCells(bytes, 'a_b');
  expect(cells.get('A2')).toMatchObject({ value: '=1+1', formula: undefined });
  expect(cells.get('B2')?.value).toBe('46082');
  expect(cells.get('C2')?.value).toBe('12345678901234567890');
  expect(cells.get('A3')?.value).toBe('a & <b>');
  const read = await readXlsx(bytes, { range: 'A1:C3' });
  expect(read).toMatchObject({
    ok: true,
    value: {
      text: '# Sheet: a_b A1:C3\n\tA\tB\tC\n1\ttext\twhen\tcount\n2\t=1+1\t2026-03-01\t12345678901234567890\n3\ta & <b>\tnot a date\t1.5\n',
    },
  });
});

test('more than fits is refused and leaves no file', async () => {
  const path = join(folder, 'out.xlsx');
  const wide = Array.from({ length: 16_385 }, (_, index): TableColumn => ({ name: `c${index}`, type: 'number' }));
  expect(await writeXlsxTable(path, { sheet: 'S', columns: wide, batches: batches() })).toMatchObject({
    ok: false,
    error: { reason: 'limit_cols' },
  });
  async function* endless() {
    for (let block = 0; block < 1_100; block++) yield Array.from({ length: 1_000 }, () => [] as TableValue[]);
  }
  expect(await writeXlsxTable(path, { sheet: 'S', columns, batches: endless() })).toMatchObject({
    ok: false,
    error: { reason: 'limit_rows' },
  });
  await expect(readFile(path)).rejects.toThrow('ENOENT');
}, 60_000);
