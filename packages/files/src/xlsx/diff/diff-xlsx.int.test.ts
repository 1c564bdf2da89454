import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeBook } from '../../../fixtures/xlsx/book.ts';
import { naiveParts } from '../../../fixtures/xlsx/naive-reader.ts';
import * as books from '../../../fixtures/xlsx/plain-books.ts';
import { rich } from '../../../fixtures/xlsx/rich.ts';
import { openPackage } from '../../package/opc.ts';
import { createPackageEdit } from '../../package/package-edit.ts';
import { zipToBuffer } from '../../package/zip-write.ts';
import { editXlsx } from '../edit/edit-xlsx.ts';
import type { XlsxOp } from '../edit/ops.ts';
import type { XlsxDiff } from './diff-types.ts';
import { diffXlsx } from './diff-xlsx.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xlsx-diff-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const edited = async (source: Buffer, ...operations: XlsxOp[]): Promise<Buffer> => {
  const stagingPath = join(folder, 'out.xlsx');
  const result = await editXlsx({ source, operations, stagingPath });
  if (!result.ok) throw new Error(`${result.error.reason}: ${result.error.message}`);
  return readFile(stagingPath);
};
const diff = async (before: Buffer | null, after: Buffer | null): Promise<XlsxDiff> => {
  const result = await diffXlsx(before, after);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

test('value, formula and format changes are told apart and what followed is set aside', async () => {
  const after = await edited(
    rich(),
    {
      op: 'set_cells',
      sheet: 'Data',
      cells: [
        { cell: 'B3', value: 100 },
        { cell: 'F4', value: '=B4-C4' },
      ],
    },
    { op: 'set_style', sheet: 'Data', range: 'A2', style: { font_bold: true } },
  );
  const { cells, recalculated, change, other_changes } = await diff(rich(), after);
  expect(change).toBe('modified');
  expect(cells.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
    'format:Data!A2 format',
    'cell:Data!B3 value',
    'cell:Data!F4 formula',
  ]);
  expect(cells[1]).toMatchObject({ before: { v: 30, t: 'number', f: null }, after: { v: 100, t: 'number', f: null } });
  expect(recalculated.map(({ sheet, first }) => [sheet, first])).toEqual([
    ['Data', ['F3', 'F8', 'B9']],
    ['Summary', ['B2', 'B3']],
  ]);
  expect(other_changes).toContain('style table');
});

test('[FL-32] two rows inserted above formulas, names, chart, formats and a table: all follow, and the review shows one insertion', async () => {
  const after = await edited(rich(), { op: 'insert_rows', sheet: 'Data', row: 3, count: 2 });
  const parts = naiveParts(after);
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain('SUM(F2:F8)');
  expect(parts.get('xl/workbook.xml')).toContain('>Data!$A$1:$H$14<');
  expect(parts.get('xl/charts/chart1.xml')).toContain('<c:f>Data!$B$2:$B$8</c:f>');
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain('<conditionalFormatting sqref="B2:B8">');
  const table = await edited(rich(), { op: 'insert_rows', sheet: 'Summary', row: 1, count: 2 });
  expect(naiveParts(table).get('xl/tables/table1.xml')).toContain('ref="A3:B5"');
  for (const [bytes, sheet, at] of [
    [after, 'Data', '3:4'],
    [table, 'Summary', '1:2'],
  ] as const) {
    const { rows, cells, structure, stats } = await diff(rich(), bytes);
    expect(rows).toEqual([{ status: 'inserted', sheet, before: null, after: at }]);
    expect(cells).toEqual([]);
    expect(structure).toEqual([]);
    expect(stats).toMatchObject({ rows_inserted: 2, values: 0, formulas: 0 });
  }
});

test('[FL-59] when only the theme differs the file does not look unchanged', async () => {
  const edit = createPackageEdit(openPackage(rich()));
  const theme = edit.bytes('xl/theme/theme1.xml').toString('utf8').replaceAll('House', 'Home');
  edit.put('xl/theme/theme1.xml', Buffer.from(theme));
  const after = await zipToBuffer(edit.items());
  const result = await diff(rich(), after);
  expect(result).toMatchObject({ change: 'modified', other_changes: ['theme'], cells: [], structure: [] });
  expect(await diff(rich(), rich())).toMatchObject({ change: 'unchanged', other_changes: [], changes: [] });
});

describe('rows that moved', () => {
  const listed = (order: readonly number[]) =>
    makeBook({
      sheets: [
        {
          name: 'S',
          cells: Object.fromEntries(
            order.flatMap((id, index) => [
              [`A${index + 1}`, `item ${id}`],
              [`B${index + 1}`, id * 10],
            ]),
          ),
        },
      ],
    });
  const numbers = Array.from({ length: 100 }, (_, index) => index);

  test('a sorted sheet is rows that moved, not cells that changed', async () => {
    const { cells, stats } = await diff(listed(numbers), listed(numbers.toReversed()));
    expect(cells).toEqual([]);
    expect(stats.rows_moved).toBe(99);
  });

  test('one inserted row among many is one insertion, with the cell that changed besides', async () => {
    const after = [...numbers.slice(0, 40), 1000, ...numbers.slice(40)];
    const { rows, cells } = await diff(listed(numbers), listed(after));
    expect(rows).toEqual([{ status: 'inserted', sheet: 'S', before: null, after: '41:41' }]);
    // What stands on the new row is shown with it and is no change of its own.
    expect(cells.map(({ ref, part_of }) => [ref, part_of])).toEqual([
      ['A41', 'row+:S!41'],
      ['B41', 'row+:S!41'],
    ]);
  });
});

describe('columns', () => {
  const table = (change: (cells: Record<string, string | number>) => void = () => undefined) => {
    const cells: Record<string, string | number> = {};
    for (let row = 1; row <= 30; row++) {
      cells[`A${row}`] = `name ${row}`;
      cells[`B${row}`] = row * 7;
      cells[`C${row}`] = `code ${row * 13}`;
    }
    change(cells);
    return makeBook({ sheets: [{ name: 'S', cells }] });
  };

  test('one inserted among others is one insertion, not a cell edit for each row', async () => {
    const after = await edited(
      table(),
      { op: 'insert_columns', sheet: 'S', column: 'B', count: 1 },
      { op: 'set_range', sheet: 'S', start: 'B1', values: Array.from({ length: 30 }, (_, at) => [`new ${at}`]) },
      { op: 'set_cells', sheet: 'S', cells: [{ cell: 'C4', value: 1 }] },
    );
    const { columns, rows, cells, stats } = await diff(table(), after);
    expect(columns).toEqual([{ status: 'inserted', sheet: 'S', before: null, after: 'B:B' }]);
    expect([rows, cells.flatMap(({ id, part_of }) => (part_of ? [] : [id]))]).toEqual([[], ['cell:S!C4']]);
    expect(cells.filter(({ part_of }) => part_of).map(({ ref }) => ref)).toHaveLength(30);
    expect(stats).toMatchObject({ cols_inserted: 1, cols_deleted: 0, values: 1 });
  });

  test('one deleted is one deletion, and two that changed places are told as moved', async () => {
    const after = await edited(table(), { op: 'delete_columns', sheet: 'S', column: 'A', count: 1 });
    const deleted = await diff(table(), after);
    expect(deleted.columns).toEqual([{ status: 'deleted', sheet: 'S', before: 'A:A', after: null }]);
    // What stood in it is shown with it and is no change of its own.
    expect(deleted.changes.map(({ id }) => id)).toEqual(['col-:S!A']);
    expect(deleted.cells.every(({ part_of }) => part_of === 'col-:S!A')).toBe(true);
    const swapped = table((cells) => {
      for (let row = 1; row <= 30; row++)
        [cells[`A${row}`], cells[`C${row}`]] = [cells[`C${row}`] as string, cells[`A${row}`] as string];
    });
    const { columns, cells } = await diff(table(), swapped);
    expect(cells).toEqual([]);
    expect(columns.every(({ status }) => status === 'moved')).toBe(true);
  });

  test('a column whose values all changed is changed cells', async () => {
    const after = table((cells) => {
      for (let row = 1; row <= 30; row++) cells[`B${row}`] = row * 1_000;
    });
    const { columns, cells } = await diff(table(), after);
    expect([columns, cells.length]).toEqual([[], 30]);
  });
});

test('texts and styles under other numbers are the same texts and styles', async () => {
  const words = (first: string) =>
    makeBook({ sheets: [{ name: 'S', cells: { [`${first}1`]: 'one', A2: 'two', B2: 'three', A3: 'one' } }] });
  const { cells, other_changes, changes } = await diff(words('A'), words('B'));
  expect(cells.map(({ id }) => id)).toEqual(['cell:S!A1', 'cell:S!B1']);
  const renumbered = makeBook({
    sheets: [
      { name: 'Z', cells: { A1: 'three' } },
      { name: 'S', cells: { A1: 'one', A2: 'two', B2: 'three', A3: 'one' } },
    ],
  });
  const both = makeBook({
    sheets: [
      { name: 'Z', cells: { A1: 'four' } },
      { name: 'S', cells: { A1: 'one', A2: 'two', B2: 'three', A3: 'one' } },
    ],
  });
  expect((await diff(renumbered, both)).cells.map(({ id }) => id)).toEqual(['cell:Z!A1']);
  expect([other_changes, changes.length]).toEqual([[], 2]);
});

test('a row that only became higher is no unchanged file', async () => {
  const after = await edited(rich(), { op: 'set_row_heights', sheet: 'Data', rows: [{ row: 3, height: 40 }] });
  expect(await diff(rich(), after)).toMatchObject({
    change: 'modified',
    cells: [],
    other_changes: ['row heights and styles'],
    changes: [{ id: 'rest', requires: [] }],
  });
});

test('sheets added, removed and renamed are told by name', async () => {
  const after = await edited(
    books.multiSheet(),
    { op: 'rename_sheet', sheet: 'Third', to: 'Last' },
    { op: 'ensure_sheet', sheet: 'New' },
    { op: 'delete_sheet', sheet: 'Second' },
  );
  const { sheets } = await diff(books.multiSheet(), after);
  expect(sheets.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'Hidden unchanged',
    'Q 1 unchanged',
    'Last renamed',
    'New added',
    'Second removed',
  ]);
});
