import type { FileReview, ReviewRow } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { inOrder, otherWords, placeOfFirst } from './review-order.ts';

const row = (path: string, change: ReviewRow['change']) => ({ path, change }) as ReviewRow;

test('added files come first, then modified, then deleted, each by name', () => {
  const rows = inOrder([row('z', 'deleted'), row('b', 'modified'), row('c', 'added'), row('a', 'modified')]);
  expect(rows.map(({ path }) => path)).toEqual(['c', 'a', 'b', 'z']);
});

const review = (facts: object) => ({ items: [], also: [], ...facts }) as unknown as FileReview;

test('what is listed cell by cell is not told again in a sentence', () => {
  const also = ['workbook settings', 'Atelier calculated 1 value on sheet Stock again: C2 800 → 1000.'];
  expect(otherWords(review({ also }))).toEqual(also);
  expect(otherWords(review({ also, results: [{}] }))).toEqual(['workbook settings']);
});

test('without a hint a review begins at its first change', () => {
  const at = (place: object) => placeOfFirst(review({ items: [{ place }] }));
  expect(at({ at: 'slide', number: 3 })).toEqual({ slide: 2 });
  expect(at({ at: 'cell', sheet: 'Stock', ref: 'B12' })).toEqual({ sheet: 'Stock', row: 11 });
  expect(at({ at: 'file' })).toEqual({});
  expect(placeOfFirst(review({}))).toEqual({});
});
