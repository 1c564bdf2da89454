import { fieldName } from '@atelier/studio/view';
import { expect, test } from 'vitest';
import { studioEn } from './messages.en.ts';
import { studioHe } from './messages.he.ts';

/** A column holds minutes, and says so. */
const ownNames = new Set(['estimateMin']);

const differing = (names: Readonly<Record<string, string>>, lang: 'he' | 'en'): readonly string[] =>
  Object.entries(names).flatMap(([key, name]) => {
    const path = key.replace(/^(dims|build|purchase)_/, '$1.');
    const core = fieldName(path)[lang];
    return core === path || core === name || ownNames.has(key) ? [] : [`${key}: ${name} / ${core}`];
  });

test.each([
  ['he', studioHe],
  ['en', studioEn],
] as const)('a field has one name in lists, in pending changes and in what the rules say, in %s', (lang, words) => {
  expect(differing(words.path, lang)).toEqual([]);
  expect(differing(words.records.field, lang)).toEqual([]);
});
