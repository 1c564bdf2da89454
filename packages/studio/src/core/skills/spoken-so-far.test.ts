import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spokenSoFar } from './spoken-so-far.ts';

test('a text is read while it is written, without half an escape', () => {
  expect(spokenSoFar('{"assistantText":"ש')).toBe('ש');
  expect(spokenSoFar('{ "assistantText": "a\\n\\"b\\')).toBe('a\n"b');
  expect(spokenSoFar('{"assistantText":"a\\u05d')).toBe('a');
  expect(spokenSoFar('```json\n{"assistantText":"a","draft":{"title":"no"}')).toBe('a');
  expect(spokenSoFar('{"draft":{"assistantText":"no"}')).toBe('');
});

test('whatever is said, every prefix of its JSON reads as a prefix of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(), (said, cut) => {
      const json = JSON.stringify({ assistantText: said, draft: null });
      const whole = spokenSoFar(json);
      expect(whole).toBe(said.replace(/[\ud800-\udbff]$/, ''));
      expect(whole.startsWith(spokenSoFar(json.slice(0, cut % (json.length + 1))))).toBe(true);
    }),
  );
});
