import { expect, test } from 'vitest';
import { freeName, pastedTable, tableToCsv } from './pasted-table.ts';

test('a table from a spreadsheet becomes a csv, quotes and line ends included', () => {
  const rows = pastedTable('Name\tNote\r\nNoa\t"said ""yes"""\r\nDan\t"two\nlines"\r\n');
  expect(rows && tableToCsv(rows)).toBe('Name,Note\nNoa,"said ""yes"""\nDan,"two\nlines"\n');
});

test('plain and indented text is no table', () => {
  expect(pastedTable('one\ntwo')).toBeUndefined();
  expect(pastedTable('\tindented line\nplain line')).toBeUndefined();
  expect(pastedTable('one\trow')).toBeUndefined();
});

test('what is pasted gets a name that is free', () => {
  expect(freeName('table', 'csv', [])).toBe('table.csv');
  expect(freeName('table', 'csv', ['Table.csv', 'table(1).csv'])).toBe('table(2).csv');
});
