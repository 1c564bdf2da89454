import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Keychain } from '../ports/keychain.ts';
import { createKeyFile } from './key-file.ts';
import { createKeyStore } from './key-store.ts';
import { createKeychain } from './keychain.ts';

const program = fileURLToPath(new URL('../testing/keychain-double.ts', import.meta.url));
const session = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/none' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keychainOf = (mood: string, patienceMs = 60_000): Keychain => {
  process.env.KEYCHAIN_DOUBLE = mood;
  const keychain = createKeychain({ program, patienceMs, environment: session });
  onTestFinished(() => keychain.close());
  return keychain;
};
const storeWith = (keychain?: Keychain, now = () => 0) =>
  createKeyStore({ folder, file: createKeyFile(folder), now, ...(keychain && { keychain }) });

test('[MD-39] a key goes into the keychain when there is one, and into no file', async () => {
  const store = storeWith(keychainOf('open'));
  expect(await store.status()).toEqual({ kind: 'keychain', because: null });
  await store.set('openai', 'sk-keychain-key-1');
  expect(await store.find('openai')).toEqual({ key: 'sk-keychain-key-1', keptIn: 'keychain' });
  expect(readdirSync(folder)).toEqual(['keychain-id']);
  expect(readFileSync(join(folder, 'keychain-id'), 'utf8')).toMatch(/^[0-9a-f]{12}\n$/);
  await store.remove('openai');
  expect(await store.find('openai')).toBeUndefined();
});

test('[MD-40] a keychain that is locked, unwilling or gone is an answer in bounded time: the file is used, and it is said why', async () => {
  for (const [mood, because, patienceMs] of [
    ['locked', 'keychain_locked', 300],
    ['denied', 'keychain_denied', 60_000],
    ['gone', 'no_keychain', 60_000],
  ] as const) {
    const store = storeWith(keychainOf(mood, patienceMs));
    await store.set('openai', `sk-file-key-${mood}`);
    expect(await store.find('openai')).toEqual({ key: `sk-file-key-${mood}`, keptIn: 'file' });
    expect(await store.status()).toEqual({ kind: 'file', because });
  }
});

/** Patience and rest pass when the test says so; what the processes do takes its time. */
const holdTimers = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
};

test('[MD-49] a question is not cut off by the rest that earlier ones had earned', async () => {
  holdTimers();
  process.env.KEYCHAIN_DOUBLE = 'locked';
  const keychain = createKeychain({ program, patienceMs: 2_000, idleMs: 50, environment: session });
  onTestFinished(() => keychain.close());
  const asked = Promise.all([keychain.ready(), keychain.get('a'), keychain.get('b')]);
  vi.advanceTimersByTime(2_000);
  const locked = await asked;
  expect(locked).toEqual(locked.map(() => ({ ok: false, error: 'keychain_locked' })));
  process.env.KEYCHAIN_DOUBLE = 'open';
  const later = keychain.get('a');
  // Its process is only starting when each rest is over.
  vi.advanceTimersByTime(100);
  expect(await later).toEqual({ ok: true, value: undefined });
});

describe.runIf(process.platform === 'linux')('the program that asks the system itself', () => {
  const keychainOn = (bus: string): Keychain => {
    const keychain = createKeychain({ environment: { DBUS_SESSION_BUS_ADDRESS: bus } });
    onTestFinished(() => keychain.close());
    return keychain;
  };

  test('[MD-50] says that there is no keychain where nobody answers on the session bus, and the file is used', async () => {
    const keychain = keychainOn(`unix:path=${join(folder, 'nobody')}`);
    for (const answer of [
      await keychain.ready(),
      await keychain.get('openai'),
      await keychain.set('openai', 'sk-nowhere-key-1'),
      await keychain.remove('openai'),
    ]) {
      expect(answer).toEqual({ ok: false, error: 'no_keychain' });
    }
    const store = storeWith(keychain);
    await store.set('openai', 'sk-file-key-1234');
    expect(await store.find('openai')).toEqual({ key: 'sk-file-key-1234', keptIn: 'file' });
    expect(await store.status()).toEqual({ kind: 'file', because: 'no_keychain' });
  });

  test('is ended when a bus takes the question and never answers', async () => {
    const path = join(folder, 'silent');
    let questions = 0;
    const bus = createServer(() => {
      questions += 1;
      vi.advanceTimersByTime(3_999);
      setImmediate(() => vi.advanceTimersByTime(1));
    }).listen(path);
    onTestFinished(() => void bus.close());
    await new Promise((listening) => bus.once('listening', listening));
    holdTimers();
    const keychain = keychainOn(`unix:path=${path}`);
    expect(await keychain.ready()).toEqual({ ok: false, error: 'keychain_locked' });
    expect(questions).toBe(1);
  });
});

test('without a session, or turned off, no process is started to hear that there is no keychain', async () => {
  const keychain = createKeychain({ program: '/no/such/program.ts', environment: {}, platform: 'linux' });
  expect(await storeWith(keychain).status()).toEqual({ kind: 'file', because: 'no_keychain' });
  expect(await storeWith().status()).toEqual({ kind: 'file', because: 'turned_off' });
});

test('saving again moves a key; one place has it at a time', async () => {
  await storeWith().set('openai', 'sk-old-in-file-1');
  const keychain = keychainOf('open');
  const store = storeWith(keychain);
  expect(await store.find('openai')).toEqual({ key: 'sk-old-in-file-1', keptIn: 'file' });
  await store.set('openai', 'sk-new-in-chain-2');
  expect(await store.find('openai')).toEqual({ key: 'sk-new-in-chain-2', keptIn: 'keychain' });
  expect(await createKeyFile(folder).get('openai')).toBeUndefined();
});

test('a key in a keychain that is locked now is not said to be gone', async () => {
  await storeWith(keychainOf('open')).set('openai', 'sk-keychain-key-1');
  const later = storeWith(keychainOf('locked', 200));
  expect(await later.find('openai')).toBeUndefined();
  await expect(later.remove('openai')).rejects.toThrow('Unlock it');
});

test('a keychain that was locked is asked again after a while', async () => {
  let now = 0;
  let isLocked = true;
  const moody: Keychain = {
    ready: async () => (isLocked ? { ok: false, error: 'keychain_locked' } : { ok: true, value: undefined }),
    get: async () => ({ ok: true, value: undefined }),
    set: async () => ({ ok: true, value: undefined }),
    remove: async () => ({ ok: true, value: undefined }),
    close: () => undefined,
  };
  const store = storeWith(moody, () => now);
  expect((await store.status()).because).toBe('keychain_locked');
  isLocked = false;
  expect((await store.status()).because).toBe('keychain_locked');
  now = 61_000;
  expect(await store.status()).toEqual({ kind: 'keychain', because: null });
});
