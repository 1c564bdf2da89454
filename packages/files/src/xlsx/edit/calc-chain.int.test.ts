import { expect, test } from 'vitest';
import { makeBook } from '../../../fixtures/xlsx/book.ts';
import { chainProblems, withChain } from '../../../fixtures/xlsx/calc-chain.ts';
import { calculated, edited, storedValue } from '../../../fixtures/xlsx/calculated.ts';
import { rich } from '../../../fixtures/xlsx/rich.ts';
import type { XlsxOp } from './ops.ts';

const book = withChain({
  names: '<definedName name="All">One!$A$1:$A$6</definedName>',
  sheets: [
    {
      name: 'One',
      cells: {
        A1: 1,
        A2: 2,
        A3: 3,
        A4: 4,
        A5: 5,
        A6: 6,
        B5: { f: 'A5*2', v: 10 },
        C1: { f: 'SUM(A:A)', v: 21 },
        C2: { f: 'SUM(All)', v: 21 },
        C3: { f: 'Two!A1+1', v: 8 },
      },
    },
    { name: 'Two', cells: { A1: 7, B1: { f: 'A1*3', v: 21 }, B2: { f: 'SUM(One!A1:A6)', v: 21 } } },
  ],
});

const operations: Readonly<Record<string, readonly XlsxOp[]>> = {
  'a row inserted': [{ op: 'insert_rows', sheet: 'One', row: 2, count: 1 }],
  'rows deleted': [{ op: 'delete_rows', sheet: 'One', row: 2, count: 2 }],
  'the row of a formula deleted': [{ op: 'delete_rows', sheet: 'One', row: 5, count: 1 }],
  'a column inserted': [{ op: 'insert_columns', sheet: 'One', column: 'B', count: 1 }],
  'a column deleted': [{ op: 'delete_columns', sheet: 'One', column: 'B', count: 1 }],
  'a sheet deleted': [{ op: 'delete_sheet', sheet: 'Two' }],
  'a sheet copied': [{ op: 'copy_sheet', sheet: 'Two', to: 'Three' }],
  'a sheet renamed': [{ op: 'rename_sheet', sheet: 'Two', to: 'Zwei' }],
  'a sheet moved': [{ op: 'move_sheet', sheet: 'Two', position: 0 }],
  'a formula overwritten': [{ op: 'set_cells', sheet: 'One', cells: [{ cell: 'B5', value: 1 }] }],
  'a formula cleared': [{ op: 'clear_range', sheet: 'One', range: 'A1:C6', what: 'all' }],
  'a formula set': [{ op: 'set_cells', sheet: 'One', cells: [{ cell: 'F1', value: '=A1' }] }],
  'formulas filled': [{ op: 'fill_formula', sheet: 'One', range: 'D1:D6', formula: '=A1' }],
  'a range copied': [{ op: 'copy_range', sheet: 'One', range: 'B5:C5', to: 'F1' }],
  'cells merged': [{ op: 'merge_cells', sheet: 'One', range: 'A5:B5' }],
  'a value set': [{ op: 'set_cells', sheet: 'One', cells: [{ cell: 'A1', value: 9 }] }],
  'a name set': [{ op: 'set_defined_name', name: 'All', refers_to: 'One!$A$1:$A$2' }],
  'a table added': [{ op: 'add_table', sheet: 'One', range: 'H1:I3' }],
  'rows written': [
    { op: 'write_rows', sheet: 'One', start: 'B5', rows: [[{ value: 1, type: null }]] } as unknown as XlsxOp,
  ],
};

test.each(Object.entries(operations))('after %s the chain names formulas only, or is gone', async (_, ops) => {
  expect(chainProblems(book)).toEqual([]);
  expect(chainProblems(await edited(book, ...ops))).toEqual([]);
});

test.each<[string, XlsxOp]>([
  ['a row inserted', { op: 'insert_rows', sheet: 'Data', row: 3, count: 2 }],
  ['a row deleted', { op: 'delete_rows', sheet: 'Data', row: 3, count: 1 }],
  ['a cell set', { op: 'set_cells', sheet: 'Data', cells: [{ cell: 'F3', value: 1 }] }],
])('the same in a workbook with everything: %s', async (_, op) => {
  expect(chainProblems(rich())).toEqual([]);
  expect(chainProblems(await edited(rich(), op))).toEqual([]);
});

test('what reads deleted rows by a column or a name is calculated again', async () => {
  const bytes = await edited(book, { op: 'delete_rows', sheet: 'One', row: 4, count: 1 });
  expect(['C1', 'C2'].map((cell) => storedValue(bytes, 'One', cell))).toEqual(['17', '17']);
  expect(storedValue(bytes, 'Two', 'B2')).toBe('17');
});

test('what read a deleted sheet is an error, and what a name meant follows the name', async () => {
  const without = await edited(book, { op: 'delete_sheet', sheet: 'Two' });
  expect(storedValue(without, 'One', 'C3')).toBe('#REF!');
  const renamed = await edited(book, { op: 'set_defined_name', name: 'All', refers_to: 'One!$A$1:$A$2' });
  expect(storedValue(renamed, 'One', 'C2')).toBe('3');
});

test.each<[string, XlsxOp]>([
  ['insert_rows', { op: 'insert_rows', sheet: 'One', row: 40, count: 3 }],
  ['delete_rows', { op: 'delete_rows', sheet: 'One', row: 40, count: 3 }],
  ['insert_columns', { op: 'insert_columns', sheet: 'One', column: 'Q', count: 2 }],
  ['delete_columns', { op: 'delete_columns', sheet: 'One', column: 'Q', count: 2 }],
])('[FL-80] %s beyond all that is there leaves the file as it was', async (_, op) => {
  const plain = makeBook({ sheets: [{ name: 'One', cells: { A1: 1, B2: { f: 'SUM(A1:A9)', v: 1 } } }] });
  for (const source of [book, plain]) expect(await edited(source, op)).toBe(source);
});

test('names, data and arrays in formulas too deep to follow are taken away, and too long ones refused', async () => {
  const deep = makeBook({
    sheets: [
      {
        name: 'S',
        cells: {
          A1: 1,
          B1: { f: `${'('.repeat(5_000)}A1${')'.repeat(5_000)}`, v: 1 },
          B2: { f: `${'-'.repeat(100_000)}A1`, v: 1 },
          B3: { f: `A1${'+1'.repeat(50_000)}`, v: 1 },
          B4: { f: 'A1*2', v: 2 },
        },
      },
    ],
  });
  const bytes = await edited(deep, { op: 'set_cells', sheet: 'S', cells: [{ cell: 'A1', value: 5 }] });
  expect(['B1', 'B2', 'B3', 'B4'].map((cell) => storedValue(bytes, 'S', cell))).toEqual([null, null, null, '10']);
  await expect(calculated(deep, 'S', [`${'('.repeat(9_000)}1${')'.repeat(9_000)}`])).rejects.toThrow('bad_op');
});
