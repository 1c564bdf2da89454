import type { FileReview } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { reviewRows } from './review-rows.ts';
import { english } from './words.ts';

const text = (words: string) => ({ text: words, spans: [] });
const placesOf = (item: object) =>
  reviewRows(
    { items: [{ what: 'lines', id: 'u1', place: { at: 'line', line: 4 }, ...item }] } as FileReview,
    english,
  ).map(({ place }) => place);

test('every line of a change has its own number', () => {
  const added = { lineBefore: null, lineAfter: 4, before: [], after: ['a', 'b', 'c'].map(text) };
  expect(placesOf(added)).toEqual(['Line 4', 'Line 5', 'Line 6']);
  const removed = { lineBefore: 9, lineAfter: null, before: ['a', 'b'].map(text), after: [] };
  expect(placesOf(removed)).toEqual(['Line 9', 'Line 10']);
  // Three lines became one: those that are gone are counted as they were.
  const replaced = { lineBefore: 9, lineAfter: 4, before: ['a', 'b', 'c'].map(text), after: [text('x')] };
  expect(placesOf(replaced)).toEqual(['Line 4', 'Line 10', 'Line 11']);
});

test('a slide says whether it is shown, and a shape without a name is placed by its slide alone', () => {
  const slide = {
    what: 'slide',
    id: 's1',
    group: 's1',
    place: { at: 'slide', number: 2 },
    status: 'changed',
    changes: ['c'],
    shapes: [{ name: '', status: 'changed', differs: ['text'], before: text('a'), after: text('b') }],
    notes: null,
    isHidden: { before: false, after: true },
  };
  const rows = reviewRows({ items: [slide] } as unknown as FileReview, english);
  expect(rows.map(({ place, before, after }) => [place, before?.text, after?.text])).toEqual([
    ['Slide 2', 'Shown slide', 'Hidden slide'],
    ['Slide 2', 'a', 'b'],
  ]);
});

test('a cell that was empty is called new, and one that was emptied is called removed', () => {
  const record = {
    ...{ id: 'r1', what: 'record' as const, status: 'changed' as const, group: '', changes: ['r1'] },
    place: { at: 'row' as const, row: 1, key: ['1001'] },
    cells: [
      { column: 'Total', before: null, after: '280' },
      { column: 'City', before: 'Haifa', after: 'Acre' },
      { column: 'Note', before: 'old', after: '' },
    ],
  };
  expect(reviewRows({ items: [record] } as unknown as FileReview, english).map(({ status }) => status)).toEqual([
    'added',
    'changed',
    'removed',
  ]);
});
