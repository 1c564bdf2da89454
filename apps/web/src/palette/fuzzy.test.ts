import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzyMatch } from './fuzzy.ts';

const ranked = (query: string, ...texts: string[]) =>
  texts
    .map((text) => ({ text, score: fuzzyMatch(query, text)?.score }))
    .filter((found) => found.score !== undefined)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .map(({ text }) => text);

describe('what is found', () => {
  test('letters in order, anywhere', () => {
    expect(fuzzyMatch('stg', 'Settings')?.at).toEqual([0, 2, 6]);
  });
  test('nothing when a letter is missing', () => {
    expect(fuzzyMatch('xyz', 'Settings')).toBeUndefined();
  });
  test('case, accents and spaces in the query do not matter', () => {
    expect(fuzzyMatch('CA FE', 'café')?.at).toEqual([0, 1, 2, 3]);
  });
  test('Hebrew, with or without vowel points', () => {
    expect(fuzzyMatch('הגד', 'הגדרות')?.at).toEqual([0, 1, 2]);
    expect(fuzzyMatch('שלום', 'שלום עולם')?.at).toEqual([0, 1, 2, 3]);
  });
  test('an empty query matches everything equally', () => {
    expect(fuzzyMatch('  ', 'anything')).toEqual({ score: 0, at: [] });
  });
});

describe('what comes first', () => {
  test('starts of words before letters inside them', () => {
    expect(ranked('gs', 'Diagnostics', 'Go to Settings')).toEqual(['Go to Settings', 'Diagnostics']);
  });
  test('a word inside a longer one before letters at the starts of several', () => {
    expect(ranked('כהה', 'כיווץ או הרחבה של סרגל הצד', 'מעבר לערכה הכהה')[0]).toBe('מעבר לערכה הכהה');
  });
  test('a run of letters before scattered ones', () => {
    expect(ranked('dark', 'Data and archive keys', 'Use the dark theme')).toEqual([
      'Use the dark theme',
      'Data and archive keys',
    ]);
  });
  test('the beginning of the text before a later word', () => {
    expect(ranked('s', 'Open Studio', 'Studio')).toEqual(['Studio', 'Open Studio']);
  });
});

test('matched positions always spell the query, in order', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 24 });
  fc.assert(
    fc.property(letters, letters, (query, text) => {
      const match = fuzzyMatch(query, text);
      if (match === undefined) return;
      expect(match.at.map((at) => text[at]).join('')).toBe(query.replace(/\s+/g, ''));
      expect([...match.at].sort((a, b) => a - b)).toEqual(match.at);
    }),
  );
});

test('a text is found by any of its own subsequences', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 24 }),
      fc.infiniteStream(fc.boolean()),
      (text, keepLetter) => {
        const query = [...text].filter(() => keepLetter.next().value === true).join('');
        expect(fuzzyMatch(query, text)).toBeDefined();
      },
    ),
  );
});
