import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { orderProblems } from '../../../fixtures/lib/schema-order.ts';
import { hasSoffice, sheetsAsCsv } from '../../../fixtures/lib/soffice.ts';
import { makeBook } from '../../../fixtures/xlsx/book.ts';
import { naiveCells, naiveParts } from '../../../fixtures/xlsx/naive-reader.ts';
import { pivotSlicer, rich } from '../../../fixtures/xlsx/rich.ts';
import { openPackage } from '../../package/opc.ts';
import { editXlsx } from './edit-xlsx.ts';
import type { XlsxOp } from './ops.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xlsx-copy-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const edit = async (source: Buffer | null, ...operations: XlsxOp[]) => {
  const stagingPath = join(folder, 'out.xlsx');
  const result = await editXlsx({ source, operations, stagingPath });
  return { result, bytes: result.ok ? await readFile(stagingPath) : Buffer.alloc(0) };
};
const edited = async (source: Buffer | null, ...operations: XlsxOp[]): Promise<Buffer> => {
  const { result, bytes } = await edit(source, ...operations);
  if (!result.ok) throw new Error(`${result.error.reason}: ${result.error.message}`);
  expect(orderProblems(bytes)).toEqual([]);
  return bytes;
};
/** What a part leads to, by kind, and whether it is there. */
const linksOf = (bytes: Buffer, sheet: number) => {
  const pkg = openPackage(bytes);
  const [part = ''] = pkg.names().filter((name) => name === `xl/worksheets/sheet${sheet}.xml`);
  return pkg.relationships(part).map(({ kind, part: to }) => [kind, to, to !== undefined && pkg.has(to)] as const);
};

test('a copied sheet brings its drawing, charts, pictures and notes, and its charts show the copy', async () => {
  const before = openPackage(rich());
  const made = await edited(rich(), { op: 'copy_sheet', sheet: 'Data', to: 'Data copy' });
  const count =
    naiveParts(made)
      .get('xl/workbook.xml')
      ?.match(/<sheet /g)?.length ?? 0;
  const [old, copy] = [linksOf(rich(), 1), linksOf(made, count)];
  expect(copy.map(([kind]) => kind).toSorted()).toEqual(old.map(([kind]) => kind).toSorted());
  expect(copy.every(([kind, , there]) => kind === 'hyperlink' || there)).toBe(true);
  const charts = openPackage(made)
    .names()
    .filter((name) => /charts\/chart\d+\.xml$/.test(name));
  expect(charts).toHaveLength(before.names().filter((name) => /charts\/chart\d+\.xml$/.test(name)).length * 2);
  const formulas = charts.map(
    (name) =>
      naiveParts(made)
        .get(name)
        ?.match(/<c:f>[^<]*/g)
        ?.join() ?? '',
  );
  expect(formulas.some((text) => text.includes("'Data copy'!"))).toBe(true);
  expect(formulas.some((text) => text.includes('Data!') && !text.includes('copy'))).toBe(true);
  // Pictures are shared; everything the sheet had stays as it was.
  const media = (bytes: Buffer) =>
    openPackage(bytes)
      .names()
      .filter((name) => name.includes('/media/'));
  expect(media(made)).toEqual(media(rich()));
});

test('a copied table has a name and a number of its own, and formulas of the copy speak of it', async () => {
  const source = await edited(rich(), {
    op: 'set_cells',
    sheet: 'Summary',
    cells: [{ cell: 'D1', value: '=SUM(Facts[Value])' }],
  });
  const made = await edited(source, { op: 'copy_sheet', sheet: 'Summary', to: 'Again' });
  const tables = [...naiveParts(made)].filter(([name]) => name.startsWith('xl/tables/')).map(([, xml]) => xml);
  const fact = (name: string) => tables.map((xml) => new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1]).toSorted();
  expect(fact('displayName')).toEqual(['Facts', 'Table1']);
  expect(new Set(fact('id')).size).toBe(2);
  expect(naiveCells(made, 'Again').get('D1')?.formula).toBe('SUM(Table1[Value])');
  expect(naiveCells(made, 'Summary').get('D1')?.formula).toBe('SUM(Facts[Value])');
});

test('what a copy cannot carry is refused by name, and nothing is done', async () => {
  const { result } = await edit(pivotSlicer(), { op: 'copy_sheet', sheet: 'Pivot', to: 'Other' });
  expect(result).toMatchObject({ ok: false, error: { reason: 'unsupported_structure' } });
  expect(result.ok ? [] : result.error.candidates).toContain('pivotTable');
});

const sales = () =>
  edited(
    makeBook({
      sheets: [
        { name: 'S', cells: { A1: 'Item', B1: 'Net', C1: 'Gross', A2: 'a', B2: 5, A3: 'b', B3: 7 } },
        { name: 'Other', cells: { A1: 'x' } },
      ],
    }),
    { op: 'add_table', sheet: 'S', range: 'A1:C3', name: 'Sales' },
    {
      op: 'set_cells',
      sheet: 'S',
      cells: [
        { cell: 'C2', value: '=[@Net]*2' },
        { cell: 'C3', value: '=Sales[[#This Row],[Net]]*2' },
      ],
    },
    { op: 'set_cells', sheet: 'Other', cells: [{ cell: 'A1', value: '=SUM(Sales[Net])+SUM(Sales[Gross])' }] },
  );

test('structured references follow a header that is renamed', async () => {
  const made = await edited(await sales(), {
    op: 'set_cells',
    sheet: 'S',
    cells: [{ cell: 'B1', value: "Net [EUR], '26" }],
  });
  const formula = (sheet: string, ref: string) => naiveCells(made, sheet).get(ref)?.formula;
  expect(formula('S', 'C2')).toBe("Sales[[#This Row],[Net '[EUR'], ''26]]*2");
  expect(formula('S', 'C3')).toBe("Sales[[#This Row],[Net '[EUR'], ''26]]*2");
  expect(formula('Other', 'A1')).toBe("SUM(Sales[Net '[EUR'], ''26])+SUM(Sales[Gross])");
});

test('this row is written as files write it, and means nothing outside a table', async () => {
  const made = await sales();
  expect(naiveCells(made, 'S').get('C2')?.formula).toBe('Sales[[#This Row],[Net]]*2');
  const { result } = await edit(made, {
    op: 'set_cells',
    sheet: 'Other',
    cells: [{ cell: 'B1', value: '=[@Net]' }],
  });
  expect(result).toMatchObject({ ok: false, error: { reason: 'bad_op', op_index: 0 } });
});

test('while two headers bear one name no reference is guessed at', async () => {
  const { result, bytes } = await edit(await sales(), {
    op: 'set_cells',
    sheet: 'S',
    cells: [{ cell: 'B1', value: 'Gross' }],
  });
  expect(result).toMatchObject({ ok: true });
  expect(result.ok && result.value.warnings).toContain('structured_references_kept:Sales[Net]');
  expect(naiveCells(bytes, 'Other').get('A1')?.formula).toBe('SUM(Sales[Net])+SUM(Sales[Gross])');
});

test.runIf(hasSoffice)(
  'LibreOffice shows a copied sheet and sums by a renamed column',
  async () => {
    const copied = await edited(await sales(), { op: 'copy_sheet', sheet: 'S', to: 'Twin' });
    const renamed = await edited(copied, { op: 'set_cells', sheet: 'S', cells: [{ cell: 'B1', value: 'Amount' }] });
    const shown = await sheetsAsCsv({ renamed });
    expect(
      shown('renamed', 'Twin')
        .slice(0, 3)
        .map((row) => row.slice(0, 2)),
    ).toEqual([
      ['Item', 'Net'],
      ['a', '5'],
      ['b', '7'],
    ]);
    expect(shown('renamed', 'Other')[0]?.[0]).toBe('36');
  },
  60_000,
);
