import { expect, test } from 'vitest';
import { areDaysInOrder, isQuotePrefix, ownerChanges, type ProjectForm, projectChanges } from './project-changes.ts';

const form: ProjectForm = {
  installStart: '2026-06-15',
  eventDate: '2026-06-17',
  strikeEnd: null,
  'venue.he': 'אולם הנמל',
  'venue.en': 'Harbour Hall',
  'brief.he': '',
  'brief.en': '',
};

test('only what was changed is sent, and what was emptied is cleared', () => {
  expect(projectChanges(form, form)).toEqual({});
  expect(projectChanges(form, { ...form, 'venue.en': 'Harbour Hall ' })).toEqual({});
  const now = { ...form, eventDate: '2026-06-18', installStart: null, 'venue.en': '', 'brief.he': ' השקה ' };
  expect(projectChanges(form, now)).toEqual({
    eventDate: '2026-06-18',
    installStart: null,
    'venue.en': null,
    'brief.he': 'השקה',
  });
});

test('the event is not before its install, nor after its strike', () => {
  expect(areDaysInOrder(form)).toBe(true);
  expect(areDaysInOrder({ ...form, eventDate: '2026-06-14' })).toBe(false);
  expect(areDaysInOrder({ ...form, eventDate: null, strikeEnd: '2026-06-14' })).toBe(false);
  expect(areDaysInOrder({ ...form, installStart: null, eventDate: null })).toBe(true);
});

test('a client that is typed keeps its contact and number; one with a record brings its own', () => {
  const was = {
    clientId: null,
    name: 'Nova',
    contact: 'Dana',
    vatId: '51-1',
    quotePrefix: 'Q',
    primaryLang: 'he' as const,
  };
  expect(ownerChanges(was, was)).toEqual({});
  expect(ownerChanges(was, { ...was, name: 'Nova Ltd ' })).toEqual({
    client: { name: 'Nova Ltd', contact: 'Dana', vatId: '51-1' },
  });
  expect(ownerChanges(was, { ...was, contact: '' })).toEqual({ client: { name: 'Nova', vatId: '51-1' } });
  expect(ownerChanges(was, { ...was, clientId: 'cli_nova', name: 'Nova' })).toEqual({
    client: { name: 'Nova', clientId: 'cli_nova' },
  });
  expect(ownerChanges(was, { ...was, quotePrefix: 'OR', primaryLang: 'en' })).toEqual({
    quotePrefix: 'OR',
    primaryLang: 'en',
  });
});

test('a prefix is short and can be dictated', () => {
  expect(['Q', 'OR-24', 'ABCDEFGHIJKL'].every(isQuotePrefix)).toBe(true);
  expect(['', 'א', 'A B', 'ABCDEFGHIJKLM', 'Q/1'].some(isQuotePrefix)).toBe(false);
});
