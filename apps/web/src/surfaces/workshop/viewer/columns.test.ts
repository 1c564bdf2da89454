import { expect, test } from 'vitest';
import { cellPlace, columnName, directionOf } from './columns.ts';

test('columns are named as a spreadsheet names them, and found again', () => {
  expect([0, 25, 26, 51, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA']);
  expect(cellPlace('AB12')).toEqual({ row: 11, column: 27 });
  expect(cellPlace('$A$1:B3')).toEqual({ row: 0, column: 0 });
  expect(cellPlace('no')).toBeUndefined();
});

test('a table in Hebrew is read from the right', () => {
  expect(directionOf(['שם', 'עיר', 'VAT'])).toBe('rtl');
  expect(directionOf(['Name', 'עיר', 'City'])).toBe('ltr');
  expect(directionOf(['1', '2'])).toBe('ltr');
});
