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
