import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKeyFile } from './key-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const planted = 'sk-planted-7f3a9c1e55d04b';

test('a saved key is read back by another process and stands in no file as it is', async () => {
  await createKeyFile(folder).set('openai', planted);
  expect(await createKeyFile(folder).get('openai')).toBe(planted);
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    for (const form of [planted, Buffer.from(planted).toString('base64'), Buffer.from(planted).toString('hex')]) {
      expect(bytes.includes(form)).toBe(false);
    }
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  }
});

test('each write has a nonce of its own, and concurrent writes lose nothing', async () => {
  const store = createKeyFile(folder);
  await Promise.all(
    ['openai', 'anthropic', 'google', 'mistral'].map((provider) => store.set(provider, `${planted}-${provider}`)),
  );
  const first = readFileSync(join(folder, 'secrets.enc'), 'utf8');
  for (const provider of ['openai', 'anthropic', 'google', 'mistral']) {
    expect(await store.get(provider)).toBe(`${planted}-${provider}`);
  }
  await store.set('openai', `${planted}-openai`);
  expect(readFileSync(join(folder, 'secrets.enc'), 'utf8')).not.toBe(first);
});

test('a removed key is gone and the others stay', async () => {
  const store = createKeyFile(folder);
  await store.set('openai', planted);
  await store.set('mistral', planted);
  await store.remove('openai');
  expect(await store.get('openai')).toBeUndefined();
  expect(await store.get('mistral')).toBe(planted);
});

test('[MD-28] changed bytes, a foreign file or a lost master key are faults: nothing is overwritten', async () => {
  const store = createKeyFile(folder);
  await store.set('openai', planted);
  const path = join(folder, 'secrets.enc');
  const whole = JSON.parse(readFileSync(path, 'utf8')) as { ciphertext: string };
  const bytes = Buffer.from(whole.ciphertext, 'base64');
  bytes[3] = (bytes[3] ?? 0) ^ 1;
  const damaged = JSON.stringify({ ...whole, ciphertext: bytes.toString('base64') });
  for (const text of [damaged, '{"schema_version":2}', 'not json']) {
    writeFileSync(path, text);
    await expect(store.get('openai')).rejects.toThrow();
    await expect(store.set('openai', 'other')).rejects.toThrow();
    expect(readFileSync(path, 'utf8')).toBe(text);
  }
  writeFileSync(path, JSON.stringify(whole));
  rmSync(join(folder, 'secrets.key'));
  await expect(store.get('openai')).rejects.toThrow('secrets.key is missing');
});
