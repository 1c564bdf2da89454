import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFileDurably } from '@atelier/kernel/adapters';
import type { SharedRecords } from '@atelier/kernel/ports';
import { HEADS_KEY_RECORD } from '@atelier/kernel/storage';
import { BUNDLE_KEY_RECORD, KEYRING_RECORD } from '@atelier/rails/adapters';

export const COOKIE_KEY_RECORD = 'server.cookie-key';
export const INSTALL_TOKEN_RECORD = 'server.install-token';

/** What signs and what lets in, by the file it is in a data folder and the record it is in a database. */
const keys = [
  { record: COOKIE_KEY_RECORD, file: 'cookie-key', spelling: 'text' },
  { record: INSTALL_TOKEN_RECORD, file: 'install-token', spelling: 'text' },
  { record: KEYRING_RECORD, file: 'keyring.json', spelling: 'text' },
  { record: BUNDLE_KEY_RECORD, file: 'bundle.key', spelling: 'text' },
  { record: HEADS_KEY_RECORD, file: 'heads.key', spelling: 'bytes' },
] as const;

/** Takes the keys along, so that tabs stay signed in and tokens stay good. What the other side has already stays. */
export const copyKeys = async (to: 'database' | 'disk', data: string, records: SharedRecords): Promise<void> => {
  for (const { record, file, spelling } of keys) {
    const path = join(data, 'keys', file);
    const coding = spelling === 'bytes' ? 'base64url' : 'utf8';
    if (to === 'database') {
      const bytes = await readFile(path).catch(unlessMissing);
      if (bytes) await records.putIfAbsent(record, bytes.toString(coding).trim());
    } else {
      const value = await records.read(record);
      if (value !== undefined) await writeIfAbsent(path, Buffer.from(value, coding));
    }
  }
};

const writeIfAbsent = async (path: string, bytes: Uint8Array): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await createFileDurably(path, bytes, { rights: 0o600 });
};

const unlessMissing = (cause: NodeJS.ErrnoException): undefined => {
  if (cause.code !== 'ENOENT') throw cause;
};
