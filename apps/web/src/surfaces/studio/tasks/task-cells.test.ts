import type { Task } from '@atelier/contracts/studio';
import { expect, test } from 'vitest';
import { editedLang, taskChange } from './task-cells.ts';

const by = (own: 'en' | 'he') => ({
  own,
  assigneeOf: (typed: string) => (typed.trim() === 'דנה' ? 'usr_dana' : typed.trim()),
});
const task = { title: { he: 'צביעה' } } as unknown as Task;

test('a title is written in the language it is shown in', () => {
  expect(editedLang({ he: 'צביעה' }, 'en')).toBe('he');
  expect(editedLang({ he: 'צביעה', en: 'Paint' }, 'en')).toBe('en');
  expect(taskChange(task, 'title', ' צבע ', by('en'))).toEqual({ 'title.he': 'צבע' });
  expect(taskChange(task, 'title', '', by('en'))).toBeUndefined();
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
  ['assigneeId', 'דנה', { assigneeId: 'usr_dana' }],
  ['assigneeId', null, { assigneeId: null }],
  ['latestStart', '2026-06-01', undefined],
])('%s of %j is %j', (column, value, changes) => {
  expect(taskChange(task, column, value, by('he'))).toEqual(changes);
});
