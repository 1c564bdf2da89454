import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeBook } from '../../../fixtures/xlsx/book.ts';
import { edited } from '../../../fixtures/xlsx/calculated.ts';
import { naiveParts } from '../../../fixtures/xlsx/naive-reader.ts';
import { diffXlsx } from '../diff/diff-xlsx.ts';
import { xlsxGrid } from '../grid/xlsx-grid.ts';
import { readXlsx } from '../read/read-xlsx.ts';
import { editXlsx } from './edit-xlsx.ts';

const warningsOf = async (source: Buffer): Promise<readonly string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'xlsx-guards-'));
  try {
    const operations = [{ op: 'set_cells', sheet: 'S', cells: [{ cell: 'A1', value: 2 }] }] as const;
    const result = await editXlsx({ source, operations, stagingPath: join(folder, 'out.xlsx') });
    return result.ok ? result.value.warnings : [result.error.reason];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

test('[FL-82] a change to a protected sheet or a signed workbook is made and said', async () => {
  const cells = { A1: 1 };
  expect(await warningsOf(makeBook({ sheets: [{ name: 'S', cells }] }))).toEqual([]);
  expect(
    await warningsOf(makeBook({ sheets: [{ name: 'S', cells, tail: '<sheetProtection sheet="1" objects="1"/>' }] })),
  ).toEqual(['protected_sheet:S']);
  const signed = makeBook({
    sheets: [{ name: 'S', cells }],
    parts: [{ name: '_xmlsignatures/sig1.xml', data: '<Signature/>', type: 'application/xml' }],
  });
  expect(await warningsOf(signed)).toEqual(['signature_lost']);
});

test('a sheet is turned to be read from the right, and back, and once is enough', async () => {
  const book = makeBook({ sheets: [{ name: 'S', cells: { A1: 1 } }] });
  const view = (bytes: Buffer) =>
    /<sheetView [^>]*>/.exec(naiveParts(bytes).get('xl/worksheets/sheet1.xml') ?? '')?.[0] ?? '';
  const turned = await edited(book, { op: 'set_sheet_view', sheet: 'S', right_to_left: true });
  expect(view(turned)).toContain('rightToLeft="1"');
  expect(await edited(turned, { op: 'set_sheet_view', sheet: 'S', right_to_left: true })).toBe(turned);
  const back = await edited(turned, { op: 'set_sheet_view', sheet: 'S', right_to_left: false });
  expect(view(back)).not.toContain('rightToLeft');
});

test('[FL-70] a value edit asks for calculation, stores what is certain, and marks it where it is read and shown', async () => {
  const cells = { A1: 1, B1: { f: 'A1*2', v: 2 }, C1: { f: 'ROMAN(A1)', v: 'I' }, D1: { f: '1+1', v: 2 } };
  const source = makeBook({ sheets: [{ name: 'S', cells }] });
  const after = await edited(source, { op: 'set_cells', sheet: 'S', cells: [{ cell: 'A1', value: 5 }] });
  expect(naiveParts(after).get('xl/workbook.xml')).toContain('fullCalcOnLoad="1"');
  const read = await readXlsx(after, { sheet: 'S' });
  const text = JSON.stringify(read);
  expect(text).toContain('=A1*2 ⇒ 10');
  expect(text).toContain('=ROMAN(A1) ⇒ ?');
  expect(text).toContain('not confirmed by a spreadsheet program');
  expect(JSON.stringify(await readXlsx(source, { sheet: 'S' }))).not.toContain('not confirmed');
  const grid = await xlsxGrid(after, {});
  expect(
    grid.ok && grid.value.cells[0]?.map(({ display, awaits_calculation }) => [display, awaits_calculation]),
  ).toEqual([
    ['5', undefined],
    ['10', true],
    ['?', true],
    ['2', true],
  ]);
  const diff = await diffXlsx(source, after);
  expect(
    diff.ok && diff.value.recalculated[0]?.cells.map(({ ref, after: it }) => [ref, it?.shown, it?.awaits_calculation]),
  ).toEqual([
    ['B1', '10', true],
    ['C1', '?', true],
  ]);
});
