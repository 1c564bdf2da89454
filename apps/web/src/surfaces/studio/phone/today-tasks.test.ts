import type { Task } from '@atelier/contracts/studio';
import type { Schedule } from '@atelier/studio/view';
import { expect, test } from 'vitest';
import { todayTasks } from './today-tasks.ts';

const task = (id: string, more: object = {}) =>
  ({ id, status: 'todo', sortKey: 0, tombstone: null, ...more }) as unknown as Task;
const schedule = (entries: Readonly<Record<string, readonly [string, string]>>): Schedule => ({
  byTask: new Map(
    Object.entries(entries).map(([taskId, [latestStart, latestFinish]]) => [
      taskId,
      { taskId, latestStart, latestFinish, isCritical: false },
    ]),
  ),
  criticalPath: [],
  latestStart: null,
});

test('today is what has begun, what is due and what must start; the rest comes later', () => {
  const tasks = [
    task('tsk_later'),
    task('tsk_starts'),
    task('tsk_begun', { status: 'doing' }),
    task('tsk_own', { dueDate: '2026-05-01' }),
    task('tsk_done', { status: 'done' }),
    task('tsk_gone', { tombstone: {} }),
    task('tsk_off', { status: 'cancelled' }),
  ];
  const plan = schedule({
    tsk_later: ['2026-05-10', '2026-05-11'],
    tsk_starts: ['2026-05-04', '2026-05-06'],
    tsk_begun: ['2026-05-09', '2026-05-09'],
    tsk_own: ['2026-05-20', '2026-05-21'],
  });
  const { now, next, done } = todayTasks(tasks, plan, '2026-05-04');
  expect(now.map(({ task: { id }, isLate }) => [id, isLate])).toEqual([
    ['tsk_own', true],
    ['tsk_starts', false],
    ['tsk_begun', false],
  ]);
  expect([next, done].map((list) => list.map(({ task: { id } }) => id))).toEqual([['tsk_later'], ['tsk_done']]);
});
