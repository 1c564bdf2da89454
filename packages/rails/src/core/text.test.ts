import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutToBytes, truncate, utf8Bytes } from './text.ts';

const encoded = (text: string): number => new TextEncoder().encode(text).length;
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
  fc
    .tuple(fc.string({ minLength: 60 }), fc.constantFrom('€', 'ש', '😀', '\u007f', '\u0080'))
    .map((parts) => parts.join('')),
);

test('bytes are counted as the platform encodes them, for short and long texts', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(utf8Bytes(text)).toBe(encoded(text));
    }),
  );
});

test('a cut fits, parts no code point, and is a beginning', () => {
  fc.assert(
    fc.property(texts, fc.nat(120), (text, limit) => {
      const cut = cutToBytes(text, limit);
      expect(encoded(cut)).toBeLessThanOrEqual(Math.max(limit, 0));
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.isWellFormed()).toBe(true);
      expect(encoded(truncate(text, limit + 20))).toBeLessThanOrEqual(limit + 20);
    }),
  );
});
