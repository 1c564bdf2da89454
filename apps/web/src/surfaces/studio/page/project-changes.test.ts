import { expect, test } from 'vitest';
import { areDaysInOrder, type ProjectForm, projectChanges } from './project-changes.ts';

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
