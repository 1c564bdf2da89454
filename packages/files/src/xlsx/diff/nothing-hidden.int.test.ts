import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type BookSpec, basicStyles, makeBook, type SheetSpec } from '../../../fixtures/xlsx/book.ts';
import { edited, storedValue } from '../../../fixtures/xlsx/calculated.ts';
import { applyXlsxSubset } from '../subset/apply-subset.ts';
import { REST } from './diff-types.ts';
import { diffXlsx } from './diff-xlsx.ts';

const diff = async (before: Buffer | null, after: Buffer | null) => {
  const result = await diffXlsx(before, after);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
const refusalOf = async (reference: Buffer, draft: Buffer, accepted: readonly string[]): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'xlsx-hidden-'));
  try {
    const result = await applyXlsxSubset({ reference, draft, accepted, stagingPath: join(folder, 'out.xlsx') });
    return result.ok ? 'ok' : result.error.reason;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
const base = makeBook({
  sheets: [{ name: 'S', cells: { A1: 'Item', B1: 'Price', A2: 'x', B2: 10, C1: { f: 'B2*2', v: 20 } } }],
});

test('every cell of a new sheet is shown with its value, and comes with the sheet', async () => {
  const after = await edited(
    base,
    { op: 'ensure_sheet', sheet: 'New' },
    {
      op: 'set_range',
      sheet: 'New',
      start: 'A1',
      values: [
        ['Region', 'Total'],
        ['North', 12.5],
        ['South', '=S!B2+1'],
      ],
    },
  );
  const { cells, changes, sheets, stats } = await diff(base, after);
  expect(
    cells.filter(({ sheet }) => sheet === 'New').map(({ ref, part_of, after: it }) => [ref, part_of, it?.f ?? it?.v]),
  ).toEqual([
    ['A1', REST, 'Region'],
    ['B1', REST, 'Total'],
    ['A2', REST, 'North'],
    ['B2', REST, 12.5],
    ['A3', REST, 'South'],
    ['B3', REST, '=S!B2+1'],
  ]);
  expect(changes.map(({ id }) => id)).toEqual([REST]);
  expect(sheets.find(({ name }) => name === 'New')).toMatchObject({
    status: 'added',
    stats: { values: 5, formulas: 1 },
  });
  expect(stats).toMatchObject({ values: 5, formulas: 1 });
});

test('every cell of a new file, and of a sheet that went, is shown', async () => {
  expect((await diff(null, base)).cells.map(({ ref }) => ref)).toEqual(['A1', 'B1', 'C1', 'A2', 'B2']);
  const two = makeBook({
    sheets: [
      { name: 'S', cells: { A1: 1 } },
      { name: 'Gone', cells: { B2: 'was here' } },
    ],
  });
  const { cells } = await diff(two, await edited(two, { op: 'delete_sheet', sheet: 'Gone' }));
  expect(cells).toMatchObject([{ sheet: 'Gone', ref: 'B2', before: { v: 'was here' }, after: null, part_of: REST }]);
});

test('what stood on deleted rows is shown with them', async () => {
  const list = makeBook({
    sheets: [
      {
        name: 'S',
        cells: Object.fromEntries(Array.from({ length: 30 }, (_, row) => [`A${row + 1}`, `item ${row + 1}`])),
      },
    ],
  });
  const { cells, changes } = await diff(list, await edited(list, { op: 'delete_rows', sheet: 'S', row: 5, count: 2 }));
  expect(cells).toMatchObject([
    { ref: 'A5', before: { v: 'item 5' }, after: null, part_of: 'row-:S!5' },
    { ref: 'A6', before: { v: 'item 6' }, after: null, part_of: 'row-:S!6' },
  ]);
  expect(changes.map(({ id }) => id)).toEqual(['row-:S!5', 'row-:S!6']);
});

test('values that followed are shown with both faces, and say that no program has calculated them', async () => {
  const after = await edited(base, { op: 'set_cells', sheet: 'S', cells: [{ cell: 'B2', value: 11 }] });
  const { recalculated } = await diff(base, after);
  expect(recalculated).toMatchObject([
    { sheet: 'S', count: 1, cells: [{ ref: 'C1', before: { v: 20 }, after: { v: 22, awaits_calculation: true } }] },
  ]);
  expect(recalculated[0]?.cells[0]?.before).not.toHaveProperty('awaits_calculation');
});

test.each([
  [
    'a new sheet',
    [
      { op: 'ensure_sheet', sheet: 'New' },
      { op: 'set_cells', sheet: 'New', cells: [{ cell: 'A2', value: 5 }] },
      { op: 'set_cells', sheet: 'S', cells: [{ cell: 'D1', value: '=New!A2' }] },
    ],
  ],
  [
    'a new name',
    [
      { op: 'set_defined_name', name: 'Rate', refers_to: 'S!$B$2' },
      { op: 'set_cells', sheet: 'S', cells: [{ cell: 'D1', value: '=Rate*2' }] },
    ],
  ],
  [
    'a new table',
    [
      { op: 'add_table', sheet: 'S', range: 'A1:B2', name: 'T1' },
      { op: 'set_cells', sheet: 'S', cells: [{ cell: 'D1', value: '=SUM(T1[Price])' }] },
    ],
  ],
] as const)('a formula that reads %s says that it needs it', async (_, operations) => {
  const after = await edited(base, ...operations);
  const { changes } = await diff(base, after);
  expect(changes.find(({ id }) => id === 'cell:S!D1')?.requires).toContain(REST);
  expect(await refusalOf(base, after, ['cell:S!D1'])).toBe('dependent_change');
});

test('cells that an array fills are no changes of their own', async () => {
  const array = makeBook({
    sheets: [
      {
        name: 'S',
        cells: {
          A1: 1,
          A2: 2,
          D1: { xml: '<c r="D1"><f t="array" ref="D1:D2">A1:A2*10</f><v>10</v></c>' },
          D2: 20,
        },
      },
    ],
  });
  const after = await edited(array, { op: 'set_cells', sheet: 'S', cells: [{ cell: 'A2', value: 3 }] });
  expect(storedValue(after, 'S', 'D2')).toBeNull();
  const { changes, recalculated } = await diff(array, after);
  expect(changes.map(({ id }) => id)).toEqual(['cell:S!A2']);
  expect(recalculated).toMatchObject([{ sheet: 'S', count: 2, first: ['D1', 'D2'] }]);
});

test('a frame of a renamed sheet is taken without the new name', async () => {
  const two = makeBook({
    sheets: [
      { name: 'S', cells: { A1: 1 } },
      { name: 'T', cells: { A1: 2 } },
    ],
  });
  const after = await edited(
    two,
    { op: 'rename_sheet', sheet: 'T', to: 'Renamed' },
    { op: 'set_column_widths', sheet: 'Renamed', columns: [{ column: 'A', width: 30 }] },
  );
  const frame = (await diff(two, after)).changes.find(({ id }) => id.startsWith('frame:'))?.id ?? '';
  expect(await refusalOf(two, after, [frame])).toBe('ok');
});

test('how a workbook calculates is a change, that it asks to be calculated is none', async () => {
  const book = (tail: string) => makeBook({ sheets: [{ name: 'S', cells: { A1: 1 } }], workbookTail: tail });
  const ids = async (from: string, to: string) => (await diff(book(from), book(to))).changes.map(({ id }) => id);
  expect(await ids('<calcPr calcId="1"/>', '<calcPr calcId="1" fullPrecision="0"/>')).toEqual([REST]);
  expect(await ids('<calcPr calcMode="manual"/>', '<calcPr/>')).toEqual([REST]);
  expect(await ids('', '<calcPr iterate="1"/>')).toEqual([REST]);
  expect(await ids('', '<calcPr fullCalcOnLoad="1"/>')).toEqual([]);
});

const sheetWith = (more: Partial<SheetSpec>, book: Partial<BookSpec> = {}) =>
  makeBook({
    sheets: [
      { name: 'S', cells: { A1: 1, B2: 'x' }, ...more },
      { name: 'T', cells: { A1: 2 } },
    ],
    ...book,
  });
const rule = (value: number) =>
  `<conditionalFormatting sqref="A1:A5"><cfRule type="cellIs" dxfId="0" priority="1" operator="greaterThan"><formula>${value}</formula></cfRule></conditionalFormatting>`;
const core = (title: string) => ({
  parts: [
    {
      name: 'docProps/core.xml',
      type: 'application/vnd.openxmlformats-package.core-properties+xml',
      data: `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`,
    },
  ],
});
const money = (code: string) => ({ styles: basicStyles.replace('#,##0.00', code) });

const colour = (rgb: string) => ({ styles: basicStyles.replace('FF9C0006', rgb) });
const tables = (style: string) => ({
  styles: basicStyles.replace(
    '</styleSheet>',
    `<tableStyles count="0" defaultTableStyle="TableStyle${style}"/></styleSheet>`,
  ),
});

test.each<[string, Buffer, Buffer]>([
  ['a rule of conditional formats', sheetWith({ tail: rule(5) }), sheetWith({ tail: rule(6) })],
  ['a hidden row', sheetWith({}), sheetWith({ rows: { 2: 'hidden="1"' } })],
  ['a hidden column', sheetWith({}), sheetWith({ cols: '<cols><col min="2" max="2" width="9" hidden="1"/></cols>' })],
  ['a hidden sheet', sheetWith({}), sheetWith({ state: 'hidden' })],
  [
    'the header of a page',
    sheetWith({ tail: '<headerFooter><oddHeader>Old</oddHeader></headerFooter>' }),
    sheetWith({ tail: '<headerFooter><oddHeader>New</oddHeader></headerFooter>' }),
  ],
  [
    'a name',
    sheetWith({}, { names: '<definedName name="R">1</definedName>' }),
    sheetWith({}, { names: '<definedName name="R">2</definedName>' }),
  ],
  ['properties of the document', sheetWith({}, core('Old')), sheetWith({}, core('New'))],
  [
    'what a number format means',
    sheetWith({ cells: { A1: { v: 5, s: 5 } } }, money('#,##0.00')),
    sheetWith({ cells: { A1: { v: 5, s: 5 } } }, money('#,##0.000')),
  ],
  ['the calendar', sheetWith({}), sheetWith({}, { date1904: true })],
  ['an empty row that was hidden', sheetWith({}), sheetWith({ rows: { 9: 'hidden="1"' } })],
  ['an empty row that became higher', sheetWith({}), sheetWith({ rows: { 9: 'ht="40" customHeight="1"' } })],
  ['an empty row that is shown again', sheetWith({ rows: { 9: 'hidden="1"' } }), sheetWith({})],
  ['a colour that a rule gives', sheetWith({ tail: rule(5) }), sheetWith({ tail: rule(5) }, colour('FF9C0007'))],
  ['the look of new tables', sheetWith({}, tables('Medium2')), sheetWith({}, tables('Medium3'))],
  ['a hint for readers', sheetWith({ rows: { 2: 'spans="1:2"' } }), sheetWith({ rows: { 2: 'spans="1:3"' } })],
  ['the range a sheet says it fills', sheetWith({ dimension: 'A1:B2' }), sheetWith({ dimension: 'A1:B3' })],
])('%s is a change that can be left out', async (_, before, after) => {
  const { changes } = await diff(before, after);
  expect(changes.length).toBeGreaterThan(0);
});

test('a look that is new beside a changed cell, and a row as some programs write it, are no changes of their own', async () => {
  const styled = {
    styles: basicStyles
      .replace(
        /<cellXfs count="7">(.*?)<\/cellXfs>/,
        '<cellXfs count="8">$1<xf numFmtId="10" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>',
      )
      .replace('</dxfs>', '<dxf><font><b/></font></dxf></dxfs>'),
  };
  const after = sheetWith({ cells: { A1: 7, B2: 'x' } }, styled);
  expect((await diff(sheetWith({}), after)).changes.map(({ id }) => id)).toEqual(['cell:S!A1']);
  const row = { rows: { 3: 'customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0"' } };
  const added = sheetWith({ cells: { A1: 1, B2: 'x', A3: 5 }, ...row });
  expect((await diff(sheetWith({}), added)).changes.map(({ id }) => id)).toEqual(['cell:S!A3']);
});
