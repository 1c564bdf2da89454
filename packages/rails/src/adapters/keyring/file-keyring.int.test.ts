import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { keyringKeepsItsPromises } from '../../testing/keyring-promises.ts';
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

keyringKeepsItsPromises('in a file', async () => {
  const path = newPath();
  mkdirSync(join(path, '..'));
  return {
    open: () => createFileKeyring(path),
    write: async (text) => writeFileSync(path, text),
    text: async () => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
  };
});

test('the file is for its owner alone, and its making leaves nothing else behind', async () => {
  const path = newPath();
  await Promise.all(Array.from({ length: 8 }, () => createFileKeyring(path).open()));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(path, '..'))).toEqual(['keyring.json']);
});
