import { expect, test } from 'vitest';
import { initialOf, othersHere } from './others-here.ts';

test('somebody with two tabs is one person at two places, and oneself is left out', () => {
  const present = [
    { person: 'usr_dana', place: 'tasks' },
    { person: 'usr_dana', place: 'quote' },
    { person: 'usr_dana', place: 'tasks' },
    { person: 'local', place: 'talk' },
  ];
  expect(othersHere(present, 'local')).toEqual([{ person: 'usr_dana', places: ['tasks', 'quote'] }]);
});

test('an initial is a whole letter', () => {
  expect(['dana', ' דנה', '𝒟ana', ''].map(initialOf)).toEqual(['D', 'ד', '𝒟', '?']);
});
