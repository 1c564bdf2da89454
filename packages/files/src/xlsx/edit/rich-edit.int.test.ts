import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasSoffice, sheetsAsCsv } from '../../../fixtures/lib/soffice.ts';
import { makeZip } from '../../../fixtures/lib/zip.ts';
import { basicStyles, makeBook } from '../../../fixtures/xlsx/book.ts';
import { naiveCells, naiveParts } from '../../../fixtures/xlsx/naive-reader.ts';
import { featuresIn, pivotSlicer, rich, richFeatures } from '../../../fixtures/xlsx/rich.ts';
import { entryBytes, openZip } from '../../package/index.ts';
import { type EditResult, editXlsx } from './edit-xlsx.ts';
import type { XlsxOp } from './ops.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xlsx-rich-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Edited = EditResult & { readonly bytes: Buffer };

const edit = async (source: Buffer | null, ...operations: XlsxOp[]): Promise<Edited> => {
  const stagingPath = join(folder, 'out.xlsx');
  const result = await editXlsx({ source, operations, stagingPath });
  if (!result.ok) throw new Error(`${result.error.reason}: ${result.error.message}`);
  return { ...result.value, bytes: await readFile(stagingPath) };
};
const reasonOf = async (source: Buffer, ...operations: XlsxOp[]) => {
  const result = await editXlsx({ source, operations, stagingPath: join(folder, 'out.xlsx') });
  return result.ok ? 'ok' : result.error.reason;
};
const setB3: XlsxOp = { op: 'set_cells', sheet: 'Data', cells: [{ cell: 'B3', value: 100 }] };

test('the fixture holds each of its 39 features', () => {
  expect(richFeatures).toHaveLength(39);
  expect(featuresIn(rich())).toEqual(richFeatures.map(([name]) => name));
});

test('[FL-29] setting one cell keeps all 39 features and touches only what it must', async () => {
  const result = await edit(rich(), setB3);
  expect(featuresIn(result.bytes)).toEqual(richFeatures.map(([name]) => name));
  const changed = (result.certificate?.parts ?? [])
    .filter(({ before, after }) => before !== after)
    .map(({ name }) => name);
  expect(changed).toEqual(['xl/workbook.xml', 'xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml']);
  const before = naiveParts(rich());
  const after = naiveParts(result.bytes);
  for (const [name, text] of before) if (!changed.includes(name)) expect(after.get(name)).toBe(text);
  const uncalculated = (text = '') => text.replace(/ fullCalcOnLoad="1"/, '').replace(/<calcPr\/>/, '');
  expect(uncalculated(after.get('xl/workbook.xml'))).toBe(uncalculated(before.get('xl/workbook.xml')));
  // All that differs in the sheet is the cell and the stored values that follow from it.
  const stripped = (text = '') => text.replace(/<v>[^<]*<\/v>/g, '<v/>');
  expect(stripped(after.get('xl/worksheets/sheet1.xml'))).toBe(stripped(before.get('xl/worksheets/sheet1.xml')));
});

test('dependents on the sheet and on others get the new value', async () => {
  const { bytes, changes } = await edit(rich(), setB3);
  const values = (sheet: string, ...refs: string[]) => refs.map((ref) => naiveCells(bytes, sheet).get(ref)?.value);
  expect(values('Data', 'F3', 'F8', 'B9', 'C9')).toEqual(['140', '435.5', '230.5', '205']);
  expect(values('Summary', 'B2', 'B3')).toEqual(['435.5', '140']);
  expect(changes.recalc.mode).toBe('computed');
});

// Without LibreOffice this file says so by name; the scenario then counts as not proved.
describe.skipIf(!hasSoffice)('with LibreOffice (soffice not found on PATH: not run)', () => {
  test('[FL-30] LibreOffice shows the new sums, computed or cleared, also on other sheets', async () => {
    const computed = await edit(rich(), setB3);
    const unknown: XlsxOp = {
      op: 'set_cells',
      sheet: 'Data',
      cells: [
        { cell: 'C8', value: '=F3&"!"' },
        { cell: 'G3', value: '=ROMAN(4)&F3' },
      ],
    };
    const first = await edit(rich(), unknown);
    const cleared = await edit(first.bytes, setB3);
    expect([computed, cleared].map(({ changes }) => changes.recalc.cleared)).toEqual([0, 1]);
    const shown = await sheetsAsCsv({ computed: computed.bytes, cleared: cleared.bytes });
    const data = shown('computed', 'Data');
    expect([data[2]?.[5], data[7]?.[5]]).toEqual(['140', '435.5']);
    expect(shown('computed', 'Summary')[1]?.[1]).toBe('435.5');
    expect(shown('cleared', 'Data')[2]?.slice(5, 7)).toEqual(['140', 'IV140']);
  }, 60_000);

  test('[FL-39] a text that begins with = is text to every reader', async () => {
    const { bytes } = await edit(rich(), {
      op: 'set_cells',
      sheet: 'Data',
      cells: [{ cell: 'H2', value: '=1+1', type: 'string' }],
    });
    const cell = naiveCells(bytes, 'Data').get('H2');
    expect(cell).toMatchObject({ value: '=1+1', formula: undefined });
    const styles = naiveParts(bytes).get('xl/styles.xml') ?? '';
    const formats = [...(/<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0] ?? '').matchAll(/<xf [^>]*>/g)];
    expect(formats[Number(cell?.style)]?.[0]).toContain('quotePrefix="1"');
    expect((await sheetsAsCsv({ texts: bytes }))('texts', 'Data')[1]?.[7]).toBe('=1+1');
  }, 60_000);
});

test('inserting rows moves everything that refers to them', async () => {
  const { bytes, auto_summary } = await edit(rich(), { op: 'insert_rows', sheet: 'Data', row: 3, count: 2 });
  const parts = naiveParts(bytes);
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  const cells = naiveCells(bytes, 'Data');
  expect(cells.get('F10')?.formula).toBe('SUM(F2:F8)');
  expect(cells.get('F5')?.formula).toBe('B5+C5');
  expect(cells.get('B11')?.formula).toBe('SUM(B2:B8)');
  expect(cells.get('C11')?.formula).toBe('SUM(C2:C8)');
  expect(sheet).toContain('<f t="array" ref="B12:C12">B2:C2*2</f>');
  expect(sheet).toContain('<mergeCell ref="A10:E10"/>');
  expect(sheet).toContain(
    '<conditionalFormatting sqref="B2:B8"><cfRule type="cellIs" dxfId="0" priority="1" operator="greaterThan"><formula>$B$6</formula>',
  );
  expect(sheet).toContain('<dataValidation type="list" allowBlank="1" sqref="A2:A8">');
  expect(sheet).toContain('<hyperlink ref="A14" r:id="rId4"/>');
  expect(sheet).toContain('<autoFilter ref="A1:F8"/>');
  expect(sheet).toContain('<brk id="8"');
  expect(sheet).toContain('<row r="7" hidden="1"');
  expect(parts.get('xl/workbook.xml')).toContain('>Data!$A$1:$H$14<');
  expect(parts.get('xl/charts/chart1.xml')).toContain('<c:f>Data!$B$2:$B$8</c:f>');
  expect(parts.get('xl/comments1.xml')).toContain('ref="D5"');
  expect(parts.get('xl/drawings/vmlDrawing1.vml')).toContain('<x:Row>4</x:Row>');
  expect(parts.get('xl/drawings/drawing1.xml')).toContain('<xdr:row>15</xdr:row>');
  expect(naiveCells(bytes, 'Summary').get('B2')).toMatchObject({ formula: 'Data!F10', value: '365.5' });
  expect(naiveCells(bytes, 'Summary').get('B3')?.formula).toBe('INDEX(Data!F2:F8,2)');
  expect(auto_summary).toContain('2 rows inserted in Data');
});

test('deleting rows and columns leaves errors where what was meant is gone', async () => {
  const rows = await edit(rich(), { op: 'delete_rows', sheet: 'Data', row: 3, count: 1 });
  expect(naiveCells(rows.bytes, 'Data').get('F7')).toMatchObject({ formula: 'SUM(F2:F5)', value: '295.5' });
  expect(await reasonOf(rich(), { op: 'delete_columns', sheet: 'Data', column: 'B' })).toBe('unsupported_structure');
  const withoutArray: XlsxOp = { op: 'clear_range', sheet: 'Data', range: 'B10:C10', what: 'values' };
  const column = await edit(rich(), withoutArray, { op: 'delete_columns', sheet: 'Data', column: 'B', count: 1 });
  expect(naiveCells(column.bytes, 'Data').get('E2')).toMatchObject({ formula: '#REF!+B2', value: '#REF!' });
  const inserted = await edit(rich(), { op: 'insert_columns', sheet: 'Data', column: 'B' });
  expect(naiveCells(inserted.bytes, 'Data').get('G2')).toMatchObject({ formula: 'C2+D2', value: '30' });
  expect(naiveParts(inserted.bytes).get('xl/worksheets/sheet1.xml')).toContain(
    '<col min="8" max="8" width="9" hidden="1"',
  );
});

test('[FL-33] rows under a pivot shift its source, or are refused with nothing done', async () => {
  const source = pivotSlicer();
  const { bytes } = await edit(source, { op: 'delete_rows', sheet: 'Source', row: 3, count: 2 });
  expect(naiveParts(bytes).get('xl/pivotCache/pivotCacheDefinition1.xml')).toContain(
    '<worksheetSource ref="A1:B3" sheet="Source"/>',
  );
  expect(naiveCells(bytes, 'Source').get('B3')?.value).toBe('4');
  await rm(join(folder, 'out.xlsx'));
  expect(await reasonOf(source, { op: 'delete_rows', sheet: 'Source', row: 1, count: 5 })).toBe(
    'unsupported_structure',
  );
  expect(await reasonOf(source, { op: 'delete_rows', sheet: 'Pivot', row: 4, count: 1 })).toBe('unsupported_structure');
  await expect(readFile(join(folder, 'out.xlsx'))).rejects.toThrow('ENOENT');
});

test('a pivot goes on reading its sheet when that is renamed, and follows rows inserted after', async () => {
  const { bytes } = await edit(
    pivotSlicer(),
    { op: 'rename_sheet', sheet: 'Source', to: "It's new" },
    { op: 'insert_rows', sheet: "It's new", row: 3, count: 1 },
  );
  expect(naiveParts(bytes).get('xl/pivotCache/pivotCacheDefinition1.xml')).toContain(
    `<worksheetSource ref="A1:B6" sheet="It's new"/>`,
  );
});

test('a sheet that begins with a mark of its encoding begins with it after an edit', async () => {
  const plain = openZip(makeBook({ sheets: [{ name: 'S', cells: { A1: 1, B1: { f: 'A1*2', v: 2 } } }] }));
  const part = 'xl/worksheets/sheet1.xml';
  const source = makeZip(
    plain.entries.map((entry) => ({
      name: entry.name,
      data: entry.name === part ? `\ufeff${entryBytes(plain, entry)}` : entryBytes(plain, entry),
    })),
  );
  const operations: readonly XlsxOp[][] = [
    [{ op: 'set_cells', sheet: 'S', cells: [{ cell: 'A1', value: 5 }] }],
    [
      { op: 'set_cells', sheet: 'S', cells: [{ cell: 'A1', value: 5 }] },
      { op: 'insert_rows', sheet: 'S', row: 1, count: 2 },
      { op: 'set_cells', sheet: 'S', cells: [{ cell: 'A9', value: 'x' }] },
    ],
  ];
  for (const batch of operations)
    expect(naiveParts((await edit(source, ...batch)).bytes).get(part)).toMatch(/^\ufeff<\?xml[^\ufeff]*$/);
});

test('a new font takes no number that other cells name though it is not there', async () => {
  const styles = basicStyles.replace(/fontId="1"/g, 'fontId="3"');
  const source = makeBook({ sheets: [{ name: 'S', cells: { A1: { v: 1, s: 1 }, B1: 2 } }], styles });
  const { bytes } = await edit(source, { op: 'set_style', sheet: 'S', range: 'B1', style: { font_italic: true } });
  const made = naiveParts(bytes).get('xl/styles.xml') ?? '';
  const fonts = [...(/<fonts[^>]*>(.*?)<\/fonts>/s.exec(made)?.[1] ?? '').matchAll(/<font>.*?<\/font>/gs)].map(
    ([xml]) => xml,
  );
  expect(fonts.map((xml) => xml.includes('<i/>'))).toEqual([false, false, false, false, true]);
});
