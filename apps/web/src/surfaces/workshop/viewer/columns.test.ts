import { expect, test } from 'vitest';
import { columnName, directionOf, isNumeric } from './columns.ts';

test('columns are named as a spreadsheet names them', () => {
  expect([0, 25, 26, 51, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA']);
});

test('a column of numbers under a heading is one of numbers', () => {
  expect(isNumeric(['string', 'number', 'number'])).toBe(true);
  expect(isNumeric(['string', 'string', 'number'])).toBe(false);
  expect(isNumeric(['blank', 'blank'])).toBe(false);
});

test('a table in Hebrew is read from the right', () => {
  expect(directionOf(['שם', 'עיר', 'VAT'])).toBe('rtl');
  expect(directionOf(['Name', 'עיר', 'City'])).toBe('ltr');
  expect(directionOf(['1', '2'])).toBe('ltr');
});
