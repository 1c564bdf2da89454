import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBook } from '../../fixtures/xlsx/book.ts';
import { naiveCells, naiveParts } from '../../fixtures/xlsx/naive-reader.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { type OpenFiles as Files, openFiles } from '../testing/open-files.ts';

let folder = '';
let files: Files;
const host = createMemoryHost();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-updates-'));
  files = openFiles(host, { folder });
  host.put(
    'two.xlsx',
    makeBook({
      sheets: [
        { name: 'First', cells: { A1: 'a', A2: 1 } },
        { name: 'Second', cells: { A1: 'name', B1: 'amount', A2: 'Ada', B2: 5, A3: 'Bob', B3: 7, D1: 'aside' } },
      ],
    }),
  );
  host.put('rows.csv', Buffer.from('name,amount\nCy,1\nDi,2\n'));
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});
const bytesOf = (path: string) => host.bytes(path) ?? Buffer.alloc(0);

test('an export takes the sheet and range of a workbook that it is told', async () => {
  const answer = await files.call('table_export', {
    path: 'two.xlsx',
    source_sheet: 'Second',
    source_range: 'A1:B3',
    query: 'SELECT name, amount * 2 AS twice FROM data ORDER BY name',
    target_path: 'twice.csv',
    format: 'csv',
  });
  expect(answer).toMatchObject({ ok: true, row_count: 2 });
  expect(bytesOf('twice.csv').toString()).toBe('name,twice\nAda,10\nBob,14\n');
  const updated = await files.call('table_update_from_export', {
    path: 'two.xlsx',
    source_sheet: 'Second',
    source_range: 'A1:B3',
    target_path: 'fresh.xlsx',
    sheet: 'In',
    mode: 'replace_sheet',
  });
  expect(updated).toMatchObject({ ok: true, row_count: 2, written_range: 'A1:B3' });
  expect(naiveCells(bytesOf('fresh.xlsx'), 'In').get('A3')?.value).toBe('Bob');
});

test('rows appended below a table become rows of the table; where they do not fit it, that is said', async () => {
  const target = async (path: string, range: string) => {
    host.put(path, makeBook({ sheets: [{ name: 'S', cells: { A1: 'name', B1: 'amount', A2: 'Ada', B2: 5 } }] }));
    await files.call('xlsx_operations', { path, operations: [{ op: 'add_table', sheet: 'S', range, name: 'People' }] });
    return files.call('table_update_from_export', {
      path: 'rows.csv',
      target_path: path,
      sheet: 'S',
      mode: 'append_rows',
    });
  };
  expect(await target('grow.xlsx', 'A1:B2')).toMatchObject({ ok: true, written_range: 'A3:B4' });
  expect(naiveParts(bytesOf('grow.xlsx')).get('xl/tables/table1.xml')).toMatch(/ ref="A1:B4".*<autoFilter ref="A1:B4"/);
  const narrow = await target('narrow.xlsx', 'A1:A2');
  expect(narrow).toMatchObject({ ok: true });
  expect((narrow as unknown as { warnings: string[] }).warnings).toContain('table_not_extended:People');
  expect(naiveParts(bytesOf('narrow.xlsx')).get('xl/tables/table1.xml')).toContain(' ref="A1:A2"');
});

test('an update writes far more cells than a call may name, and refuses what is beyond it by number', async () => {
  const table = (rows: number) =>
    Buffer.from(`a,b,c\n${Array.from({ length: rows }, (_, at) => `${at},w${at % 9},${at * 2}`).join('\n')}\n`);
  host.put('many.csv', table(60_000));
  const call = () =>
    files.call('table_update_from_export', {
      path: 'many.csv',
      target_path: 'two.xlsx',
      sheet: 'First',
      mode: 'replace_sheet',
    });
  const before = naiveParts(bytesOf('two.xlsx')).get('xl/worksheets/sheet2.xml');
  expect(await call()).toMatchObject({ ok: true, row_count: 60_000, written_range: 'A1:C60001' });
  const cells = naiveCells(bytesOf('two.xlsx'), 'First');
  expect([cells.get('A60001')?.value, cells.get('B60001')?.value, cells.get('C60001')?.value]).toEqual([
    '59999',
    'w5',
    '119998',
  ]);
  expect(naiveParts(bytesOf('two.xlsx')).get('xl/worksheets/sheet2.xml')).toBe(before);
  // Fewer rows take the place of all of them.
  host.put('many.csv', table(3));
  expect(await call()).toMatchObject({ ok: true, written_range: 'A1:C4' });
  expect(naiveCells(bytesOf('two.xlsx'), 'First').get('A60001')?.value ?? '').toBe('');
  host.put('many.csv', table(170_000));
  expect(await call()).toMatchObject({ ok: false, error: { details: { reason: 'limit_rows' } } });
}, 90_000);
