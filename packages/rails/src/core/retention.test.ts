import { expect, test } from 'vitest';
import type { SessionId } from './ids.ts';
import { dueForRemoval } from './retention.ts';

const now = Date.parse('2026-06-30T00:00:00.000Z');
const session = (id: string, lastActivityAt: string | null, kept = false) => ({
  sessionId: id as SessionId,
  lastActivityAt,
  kept,
});
const all = [
  session('sess_old', '2026-05-30T23:59:59.999Z'),
  session('sess_kept', '2020-01-01T00:00:00.000Z', true),
  session('sess_edge', '2026-05-31T00:00:00.000Z'),
  session('sess_unknown', null),
];

test('what nobody touched for longer than said is due; what is kept, or of unknown age, is not', () => {
  expect(dueForRemoval(all, { days: 30, now })).toEqual(['sess_old']);
});

test('nothing is ever due unless a person set a time', () => {
  expect(dueForRemoval(all, { days: null, now })).toEqual([]);
});
