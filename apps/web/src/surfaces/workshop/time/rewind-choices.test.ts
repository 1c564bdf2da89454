import { expect, test } from 'vitest';
import { choicesOf, draftFate, filesOf, isNothing, orderOf } from './rewind-choices.ts';

const rewind = { kind: 'rewind', hasDraft: false } as const;
const kept = { isReopenable: true };
const lost = { isReopenable: false };
const published = { messages: 2, crossesPublish: true, pruned: null };

test('nothing is asked where there is one way back', () => {
  expect(choicesOf({ messages: 2, crossesPublish: false, pruned: null }, rewind)).toEqual(['plain']);
  expect(orderOf('plain', { kind: 'rewind', pruned: null })).toEqual({ mode: 'full' });
});

test('a Draft that was published is offered again as long as it is kept, and never called lost', () => {
  expect(choicesOf({ ...published, pruned: kept }, rewind)).toEqual(['all', 'files', 'chat']);
  expect(orderOf('all', { kind: 'rewind', pruned: kept })).toEqual({ mode: 'reopen_draft', published: 'restore' });
  expect(orderOf('files', { kind: 'rewind', pruned: kept })).toEqual({ mode: 'discard_draft', published: 'restore' });
  expect(choicesOf({ ...published, pruned: lost }, rewind)).toEqual(['files', 'chat']);
});

test('where no message leaves, no choice speaks of the chat alone', () => {
  expect(choicesOf({ ...published, messages: 0, pruned: kept }, rewind)).toEqual(['all', 'files']);
  expect(choicesOf({ ...published, messages: 0 }, rewind)).toEqual(['files']);
});

test('a discarded Draft can be opened again; giving up the Draft of now is offered only where there is one', () => {
  const discarded = { messages: 1, crossesPublish: false, pruned: kept };
  expect(choicesOf(discarded, rewind)).toEqual(['draft', 'chat']);
  expect(choicesOf(discarded, { ...rewind, hasDraft: true })).toEqual(['draft', 'discard', 'chat']);
  expect(choicesOf({ ...discarded, messages: 0, pruned: lost }, rewind)).toEqual(['chat']);
});

test('the chat alone leaves every file, and the Draft, as they are', () => {
  expect(orderOf('chat', { kind: 'rewind', pruned: null })).toEqual({ mode: 'chat_only' });
  const preview = { losesDraft: true, changesDraft: true, pruned: null };
  expect(draftFate('chat', preview, { kind: 'rewind', hasDraft: true })).toBe('stays');
  expect(draftFate('files', preview, { kind: 'rewind', hasDraft: true })).toBe('removed');
  const one = [{ path: 'a.csv', change: 'modified' }] as const;
  const told = { crossesPublish: true, files: [], publishedFiles: [...one] };
  expect(filesOf('chat', told)).toEqual([]);
  expect(filesOf('all', told)).toEqual(one);
  expect(filesOf(undefined, told)).toEqual(one);
});

test('an answer is made again on what is published, so no Draft stays open under it', () => {
  expect(orderOf('chat', { kind: 'regenerate', pruned: null })).toEqual({ mode: 'full', published: 'keep' });
  const preview = { losesDraft: true, changesDraft: true, pruned: null };
  expect(draftFate('chat', preview, { kind: 'regenerate', hasDraft: true })).toBe('removed');
  expect(choicesOf({ ...published, messages: 0 }, { kind: 'edit', hasDraft: false })).toEqual(['files', 'chat']);
});

test('a rewind that would take back nothing is told as such', () => {
  const none = { ...published, messages: 0, crossesPublish: false, losesDraft: false, changesDraft: false, files: [] };
  expect(isNothing('rewind', none)).toBe(true);
  expect(isNothing('rewind', 'here')).toBe(true);
  expect(isNothing('edit', 'here')).toBe(false);
  expect(isNothing('rewind', { ...none, messages: 1 })).toBe(false);
  expect(isNothing('rewind', { ...none, crossesPublish: true })).toBe(false);
});
