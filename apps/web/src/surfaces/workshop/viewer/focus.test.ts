import { expect, test } from 'vitest';
import { focusOf } from './focus.ts';

test('a hint becomes a place, and what is no number is left out', () => {
  expect(focusOf({ sheet: 'Stock', row_start: 3, row_end: 9, col_start: 2, col_end: 2 })).toEqual({
    sheet: 'Stock',
    row: 2,
    column: 1,
  });
  expect(focusOf({ slide_index: 4 })).toEqual({ slide: 4 });
  expect(focusOf({ section_index: 0, line: 'x' })).toEqual({ section: 0 });
  expect(focusOf(null)).toEqual({});
});
