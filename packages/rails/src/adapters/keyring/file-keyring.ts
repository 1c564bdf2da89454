import { randomBytes } from 'node:crypto';
import { constants, readFileSync, statSync } from 'node:fs';
import { link, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Result } from '@atelier/kernel/core';
import { err, ok } from '@atelier/kernel/core';
import { canonical } from '../../core/canonical.ts';
import type { SigningKeys } from '../../core/token.ts';
import type { Keyring, KeyringRefused } from '../../ports/keyring.ts';
import { firstKeys, parseStoredKeys, rotatedKeys, type StoredKeys, toSigningKeys } from './stored-keys.ts';

/** `keys/keyring.json`, for its owner alone. Several processes share it, so a look at its stamp precedes every use. */
export const createFileKeyring = (path: string): Keyring => {
  let known: { readonly stamp: string; readonly keys: SigningKeys } | undefined;

  const read: Keyring['read'] = async () => {
    const stamp = stampOf(path);
    if (stamp === undefined) return ok(null);
    if (known?.stamp === stamp) return ok(known.keys);
    const stored = readStored(path);
    if (!stored.ok) return stored;
    known = { stamp, keys: toSigningKeys(stored.value) };
    return ok(known.keys);
  };

  return {
    read,
    open: async () => {
      const keys = await read();
      if (!keys.ok || keys.value) return keys as Result<SigningKeys, KeyringRefused>;
      await writeNew(path, firstKeys(), 'only_if_absent');
      const made = await read();
      if (!made.ok) return made;
      return made.value ? ok(made.value) : err({ code: 'KEYRING_CORRUPT', detail: 'the key file vanished' });
    },
    rotate: () =>
      alone(path, async () => {
        const stored = stampOf(path) === undefined ? undefined : readStored(path);
        if (stored && !stored.ok) return stored;
        const next = rotatedKeys(stored?.value);
        await writeNew(path, next, 'replace');
        known = undefined;
        return ok(toSigningKeys(next));
      }),
  };
};

const LOCK_WAIT_MS = 10_000;

/** One rotation at a time, across processes: of two that read the same keys, one would void what the other signed. */
const alone = async <T>(path: string, job: () => Promise<T>): Promise<T> => {
  // Rotation is rare; whoever only reads keys does not load what locks files.
  const { createSqliteLocks } = await import('@atelier/kernel/adapters');
  const folder = join(dirname(path), 'rotation');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const locks = createSqliteLocks();
  const lock = await locks.acquire(folder, LOCK_WAIT_MS);
  if (!lock.ok) {
    locks.close();
    throw new Error(`the keys are being rotated by process ${lock.error.ownerPid ?? 'unknown'}`);
  }
  try {
    return await job();
  } finally {
    lock.value.release();
    locks.close();
  }
};

const stampOf = (path: string): string | undefined => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.ino}:${found.mtimeNs}:${found.size}` : undefined;
};

const readStored = (path: string): Result<StoredKeys, KeyringRefused> => {
  try {
    return parseStoredKeys(readFileSync(path, 'utf8'));
  } catch {
    return err({ code: 'KEYRING_CORRUPT', detail: 'it cannot be read' });
  }
};

/** Written aside and synced, then put in place in one move: a crash leaves the old file or the new one. */
const writeNew = async (path: string, stored: StoredKeys, mode: 'only_if_absent' | 'replace'): Promise<void> => {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const part = join(folder, `.keyring.${process.pid}.${randomBytes(6).toString('hex')}.part`);
  const file = await open(part, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
  try {
    await file.writeFile(canonical(stored));
    await file.sync();
  } finally {
    await file.close();
  }
  if (mode === 'replace') await rename(part, path);
  else {
    // Two first starts at once: a link fails for the second, which then uses the keys of the first.
    await link(part, path).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EEXIST') throw cause;
    });
    await unlink(part);
  }
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
