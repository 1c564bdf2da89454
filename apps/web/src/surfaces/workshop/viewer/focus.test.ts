import { expect, test } from 'vitest';
import { focusOf } from './focus.ts';

test('a hint becomes a place, and what is no number is left out', () => {
  // C4, as the sheet's editor says it, and row 4 of a table.
  expect(focusOf({ sheet: 'Stock', row_start: 3, row_end: 9, col_start: 2, col_end: 2 })).toEqual({
    sheet: 'Stock',
    row: 3,
    column: 2,
  });
  expect(focusOf({ row_start: 4, column: 'Price' })).toEqual({ row: 3, heading: 'Price' });
  expect(focusOf({ slide_index: 4 })).toEqual({ slide: 4 });
  expect(focusOf({ section_index: 0, line: 'x' })).toEqual({ section: 0 });
  expect(focusOf(null)).toEqual({});
});
