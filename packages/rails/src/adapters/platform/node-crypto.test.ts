import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hmacSha256 } from './node-crypto.ts';

test('signatures are those of the platform, for keys and texts of any length', () => {
  for (const keyLength of [0, 1, 32, 63, 64, 65, 200])
    for (const textLength of [0, 1, 66, 1_000]) {
      const [key, text] = [randomBytes(keyLength), randomBytes(textLength)];
      const expected = createHmac('sha256', key).update(text).digest('hex');
      expect(Buffer.from(hmacSha256(key, text)).toString('hex')).toBe(expected);
    }
});
