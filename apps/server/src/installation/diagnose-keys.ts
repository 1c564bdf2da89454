import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '@atelier/contracts';
import { createFileKeyring } from '@atelier/rails/adapters';

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
    const why = await readFile(join(folder, file), 'utf8').then(
      (text) => (text.trim() === '' ? 'empty' : undefined),
      toWhy,
    );
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
    message: `The key keys/${file} cannot be used (${why}). ${LOST_WITH[file]}`,
    suggestion:
      'Bring it back from a backup. If there is none, move it away and start Atelier again: a new one is made.',
    fact: `keys/${file}`,
  }));

const LOST_WITH: Record<UnusableKey['file'], string> = {
  'keyring.json': 'Agents can neither start nor go on, and with a new one every token they hold is void.',
  'install-token': 'The server does not start, and with a new one agents have to be connected again.',
  'cookie-key': 'The server does not start, and with a new one browsers have to sign in again.',
};
