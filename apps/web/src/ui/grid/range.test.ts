import { expect, test } from 'vitest';
import { boxOf, cellCount, isIn, placePasted, rangeAt } from './range.ts';

const place = (row: number, column: number) => ({ row, column });

test('a range is the same whichever way it was drawn', () => {
  const box = boxOf({ anchor: place(5, 3), focus: place(2, 7) });
  expect(box).toEqual({ top: 2, bottom: 5, first: 3, last: 7 });
  expect(cellCount(box)).toBe(20);
  expect([isIn(box, place(2, 7)), isIn(box, place(1, 7)), isIn(box, place(3, 8))]).toEqual([true, false, false]);
});

test('without Shift a selection begins anew, with Shift it keeps its anchor', () => {
  const one = rangeAt(undefined, place(1, 1), true);
  expect(one).toEqual({ anchor: place(1, 1), focus: place(1, 1) });
  expect(rangeAt(one, place(4, 0), true)).toEqual({ anchor: place(1, 1), focus: place(4, 0) });
  expect(rangeAt(one, place(4, 0), false)).toEqual({ anchor: place(4, 0), focus: place(4, 0) });
});

const size = { rows: 4, columns: 3 };

test('one copied cell fills the selection', () => {
  const { cells } = placePasted([['x']], { top: 0, bottom: 1, first: 0, last: 1 }, size);
  expect(cells.map(({ row, column, text }) => `${row}${column}${text}`)).toEqual(['00x', '01x', '10x', '11x']);
});

test('a block keeps its shape, and what does not fit is counted', () => {
  const block = [
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'f'],
  ];
  const { cells, outside } = placePasted(block, { top: 2, bottom: 2, first: 2, last: 2 }, size);
  expect(cells).toEqual([
    { row: 2, column: 2, text: 'a' },
    { row: 3, column: 2, text: 'c' },
  ]);
  expect(outside).toBe(4);
});
