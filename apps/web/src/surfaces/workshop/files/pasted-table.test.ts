import { expect, test } from 'vitest';
import { pastedTable, tableName, tableToCsv } from './pasted-table.ts';

test('a table from a spreadsheet becomes a csv, quotes and line ends included', () => {
  const rows = pastedTable('Name\tNote\r\nNoa\t"said ""yes"""\r\nDan\t"two\nlines"\r\n');
  expect(rows && tableToCsv(rows)).toBe('Name,Note\nNoa,"said ""yes"""\nDan,"two\nlines"\n');
});

test('plain and indented text is no table', () => {
  expect(pastedTable('one\ntwo')).toBeUndefined();
  expect(pastedTable('\tindented line\nplain line')).toBeUndefined();
  expect(pastedTable('one\trow')).toBeUndefined();
});

test('a table gets a name that is free', () => {
  expect(tableName('table', [])).toBe('table.csv');
  expect(tableName('table', ['Table.csv', 'table(1).csv'])).toBe('table(2).csv');
});
