import { expect, test } from 'vitest';
import { makeBook, SHEET } from '../../../fixtures/xlsx/book.ts';
import { edited } from '../../../fixtures/xlsx/calculated.ts';
import { naiveCells, naiveParts } from '../../../fixtures/xlsx/naive-reader.ts';
import type { OpValue } from './ops.ts';

const book = (rows = 3, more = '') =>
  makeBook({
    sheets: [
      {
        name: 'S',
        cells: { A1: 'Region', B1: 'Net', C1: 'Note', A2: 'n', B2: 1, A3: 's', B3: 2, E1: { f: 'SUM(T[Net])', v: 3 } },
        relationships: [{ id: 'rId1', type: 'table', target: '../tables/table1.xml' }],
        tail: `${more}<tableParts count="1"><tablePart r:id="rId1"/></tableParts>`,
      },
    ],
    parts: [
      {
        name: 'xl/tables/table1.xml',
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml',
        data: `<table xmlns="${SHEET}" id="1" name="T" displayName="T" ref="A1:C${rows}"><autoFilter ref="A1:C${rows}"/><tableColumns count="3"><tableColumn id="1" name="Region"/><tableColumn id="2" name="Net"/><tableColumn id="3" name="Note"/></tableColumns></table>`,
      },
    ],
  });

/** Header cells and column names; Excel repairs a table in which they differ. */
const headersOf = (bytes: Buffer) => {
  const cells = naiveCells(bytes, 'S');
  const columns = [
    ...(naiveParts(bytes).get('xl/tables/table1.xml') ?? '').matchAll(/<tableColumn [^>]*name="([^"]*)"/g),
  ];
  const sheet = naiveParts(bytes).get('xl/worksheets/sheet1.xml') ?? '';
  const isText = ['A1', 'B1', 'C1'].every((ref) =>
    new RegExp(`<c r="${ref}"[^>]* t="(?:s|inlineStr|str)"`).test(sheet),
  );
  return {
    cells: ['A1', 'B1', 'C1'].map((ref) => cells.get(ref)?.value),
    columns: columns.map(([, name]) => name),
    isText,
  };
};

test.each<[string, OpValue, string]>([
  ['a number', 2025, '2025'],
  ['a truth', true, 'TRUE'],
  ['nothing', null, 'Column2'],
  ['the name of another column', 'region', 'region2'],
  ['another text', 'Gross', 'Gross'],
])('a header set to %s is a text that no other column bears', async (_, value, name) => {
  const bytes = await edited(book(), { op: 'set_cells', sheet: 'S', cells: [{ cell: 'B1', value }] });
  expect(headersOf(bytes)).toEqual({
    cells: ['Region', name, 'Note'],
    columns: ['Region', name, 'Note'],
    isText: true,
  });
});

test('headers change places in one call', async () => {
  const bytes = await edited(book(), { op: 'set_range', sheet: 'S', start: 'A1', values: [['Net', 'Region']] });
  expect(headersOf(bytes).columns).toEqual(['Net', 'Region', 'Note']);
  expect(headersOf(bytes).cells).toEqual(['Net', 'Region', 'Note']);
});

test('a formula is no header, and a table keeps a row', async () => {
  const set = edited(book(), { op: 'set_cells', sheet: 'S', cells: [{ cell: 'B1', value: '=1+1' }] });
  await expect(set).rejects.toThrow('bad_op');
  await expect(edited(book(), { op: 'delete_rows', sheet: 'S', row: 2, count: 2 })).rejects.toThrow(
    'every row of the table T',
  );
});
