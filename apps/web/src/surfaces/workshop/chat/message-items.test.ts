import type { WorkbenchItem } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { askedBefore, joined, questionOf } from './message-items.ts';

const user = (id: string, text = id): WorkbenchItem => ({ kind: 'user', id, text, at: '' });
const answer = (id: string): WorkbenchItem => ({ kind: 'assistant', id, text: '', state: 'done', modelId: 'm' });

test('a page of older messages that overlaps the newer ones shows none twice', () => {
  const all = joined([user('1'), answer('2')], [answer('2'), user('3')]);
  expect(all.map(({ id }) => id)).toEqual(['1', '2', '3']);
});

test('an answer belongs to the question before it', () => {
  const items = [user('q1'), answer('a1'), user('q2'), answer('a2')];
  expect(questionOf(items, 'a1')).toBe('q1');
  expect(questionOf(items, 'a2')).toBe('q2');
  expect(questionOf(items, 'q2')).toBe('q2');
});

test('what was asked twice in a row is recalled once', () => {
  expect(askedBefore([user('1', 'sum'), answer('a'), user('2', 'sum'), user('3', 'sort')])).toEqual(['sum', 'sort']);
});
