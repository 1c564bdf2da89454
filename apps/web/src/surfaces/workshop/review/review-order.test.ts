import type { ReviewItem, ReviewRow } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { inOrder, isResult } from './review-order.ts';

const row = (path: string, change: ReviewRow['change']) => ({ path, change }) as ReviewRow;

test('added files come first, then modified, then deleted, each by name', () => {
  const rows = inOrder([row('z', 'deleted'), row('b', 'modified'), row('c', 'added'), row('a', 'modified')]);
  expect(rows.map(({ path }) => path)).toEqual(['c', 'a', 'b', 'z']);
});

const face = (value: number, formula: string | null) => ({
  value,
  type: 'number' as const,
  formula,
  format: 'General',
  shown: String(value),
});
const cell = (before: ReturnType<typeof face>, after: ReturnType<typeof face>): ReviewItem => ({
  what: 'cell',
  id: 'c',
  group: 'g',
  place: { at: 'cell', sheet: 'S', ref: 'B2' },
  status: 'changed',
  changes: [],
  differs: 'value',
  before,
  after,
});

test('a cell that only follows from others is told apart from what was asked for', () => {
  expect(isResult(cell(face(1, '=A1'), face(2, '=A1')))).toBe(true);
  expect(isResult(cell(face(1, null), face(2, null)))).toBe(false);
  expect(isResult(cell(face(1, '=A1'), face(2, '=A2')))).toBe(false);
});
