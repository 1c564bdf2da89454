import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { orderProblems } from '../../../fixtures/lib/schema-order.ts';
import { hasSoffice, sheetsAsCsv } from '../../../fixtures/lib/soffice.ts';
import { makeBook } from '../../../fixtures/xlsx/book.ts';
import { naiveCells, naiveParts } from '../../../fixtures/xlsx/naive-reader.ts';
import * as books from '../../../fixtures/xlsx/plain-books.ts';
import { rich } from '../../../fixtures/xlsx/rich.ts';
import { openPackage } from '../../package/opc.ts';
import { editXlsx } from '../edit/edit-xlsx.ts';
import { xlsxStyles } from '../styles-query/xlsx-styles.ts';
import { copyXlsxAssets } from './copy-assets.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xlsx-assets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const copy = async (assets: string[], target: Buffer | null = books.multiSheet(), source = rich()) => {
  const stagingPath = join(folder, 'out.xlsx');
  const result = await copyXlsxAssets({ source, target, assets, stagingPath });
  if (!result.ok) return { result, bytes: Buffer.alloc(0) };
  const bytes = await readFile(stagingPath);
  expect(orderProblems(bytes)).toEqual([]);
  return { result, bytes };
};
const sheetXml = (bytes: Buffer, name: string): string => {
  const pkg = openPackage(bytes);
  const id = new RegExp(`name="${name}"[^>]*r:id="([^"]+)"`).exec(naiveParts(bytes).get('xl/workbook.xml') ?? '')?.[1];
  const part = pkg.relationships('xl/workbook.xml').find((it) => it.id === id)?.part ?? '';
  return naiveParts(bytes).get(part) ?? '';
};

test('a conditional format comes with its look, over the range it is given', async () => {
  const { result, bytes } = await copy([
    'conditional_format:Data!B2:B6->Second!D3:D7',
    'conditional_format:Data!C2->Third',
  ]);
  expect(result).toMatchObject({ ok: true, value: { copied_count: 2 } });
  const xml = sheetXml(bytes, 'Second');
  const rule = /<conditionalFormatting sqref="D3:D7"><cfRule([^>]*)><formula>([^<]*)</.exec(xml);
  expect(rule?.[2]).toBe('$B$4');
  const dxfs = /<dxfs[^>]*>.*<\/dxfs>/s.exec(naiveParts(bytes).get('xl/styles.xml') ?? '')?.[0] ?? '';
  const wanted = /<dxfs[^>]*>(.*?)<\/dxf>/s.exec(naiveParts(rich()).get('xl/styles.xml') ?? '')?.[1] ?? '?';
  const number = Number(/dxfId="(\d+)"/.exec(rule?.[1] ?? '')?.[1]);
  expect([...dxfs.matchAll(/<dxf>.*?<\/dxf>/gs)][number]?.[0]).toContain(wanted);
  expect(sheetXml(bytes, 'Third')).toContain('<conditionalFormatting sqref="C2:C6"><cfRule type="colorScale"');
});

test('a picture comes with its bytes, its words and its size, onto the cell it is given', async () => {
  const { result, bytes } = await copy(['image:Data!0->Second!C3']);
  expect(result).toMatchObject({ ok: true });
  const [media] = openPackage(bytes)
    .names()
    .filter((name) => name.includes('/media/'));
  const [original] = openPackage(rich())
    .names()
    .filter((name) => name.includes('/media/'));
  expect(
    openPackage(bytes)
      .bytes(media ?? '')
      .equals(openPackage(rich()).bytes(original ?? '')),
  ).toBe(true);
  const drawing = naiveParts(bytes).get('xl/drawings/drawing1.xml') ?? '';
  expect(drawing).toContain('<xdr:col>2</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>2</xdr:row>');
  expect(sheetXml(bytes, 'Second')).toMatch(/<drawing [^>]*r:id="rId\d+"\/>/);
  // A second one joins the drawing that is there now.
  const again = await copy(['image:Data!0->Second!A9'], bytes);
  expect(
    naiveParts(again.bytes)
      .get('xl/drawings/drawing1.xml')
      ?.match(/<xdr:oneCellAnchor/g),
  ).toHaveLength(2);
});

const plainSheet = () =>
  makeBook({
    sheets: [
      {
        name: 'Stock',
        cells: { A1: 'Item', B1: 'Count', A2: 'Rope & sail', B2: 3, A3: 'Oar', B3: { f: 'B2*2', v: 6 } },
      },
      { name: 'Else', cells: { A1: { f: 'Stock!B2', v: 3 } } },
    ],
  });

test('a whole sheet comes with its texts, formulas, formats and table under the name it is given', async () => {
  const stagingPath = join(folder, 'source.xlsx');
  const made = await editXlsx({
    source: plainSheet(),
    operations: [
      { op: 'add_table', sheet: 'Stock', range: 'A1:B3', name: 'Facts' },
      { op: 'set_style', sheet: 'Stock', range: 'B2:B3', style: { font_bold: true, number_format: '0.000' } },
      {
        op: 'set_conditional_format',
        sheet: 'Stock',
        range: 'B2:B3',
        kind: 'cell',
        operator: '>',
        value: 4,
        style: { fill_color: '#FF0000' },
      },
      { op: 'set_cells', sheet: 'Stock', cells: [{ cell: 'D1', value: '=SUM(Facts[Count])+Stock!B2' }] },
    ],
    stagingPath,
  });
  expect(made).toMatchObject({ ok: true });
  const source = await readFile(stagingPath);
  const { result, bytes } = await copy(['sheet:Stock->Lager'], rich(), source);
  expect(result).toMatchObject({ ok: true });
  const cells = naiveCells(bytes, 'Lager');
  expect([cells.get('A2')?.value, cells.get('B3')?.formula]).toEqual(['Rope & sail', 'B2*2']);
  // The target has a table of that name already.
  expect(cells.get('D1')?.formula).toBe('SUM(Table1[Count])+Lager!B2');
  const formats = [
    ...(/<cellXfs.*?<\/cellXfs>/s.exec(naiveParts(bytes).get('xl/styles.xml') ?? '')?.[0] ?? '').matchAll(
      /<xf [^>]*>/g,
    ),
  ];
  const format = formats[Number(cells.get('B2')?.style)]?.[0] ?? '';
  const code = /numFmtId="(\d+)"/.exec(format)?.[1];
  expect(naiveParts(bytes).get('xl/styles.xml')).toContain(`numFmtId="${code}" formatCode="0.000"`);
  const before = naiveParts(rich());
  for (const part of ['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml'])
    expect(naiveParts(bytes).get(part)).toBe(before.get(part));
  if (hasSoffice) {
    const shown = (await sheetsAsCsv({ copied: bytes }))('copied', 'Lager');
    expect(shown.slice(0, 3).map((row) => row.slice(0, 2))).toEqual([
      ['Item', 'Count'],
      ['Rope & sail', '3'],
      ['Oar', '6'],
    ]);
    expect(shown[0]?.[3]).toBe('12');
  }
}, 60_000);

test('a new workbook made of a copied sheet has that sheet alone', async () => {
  const { bytes } = await copy(['sheet:Stock'], null, plainSheet());
  expect(
    naiveParts(bytes)
      .get('xl/workbook.xml')
      ?.match(/<sheet [^>]*name="[^"]*"/g),
  ).toHaveLength(1);
  expect(naiveCells(bytes, 'Stock').get('A3')?.value).toBe('Oar');
});

test('a sheet that leans on others, a name that is taken and a thing that is not there are refused whole', async () => {
  const reason = async (assets: string[], source = plainSheet(), target = plainSheet()) => {
    const { result } = await copy(assets, target, source);
    return result.ok ? 'ok' : [result.error.reason, ...(result.error.candidates ?? [])].join(' ');
  };
  expect(await reason(['sheet:Else->New'])).toBe('unsupported_structure Stock');
  expect(await reason(['sheet:Stock'])).toBe('target_exists');
  expect(await reason(['image:Stock!0->Else!A1'])).toBe('asset_not_found');
  expect(await reason(['conditional_format:Stock!A1->Else'])).toBe('asset_not_found');
});

test('sheets and pictures are among the assets that are listed', async () => {
  const styles = await xlsxStyles(rich());
  const ids = styles.ok ? styles.value.assets.map(({ asset_id }) => asset_id) : [];
  expect(ids).toEqual(expect.arrayContaining(['sheet:Data', 'image:Data!0', 'named_style:House']));
});
