import { expect, test } from 'vitest';
import { filesSaid, pagesToSee, withCarried } from './pictures.ts';

test('a file is asked about by its whole name, with or without a mark before it', () => {
  const paths = ['photo.png', 'Q1 scan.pdf', 'notes'];
  expect(filesSaid('What is in @photo.png?', paths)).toEqual(['photo.png']);
  expect(filesSaid('Read “q1 scan.PDF”, please', paths)).toEqual(['Q1 scan.pdf']);
  expect(filesSaid('Take notes about the photo', paths)).toEqual([]);
});

test('pages with text are read, not looked at; a scan is seen from its beginning or where a person says', () => {
  const scan = { pageCount: 9, text: 'none', withoutText: ['1-9'] } as const;
  expect(pagesToSee('What does it say?', scan)).toEqual([1, 2, 3, 4]);
  expect(pagesToSee('What is on page 7 and page 7, and on page 12?', scan)).toEqual([7]);
  expect(pagesToSee('מה כתוב בעמוד 3?', scan)).toEqual([3]);
  const mixed = { pageCount: 9, text: 'partial', withoutText: ['2', '5-6'] } as const;
  expect(pagesToSee('Sum up all of it', mixed)).toEqual([]);
  expect(pagesToSee('Compare page 5 with page 4', mixed)).toEqual([5]);
  expect(pagesToSee('page 1', { pageCount: 1, text: 'all', withoutText: [] })).toEqual([]);
});

test('a follow-up keeps the pictures of the questions before it, after its own and within a tenth of the room', () => {
  const [a, b, c] = ['a.png', 'b.png', 'c.png'].map((path) => ({ path, page: 1 })) as [never, never, never];
  expect(withCarried([], [a, b, a], 144_000)).toEqual([a, b]);
  expect(withCarried([b], [a, b, c], 144_000)).toEqual([b, a, c]);
  expect(withCarried([b], [a, c], 80_000)).toEqual([b, a, c]);
  expect(withCarried([b], [a, c], 40_000)).toEqual([b, a]);
  expect(withCarried([b], [a], 22_400)).toEqual([b]);
  const page = (number: number) => ({ path: 's.pdf', page: number });
  expect(withCarried([1, 2, 3, 4].map(page), [a], 900_000)).toHaveLength(4);
});
