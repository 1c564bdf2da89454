import type { ProjectView, Task } from '@atelier/contracts/studio';
import { expect, test } from 'vitest';
import { compareViews } from './compare-views.ts';

const task = (id: string, more: object = {}) =>
  ({
    id,
    title: { he: id },
    crew: 1,
    purchase: { mode: 'none' },
    updatedSeq: 1,
    tombstone: null,
    ...more,
  }) as unknown as Task;
const view = (tasks: readonly Task[], eventDate = '2026-06-01') =>
  ({
    projectId: 'prj_a',
    project: { title: { en: 'Launch' }, eventDate },
    tasks,
    elements: [],
    sections: [],
    materialLines: [],
    workLines: [],
    risks: [],
    decisions: [],
  }) as unknown as ProjectView;

test('what was added, removed and changed since then is told by field', () => {
  const then = view([task('tsk_a'), task('tsk_b'), task('tsk_c')]);
  const now = view([
    task('tsk_a', { crew: 3, purchase: { mode: 'needed' }, updatedSeq: 9 }),
    task('tsk_b', { tombstone: { at: '' } }),
    task('tsk_c', { updatedSeq: 9 }),
    task('tsk_d'),
  ]);
  expect(compareViews(then, now).map(({ id, what, fields }) => [id, what, fields])).toEqual([
    [
      'tsk_a',
      'changed',
      [
        { path: 'crew', from: 1, to: 3 },
        { path: 'purchase.mode', from: 'none', to: 'needed' },
      ],
    ],
    ['tsk_b', 'removed', []],
    ['tsk_d', 'added', []],
  ]);
});

test('the project’s own dates count too, and nothing is told when nothing changed', () => {
  expect(compareViews(view([]), view([]))).toEqual([]);
  expect(compareViews(view([]), view([], '2026-07-01'))[0]).toMatchObject({
    entity: 'project',
    fields: [{ path: 'eventDate', from: '2026-06-01', to: '2026-07-01' }],
  });
});
