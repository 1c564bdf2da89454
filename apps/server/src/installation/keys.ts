import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { FileUnusable } from '@atelier/kernel/core';
import type { SharedRecords } from '@atelier/kernel/ports';
import { COOKIE_KEY_RECORD, INSTALL_TOKEN_RECORD } from './shared-keys.ts';

export type Keys = {
  /** Signs cookies: as long as it stays, every signed-in tab stays signed in. */
  readonly cookieKey: Uint8Array;
  /** `Authorization: Bearer <install token>`: for MCP clients and the command line. */
  readonly installToken: string;
};

const newCookieKey = (): string => randomBytes(32).toString('base64url');
const newInstallToken = (): string => `atl_${randomBytes(32).toString('base64url')}`;

/**
 * Reads the keys, making them the first time; two processes that race end up with the same ones. On a database all
 * processes share them, so that a tab signed in by one is signed in with all; each folder has a copy of the token, for
 * the command line.
 */
export const loadKeys = async (dataFolder: string, records?: SharedRecords): Promise<Keys> => {
  const folder = join(dataFolder, 'keys');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [cookiePath, tokenPath] = [join(folder, 'cookie-key'), join(folder, 'install-token')];
  const keys = records
    ? {
        cookieKey: await records.putIfAbsent(COOKIE_KEY_RECORD, newCookieKey()),
        installToken: await records.putIfAbsent(INSTALL_TOKEN_RECORD, newInstallToken()),
      }
    : {
        cookieKey: await readOrMake(cookiePath, newCookieKey),
        installToken: await readOrMake(tokenPath, newInstallToken),
      };
  if ((await readText(tokenPath)) !== keys.installToken)
    await rename(await writePart(tokenPath, keys.installToken), tokenPath);
  return { cookieKey: Buffer.from(keys.cookieKey, 'base64url'), installToken: keys.installToken };
};

/** Undefined when nothing was ever started on this folder. */
export const readInstallToken = async (dataFolder: string): Promise<string | undefined> =>
  readText(join(dataFolder, 'keys', 'install-token'));

const readOrMake = async (path: string, make: () => string): Promise<string> => {
  const there = await readText(path);
  if (there !== undefined) return there;
  const part = await writePart(path, make());
  // A hard link fails where a rename would replace: whoever comes first has made the key, for everyone.
  await link(part, path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause;
  });
  await unlink(part);
  const made = await readText(path);
  if (made === undefined) throw new FileUnusable(emptyKeyToSentence(path));
  return made;
};

const emptyKeyToSentence = (path: string): string =>
  `${path} is empty. Bring it back from a backup, or move it away: then a new one is made, browsers have to sign in again, and agents connect with the new token.`;

const writePart = async (path: string, text: string): Promise<string> => {
  const part = `${path}.${randomUUID()}.part`;
  const file = await open(part, 'wx', 0o600);
  try {
    await file.writeFile(`${text}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return part;
};

const readText = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').then(
    (text) => text.trim() || undefined,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return undefined;
      throw cause;
    },
  );
