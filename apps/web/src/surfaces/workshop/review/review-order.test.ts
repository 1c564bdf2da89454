import type { FileReview, ReviewRow } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { changedPlaces, inOrder, otherWords, placeOfFirst } from './review-order.ts';

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
  expect(otherWords(review({ also, change: 'added' }))).toEqual([]);
});

test('without a hint a review begins at its first change', () => {
  const at = (place: object) => placeOfFirst(review({ items: [{ place }] }));
  expect(at({ at: 'slide', number: 3 })).toEqual({ slide: 2 });
  expect(at({ at: 'cell', sheet: 'Stock', ref: 'AB12' })).toEqual({ sheet: 'Stock', row: 11, column: 27 });
  expect(at({ at: 'column', column: 'Total' })).toEqual({ row: 0, heading: 'Total' });
  expect(at({ at: 'file' })).toEqual({});
  expect(placeOfFirst(review({}))).toEqual({});
});

test('a table begins at its first changed cell, a document at the section of its first change', () => {
  const record = { what: 'record', status: 'changed', place: { at: 'row', row: 250 }, cells: [{ column: 'Price' }] };
  expect(placeOfFirst(review({ items: [record] }))).toEqual({ row: 249, heading: 'Price' });
  const paragraph = { what: 'paragraph', place: { at: 'paragraph', number: 18, under: 'Outlook' }, group: 'new:4' };
  expect(placeOfFirst(review({ items: [paragraph] }))).toEqual({ section: 4 });
});

test('each side marks what it has of a change', () => {
  const text = (words: string) => ({ text: words, spans: [] });
  const items = [
    { what: 'cell', place: { at: 'cell', sheet: 'Stock', ref: 'C20' } },
    { what: 'record', place: { at: 'row', row: 2 }, cells: [{ column: 'Price' }] },
    { what: 'paragraph', place: { at: 'paragraph' }, before: text('Old words'), after: text('New words') },
    { what: 'paragraph', place: { at: 'paragraph' }, before: null, after: text('A new line') },
    { what: 'table', place: { at: 'table' }, cells: [{ row: 1, column: 2, before: text('5'), after: text('6') }] },
  ];
  expect([...changedPlaces(review({ items }), 'before')]).toEqual(['Stock!C20', '#2!Price', '¶Old words', '¶1:2:5']);
  expect([...changedPlaces(review({ items }), 'after')]).toEqual([
    'Stock!C20',
    '#2!Price',
    '¶New words',
    '¶A new line',
    '¶1:2:6',
  ]);
});
