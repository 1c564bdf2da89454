import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeBook } from '../../fixtures/xlsx/book.ts';
import { naiveParts } from '../../fixtures/xlsx/naive-reader.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { openFiles } from '../testing/open-files.ts';

const open = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-styles-'));
  const host = createMemoryHost();
  const files = openFiles(host, { folder });
  onTestFinished(async () => {
    await files.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { host, files };
};

test('a cell whose style is not in the workbook is plain: it is read, edited, styled, copied and reviewed', async () => {
  const { host, files } = await open();
  const cell = (at: string, value: number, style: string) => ({ xml: `<c r="${at}" s="${style}"><v>${value}</v></c>` });
  const before = makeBook({
    sheets: [
      {
        name: 'S',
        cells: {
          A1: 'Head',
          A2: cell('A2', 45_000, '999'),
          A3: cell('A3', 12, '65535'),
          A4: cell('A4', 7, '4294967295'),
        },
      },
    ],
  });
  const operations = [
    [{ op: 'set_cells', sheet: 'S', cells: [{ cell: 'A2', value: 5 }] }],
    [{ op: 'set_style', sheet: 'S', range: 'A2:A4', style: { font_bold: true } }],
    [{ op: 'insert_rows', sheet: 'S', row: 3, count: 1 }],
    [{ op: 'copy_sheet', sheet: 'S', to: 'T' }],
  ];
  for (const batch of operations) {
    host.put('odd.xlsx', before);
    host.beginDraft();
    expect(await files.call('get_file_map', { path: 'odd.xlsx' })).toMatchObject({ ok: true });
    expect(JSON.stringify(await files.call('read_file', { path: 'odd.xlsx', sheet: 'S' }))).toContain('45000');
    const name = batch[0]?.op;
    const edited = await files.call('xlsx_operations', { path: 'odd.xlsx', operations: batch });
    expect(edited, `${name} ${JSON.stringify(edited)}`).toMatchObject({ ok: true });
    const after = host.bytes('odd.xlsx');
    const opened = await files.review.open('odd.xlsx');
    expect(opened, `${name} ${JSON.stringify(opened).slice(0, 500)}`).toMatchObject({ ok: true });
    expect(await files.review.acceptExcept('odd.xlsx', []), name).toMatchObject({ ok: true });
    expect(host.bytes('odd.xlsx')?.equals(after ?? Buffer.alloc(0)), name).toBe(true);
  }
});

test('a style that is added is not taken by cells, rows or columns that named one that was not there', async () => {
  const { host, files } = await open();
  const cells: Record<string, string | { xml: string }> = { A1: 'Head' };
  for (let at = 0; at < 30; at += 1) cells[`A${at + 2}`] = { xml: `<c r="A${at + 2}" s="${at}"><v>${at}</v></c>` };
  cells.A40 = { xml: '<c r="A40" s="65535"><v>1</v></c>' };
  const before = makeBook({ sheets: [{ name: 'S', cells }] });
  const looks = (bytes: Buffer): Map<string | undefined, string | undefined> => {
    const parts = naiveParts(bytes);
    const table = /<cellXfs.*?<\/cellXfs>/s.exec(parts.get('xl/styles.xml') ?? '')?.[0] ?? '';
    const formats = [...table.matchAll(/<xf [^>]*>/g)].map(([xf]) => xf);
    const used = (parts.get('xl/worksheets/sheet1.xml') ?? '').matchAll(/<c [^>]*>/g);
    return new Map(
      Array.from(used, ([cell]) => {
        const style = Number(/ s="(\d+)"/.exec(cell)?.[1] ?? 0);
        return [/ r="(\w+)"/.exec(cell)?.[1], formats[style] ?? formats[0]];
      }),
    );
  };
  host.put('odd.xlsx', before);
  host.beginDraft();
  for (const range of ['A1', 'A40']) {
    const operations = [{ op: 'set_style', sheet: 'S', range, style: { font_bold: true, indent: range.length } }];
    expect(await files.call('xlsx_operations', { path: 'odd.xlsx', operations })).toMatchObject({ ok: true });
  }
  const [was, is] = [looks(before), looks(host.bytes('odd.xlsx') ?? Buffer.alloc(0))];
  expect([...is.keys()].filter((cell) => is.get(cell) !== was.get(cell))).toEqual(['A1', 'A40']);
});
