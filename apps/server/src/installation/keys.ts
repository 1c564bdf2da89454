import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileDurably, writeFileDurably } from '@atelier/kernel/adapters';
import { FileUnusable } from '@atelier/kernel/core';
import type { SharedRecords } from '@atelier/kernel/ports';
import { type KeyFile, whyUnusable } from './key-forms.ts';
import { COOKIE_KEY_RECORD, INSTALL_TOKEN_RECORD } from './shared-keys.ts';

export type Keys = {
  /** Signs cookies: as long as it stays, every signed-in tab stays signed in. */
  readonly cookieKey: Uint8Array;
  /** `Authorization: Bearer <install token>`: for MCP clients and the command line. */
  readonly installToken: string;
};

const newCookieKey = (): string => randomBytes(32).toString('base64url');
const newInstallToken = (): string => `atl_${randomBytes(32).toString('base64url')}`;
const rights = 0o600;

/**
 * Reads the keys, making them the first time; two processes that race end up with the same ones. On a database all
 * processes share them, so that a tab signed in by one is signed in with all; each folder has a copy of the token, for
 * the command line.
 */
export const loadKeys = async (dataFolder: string, records?: SharedRecords): Promise<Keys> => {
  const folder = join(dataFolder, 'keys');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const tokenPath = join(folder, 'install-token');
  const keys = records
    ? {
        cookieKey: checked('cookie-key', await records.putIfAbsent(COOKIE_KEY_RECORD, newCookieKey()), 'The record'),
        installToken: checked(
          'install-token',
          await records.putIfAbsent(INSTALL_TOKEN_RECORD, newInstallToken()),
          'The record',
        ),
      }
    : {
        cookieKey: await readOrMake(folder, 'cookie-key', newCookieKey),
        installToken: await readOrMake(folder, 'install-token', newInstallToken),
      };
  if ((await readText(tokenPath)) !== keys.installToken)
    await writeFileDurably(tokenPath, `${keys.installToken}\n`, { rights });
  return { cookieKey: Buffer.from(keys.cookieKey, 'base64url'), installToken: keys.installToken };
};

/** Undefined when nothing was ever started on this folder. */
export const readInstallToken = async (dataFolder: string): Promise<string | undefined> =>
  (await readText(join(dataFolder, 'keys', 'install-token'))) || undefined;

const readOrMake = async (folder: string, file: KeyFile, make: () => string): Promise<string> => {
  const path = join(folder, file);
  if ((await readText(path)) === undefined) await createFileDurably(path, `${make()}\n`, { rights });
  const found = checked(file, (await readText(path)) ?? '', path);
  await chmod(path, rights).catch(() => undefined);
  return found;
};

const checked = (file: KeyFile, text: string, where: string): string => {
  const why = whyUnusable(file, text);
  if (why === undefined) return text;
  const what = where === 'The record' ? `The record server.${file} in the database` : where;
  throw new FileUnusable(
    `${what} is ${why}. Restore it from a backup. Without one, move it away: Atelier then makes a new one, browsers have to sign in again, and agents connect with the new token.`,
  );
};

const readText = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return undefined;
      throw cause;
    },
  );
