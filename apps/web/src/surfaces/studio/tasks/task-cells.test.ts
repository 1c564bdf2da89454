import type { Task } from '@atelier/contracts/studio';
import { expect, test } from 'vitest';
import { editedLang, taskChange } from './task-cells.ts';

const task = { title: { he: 'צביעה' } } as unknown as Task;

test('a title is written in the language it is shown in', () => {
  expect(editedLang({ he: 'צביעה' }, 'en')).toBe('he');
  expect(editedLang({ he: 'צביעה', en: 'Paint' }, 'en')).toBe('en');
  expect(taskChange(task, 'title', ' צבע ', 'en')).toEqual({ 'title.he': 'צבע' });
  expect(taskChange(task, 'title', '', 'en')).toBeUndefined();
});

test.each([
  ['crew', 2, { crew: 2 }],
  ['crew', 0, undefined],
  ['crew', 1.5, undefined],
  ['crew', null, undefined],
  ['estimateMin', 0, { estimateMin: 0 }],
  ['estimateMin', 60_001, undefined],
  ['dueDate', '2026-06-01', { dueDate: '2026-06-01' }],
  ['dueDate', null, { dueDate: null }],
  ['status', 'done', { status: 'done' }],
  ['status', 'finished', undefined],
  ['trade', 'paint', { trade: 'paint' }],
  ['purchase', 'needed', { 'purchase.mode': 'needed' }],
  ['assigneeId', ' dana ', { assigneeId: 'dana' }],
  ['assigneeId', null, { assigneeId: null }],
  ['latestStart', '2026-06-01', undefined],
])('%s of %j is %j', (column, value, changes) => {
  expect(taskChange(task, column, value, 'he')).toEqual(changes);
});
