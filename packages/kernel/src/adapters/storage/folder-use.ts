import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Everything that writes has a data folder open together with others; what replaces the data under them has it alone.
 * As with streams, a SQLite transaction on an empty file is a kernel lock: it is gone the moment its process is.
 */
const FILE = 'in-use.lock';

/** Returns what lets it go; undefined while somebody has the folder alone. */
export const shareFolder = (data: string): (() => void) | undefined =>
  hold(data, 'BEGIN; SELECT count(*) FROM sqlite_master');

/** Returns what lets it go; undefined while anybody has the folder open. */
export const claimFolder = (data: string): (() => void) | undefined => hold(data, 'BEGIN EXCLUSIVE');

const hold = (data: string, how: string): (() => void) | undefined => {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(data, FILE), { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY');
    lock.exec(how);
  } catch (cause) {
    lock.close();
    if ((cause as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw cause;
  }
  return () => lock.close();
};

const SQLITE_BUSY = 5;
