import type { WorkbenchItem } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { isPlain, targetOf } from './rewind-wish.ts';

const items: readonly WorkbenchItem[] = [
  { kind: 'user', id: 'q1', text: 'sum', at: '' },
  { kind: 'assistant', id: 'a1', text: '', state: 'done', modelId: 'm' },
];
const preview = { messages: 1, losesDraft: false, changesDraft: false, crossesPublish: false, pruned: null };

test('an answer is made again from its question; a rewind goes to the message itself', () => {
  expect(targetOf({ kind: 'regenerate', messageId: 'a1' }, items)).toBe('q1');
  expect(targetOf({ kind: 'rewind', messageId: 'a1' }, items)).toBe('a1');
  expect(targetOf({ kind: 'edit', messageId: 'q1', text: 'x' }, items)).toBe('q1');
});

test('only a last answer without a Draft is made again without a question', () => {
  expect(isPlain('here', false)).toBe(true);
  expect(isPlain(preview, false)).toBe(true);
  expect(isPlain(preview, true)).toBe(false);
  expect(isPlain({ ...preview, messages: 2 }, false)).toBe(false);
  expect(isPlain({ ...preview, crossesPublish: true }, false)).toBe(false);
  expect(isPlain({ ...preview, losesDraft: true }, false)).toBe(false);
  expect(isPlain({ ...preview, pruned: { isReopenable: true } }, false)).toBe(false);
});
