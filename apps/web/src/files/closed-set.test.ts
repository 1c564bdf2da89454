import { expect, test } from 'vitest';
import { toggled } from './closed-set.ts';

const changes = [
  { id: 'row', requires: [] },
  { id: 'cell', requires: ['row'] },
  { id: 'sum', requires: ['cell'] },
  { id: 'aside', requires: [] },
];

test('what is unticked takes along what cannot stand without it', () => {
  expect([...toggled(changes, new Set(['row', 'cell', 'sum', 'aside']), 'row')]).toEqual(['aside']);
});

test('what is ticked brings what it needs, and two that need each other go together', () => {
  expect([...toggled(changes, new Set(), 'sum')]).toEqual(['sum', 'cell', 'row']);
  const pair = [
    { id: 'a', requires: ['b'] },
    { id: 'b', requires: ['a'] },
  ];
  expect([...toggled(pair, new Set(['a', 'b']), 'a')]).toEqual([]);
});
