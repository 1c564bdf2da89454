import { expect, test } from 'vitest';
import { inOrder, sortedKeys } from './grid-rows.ts';

const keyOf = ({ id }: { readonly id: string }) => id;
const column = { key: 'n', name: 'N', value: ({ n }: { readonly id: string; readonly n: number | null }) => n };
const rows = [
  { id: 'a', n: 2 },
  { id: 'b', n: null },
  { id: 'c', n: 1 },
];

test('sorted both ways, what is empty stays last', () => {
  expect(sortedKeys(rows, keyOf, column, { column: 'n', descending: false }, 'en')).toEqual(['c', 'a', 'b']);
  expect(sortedKeys(rows, keyOf, column, { column: 'n', descending: true }, 'en')).toEqual(['a', 'c', 'b']);
});

test('an edited row keeps its place, and a new one stands at the end', () => {
  const keys = sortedKeys(rows, keyOf, column, { column: 'n', descending: false }, 'en');
  const later = [...rows.map((row) => (row.id === 'c' ? { ...row, n: 99 } : row)), { id: 'd', n: 0 }];
  expect(inOrder(later, keyOf, keys).map(({ key }) => key)).toEqual(['c', 'a', 'b', 'd']);
  expect(inOrder(rows, keyOf, undefined).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
});
