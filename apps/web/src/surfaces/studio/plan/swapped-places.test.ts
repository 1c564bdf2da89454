import { expect, test } from 'vitest';
import { swappedPlaces } from './swapped-places.ts';

test('two sections change places, and those that stand right stay as they are', () => {
  const sections = [
    { id: 'sec_a', sortKey: 0 },
    { id: 'sec_b', sortKey: 1 },
    { id: 'sec_c', sortKey: 7 },
  ];
  const placed = (at: number, to: number) =>
    swappedPlaces(sections, at, to).map((op) => (op.op === 'set' ? [op.id, op.changes.sortKey] : []));
  expect(placed(1, 0)).toEqual([
    ['sec_b', 0],
    ['sec_a', 1],
    ['sec_c', 2],
  ]);
  expect(placed(2, 1)).toEqual([
    ['sec_c', 1],
    ['sec_b', 2],
  ]);
});
