import { bech32m } from '@scure/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBech32m, encodeBech32m } from './bech32m.ts';

const prefixes = fc.constantFrom('st', 'ack', 'chk');

test('bytes of any length are written as the reference writes them, and read back', () => {
  fc.assert(
    fc.property(prefixes, fc.uint8Array({ maxLength: 120 }), (prefix, bytes) => {
      const text = encodeBech32m(prefix, bytes);
      expect(text).toBe(bech32m.encode(prefix, bech32m.toWords(bytes), false));
      expect(decodeBech32m(text)).toEqual({ prefix, bytes });
    }),
  );
});

test('what the reference refuses is refused', () => {
  fc.assert(
    fc.property(
      prefixes,
      fc.uint8Array({ minLength: 1, maxLength: 98 }),
      fc.nat(200),
      fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7l1bio!é'),
      (prefix, bytes, place, letter) => {
        const text = encodeBech32m(prefix, bytes);
        const at = place % text.length;
        const changed = text.slice(0, at) + letter + text.slice(at + 1);
        const reference = bech32m.decodeUnsafe(changed, false);
        const ours = decodeBech32m(changed);
        expect(ours === undefined).toBe(reference === undefined);
        expect(ours?.bytes).toEqual(reference && (bech32m.fromWordsUnsafe(reference.words) || undefined));
      },
    ),
  );
});

test('words that are no whole bytes have none', () => {
  for (const words of [[1], [0, 1], [0, 0, 0, 1], [31, 31, 31, 31, 31, 31]]) {
    const text = bech32m.encode('st', words, false);
    expect(decodeBech32m(text)?.bytes).toEqual(bech32m.fromWordsUnsafe(words) || undefined);
  }
});
