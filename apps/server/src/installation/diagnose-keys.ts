import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '@atelier/contracts';
import { createFileKeyring } from '@atelier/rails/adapters';
import { whyUnusable } from './key-forms.ts';

/** A key file that is there and cannot be used; what signs heads is looked at with the heads. */
export type UnusableKey = { readonly file: 'keyring.json' | 'install-token' | 'cookie-key'; readonly why: string };

/** Processes on a database share its keys, and have no use for the files. */
export const lookAtKeys = async (dataFolder: string): Promise<readonly UnusableKey[]> => {
  const folder = join(dataFolder, 'keys');
  const keyring = await createFileKeyring(join(folder, 'keyring.json')).read().catch(toWhy);
  const unusable: UnusableKey[] = [];
  if (typeof keyring === 'string') unusable.push({ file: 'keyring.json', why: keyring });
  else if (!keyring.ok) unusable.push({ file: 'keyring.json', why: keyring.error.detail });
  for (const file of ['install-token', 'cookie-key'] as const) {
    const why = await readFile(join(folder, file), 'utf8').then((text) => whyUnusable(file, text.trim()), toWhy);
    if (why !== undefined && why !== 'ENOENT') unusable.push({ file, why });
  }
  return unusable;
};

const toWhy = (cause: NodeJS.ErrnoException): string => cause.code ?? cause.message;

/** Pure: what a person should know about them. */
export const keyFindings = (unusable: readonly UnusableKey[]): Finding[] =>
  unusable.map(({ file, why }) => ({
    level: 'problem',
    code: 'KEY_UNUSABLE',
    message: `Atelier can’t use the key keys/${file} (${why}). ${LOST_WITH[file]}`,
    suggestion: 'Restore it from a backup. Without one, move it away and restart Atelier: it makes a new one.',
    fact: `keys/${file}`,
  }));

const LOST_WITH: Record<UnusableKey['file'], string> = {
  'keyring.json': 'Agents can’t start or continue a session. With a new key every token they hold stops working.',
  'install-token': 'The server doesn’t start. With a new token, agents have to be connected again.',
  'cookie-key': 'The server doesn’t start. With a new key, browsers have to sign in again.',
};
