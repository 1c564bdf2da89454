import type { ManualOp } from '@atelier/contracts/studio';
import { expect, test } from 'vitest';
import { withPending } from './with-pending.ts';

const set = (id: string, changes: Extract<ManualOp, { op: 'set' }>['changes']): ManualOp => ({
  op: 'set',
  opId: 'o',
  entity: 'task',
  id,
  changes,
});

test('a record shows what is on its way to it, in order, and nothing of another', () => {
  const task = { id: 'tsk_a', status: 'todo', crew: 1 };
  const ops = [set('tsk_a', { status: 'doing' }), set('tsk_b', { crew: 9 }), set('tsk_a', { status: 'done' })];
  expect(withPending(task, ops)).toEqual({ id: 'tsk_a', status: 'done', crew: 1 });
  expect(withPending(task, [set('tsk_b', { crew: 9 }), set('tsk_a', { 'title.en': 'x' })])).toBe(task);
});
