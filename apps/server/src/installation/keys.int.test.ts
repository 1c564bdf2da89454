import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyFindings, lookAtKeys } from './diagnose-keys.ts';
import { loadKeys } from './keys.ts';

let data = '';
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'keys-'));
});
afterEach(() => rm(data, { recursive: true, force: true }));

test('the keys that are made are whole, for the owner alone, and stay', async () => {
  const made = await loadKeys(data);
  expect(made.cookieKey).toHaveLength(32);
  expect(await loadKeys(data)).toEqual(made);
  for (const file of ['cookie-key', 'install-token'])
    expect((await stat(join(data, 'keys', file))).mode & 0o777).toBe(0o600);
  expect(await lookAtKeys(data)).toEqual([]);
});

test.each(['cookie-key', 'install-token'] as const)(
  '%s cut at any byte is refused, and doctor names it',
  async (file) => {
    const path = join(data, 'keys', file);
    await loadKeys(data);
    const { size } = await stat(path);
    for (let length = size - 2; length >= 0; length -= 1) {
      await truncate(path, length);
      await expect(loadKeys(data)).rejects.toThrow(length === 0 ? 'is empty' : 'is incomplete');
      const [finding] = keyFindings(await lookAtKeys(data));
      expect(finding).toMatchObject({ level: 'problem', code: 'KEY_UNUSABLE', fact: `keys/${file}` });
    }
    // Refused and left as it was: nothing replaces what a person may still bring back.
    expect(await readFile(path, 'utf8')).toBe('');
  },
);

test('a key of which nothing is left signs like no key at all: why a cut one must be refused', () => {
  const cut = Buffer.from('x', 'base64url');
  const sign = (key: Uint8Array) => createHmac('sha256', key).update('a cookie').digest('hex');
  expect(sign(cut)).toBe(sign(new Uint8Array(0)));
});
