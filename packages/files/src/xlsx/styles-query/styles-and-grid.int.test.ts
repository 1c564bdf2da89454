import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeBook } from '../../../fixtures/xlsx/book.ts';
import { naiveCells, naiveParts } from '../../../fixtures/xlsx/naive-reader.ts';
import * as books from '../../../fixtures/xlsx/plain-books.ts';
import { rich } from '../../../fixtures/xlsx/rich.ts';
import { zipToBuffer } from '../../package/zip-write.ts';
import { copyXlsxAssets } from '../assets/copy-assets.ts';
import { xlsxGrid } from '../grid/xlsx-grid.ts';
import { mapXlsx } from '../map/map-xlsx.ts';
import { workbookItems } from '../write/blank-workbook.ts';
import { xlsxStyles } from './xlsx-styles.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xlsx-styles-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('[FL-51] a sheet of a million styled cells answers with few groups', async () => {
  async function* sheet() {
    yield Buffer.from('<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>');
    for (let row = 1; row <= 50_000; row++) {
      let xml = `<row r="${row}">`;
      for (let column = 0; column < 20; column++)
        xml += `<c r="${String.fromCharCode(65 + column)}${row}" s="${(row + column) % 6}"/>`;
      yield Buffer.from(`${xml}</row>`);
    }
    yield Buffer.from('</sheetData></worksheet>');
  }
  const bytes = await zipToBuffer([
    ...workbookItems(['Big']),
    { from: 'chunks', name: 'xl/worksheets/sheet1.xml', chunks: sheet(), level: 1 },
  ]);
  const result = await xlsxStyles(bytes, { sheet: 'Big' });
  if (!result.ok) throw new Error(result.error.message);
  expect(result.value.cell_styles?.reduce((sum, { count }) => sum + count, 0)).toBe(1_000_000);
  expect(result.value.cell_styles?.length).toBeLessThanOrEqual(50);
  expect(result.value.cell_styles?.every(({ samples }) => samples.length <= 3 && samples.length > 0)).toBe(true);
  expect(Buffer.byteLength(JSON.stringify(result.value))).toBeLessThanOrEqual(32 * 1024);
}, 60_000);

test('more styles than fit are cut with a count', async () => {
  const cells = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`A${index + 1}`, { v: 1, s: index % 7 }]));
  const result = await xlsxStyles(makeBook({ sheets: [{ name: 'S', cells }] }), { sheet: 'S' });
  expect(result).toMatchObject({ ok: true, value: { named_styles: ['House', 'Normal'], omitted: [] } });
});

test('a grid says which way its sheet is read, and what its values do not show', async () => {
  const first = await xlsxGrid(rich(), { sheet: 'Data', row_count: 2 });
  if (!first.ok) throw new Error(first.error.message);
  const map = await mapXlsx(rich());
  const facts = map.ok ? map.value.sheets.find(({ name }) => name === 'Data') : undefined;
  expect(first.value.beside).toEqual({
    hidden_rows: facts?.hidden_rows,
    hidden_cols: facts?.hidden_cols,
    charts: facts?.charts?.length,
    images: facts?.images,
    comments: facts?.comments,
  });
  expect(first.value.beside?.charts).toBeGreaterThan(0);
  expect(first.value.beside?.hidden_rows.length).toBeGreaterThan(0);
  expect(first.value.hidden_sheets.length).toBeGreaterThan(0);
  const later = await xlsxGrid(rich(), { sheet: 'Data', row_start: 1, row_count: 2 });
  expect(later.ok && later.value.beside).toBeUndefined();
  const hebrew = await xlsxGrid(books.hebrew(), {});
  expect(hebrew).toMatchObject({ ok: true, value: { right_to_left: true } });
});

test('the grid shows values, formulas, dates, styles and merges of one window', async () => {
  const result = await xlsxGrid(rich(), {
    sheet: 'Data',
    row_start: 1,
    row_count: 7,
    col_start: 0,
    col_count: 6,
    changes: { B3: 'value' },
  });
  if (!result.ok) throw new Error(result.error.message);
  const { cells, merged, row_count, col_count } = result.value;
  expect([row_count, col_count, merged]).toEqual([12, 8, ['A8:E8']]);
  expect(cells[0]?.[4]).toMatchObject({ type: 'date', display: '2023-03-15' });
  expect(cells[1]?.[1]).toMatchObject({ value: 30, change: 'value' });
  expect(cells[1]?.[5]).toMatchObject({ value: 70, formula: '=B3+C3', display: '70' });
  expect(cells[4]?.[1]).toMatchObject({ display: '50%' });
  expect(cells[4]?.[0]).toMatchObject({ style: { fill: '#FFFF00' } });
});

test('styles and widths are copied whole or not at all', async () => {
  const stagingPath = join(folder, 'out.xlsx');
  const target = books.multiSheet();
  const copy = (assets: string[]) => copyXlsxAssets({ source: rich(), target, assets, stagingPath });
  const result = await copy(['cell_style:Data!A1->Second!A1:B2', 'named_style:House', 'column_widths:Data->Second']);
  expect(result).toMatchObject({ ok: true, value: { copied_count: 3 } });
  const bytes = await readFile(stagingPath);
  const styles = naiveParts(bytes).get('xl/styles.xml') ?? '';
  const formats = [...(/<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0] ?? '').matchAll(/<xf [^>]*>/g)];
  expect(formats[Number(naiveCells(bytes, 'Second').get('B2')?.style)]?.[0]).toContain('fontId="1"');
  expect(naiveParts(bytes).get('xl/worksheets/sheet3.xml')).toContain(
    '<col min="1" max="1" width="22.5" customWidth="1"/>',
  );
  await rm(stagingPath);
  expect(await copy(['cell_style:Data!A1->Second!A1', 'named_style:Nobody'])).toMatchObject({
    ok: false,
    error: { reason: 'asset_not_found' },
  });
  expect(await copy(['chart:1'])).toMatchObject({ ok: false, error: { reason: 'unsupported_structure' } });
  await expect(readFile(stagingPath)).rejects.toThrow('ENOENT');
});
