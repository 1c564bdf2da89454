import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { unwrap } from '../../testing/world.ts';
import { createFileKeyring } from './file-keyring.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const newPath = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'rails-keys-'));
  folders.push(folder);
  return join(folder, 'keys', 'keyring.json');
};

test('the first use makes one key, for its owner alone, and leaves nothing else behind', async () => {
  const path = newPath();
  expect(unwrap(await createFileKeyring(path).read())).toBeNull();
  const made = await Promise.all(Array.from({ length: 8 }, () => createFileKeyring(path).open()));
  const first = unwrap(made[0] ?? { ok: false, error: 'none' });
  for (const each of made) expect(unwrap(each)).toEqual(first);
  expect(first.current).toHaveLength(32);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(path, '..'))).toEqual(['keyring.json']);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ v: 1, previous: null });
});

test('a rotation made elsewhere is seen at the next look; the key before stays', async () => {
  const path = newPath();
  const [one, other] = [createFileKeyring(path), createFileKeyring(path)];
  const before = unwrap(await one.open());
  await other.rotate();
  const after = unwrap(await one.read());
  expect(after?.previous).toEqual(before.current);
  expect(after?.current).not.toEqual(before.current);
});

test('a damaged keyring is refused by every door and never replaced', async () => {
  for (const text of ['', '{', '{"v":2}', '{"v":1,"current":{"alg":"none","keyBase64Url":"x"},"previous":null}']) {
    const path = newPath();
    await createFileKeyring(path).open();
    writeFileSync(path, text);
    const keyring = createFileKeyring(path);
    for (const reply of [await keyring.read(), await keyring.open(), await keyring.rotate()])
      expect(reply).toMatchObject({ ok: false, error: { code: 'KEYRING_CORRUPT' } });
    expect(readFileSync(path, 'utf8')).toBe(text);
  }
});
