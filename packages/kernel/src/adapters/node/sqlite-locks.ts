import * as fs from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { err, ok } from '../../core/result.ts';
import type { LockBusy, StreamLocks } from '../../ports/stream-locks.ts';

/**
 * An exclusive SQLite transaction on an empty file is a kernel lock: it is gone the moment its process is.
 * The file itself must never be opened by anything else here: closing any descriptor of it would drop the lock.
 */
const LOCK = 'lock';
const OWNER = 'lock-owner';
/** A waiter touches this, so that a busy owner lets it in between two commits. */
const WANTED = 'lock-wanted';

const WANTED_FRESH_MS = 500;
/** A waiter looks every 8 ms, so an owner that commits ten times as often need not look for its note each time. */
const LOOK_EVERY_MS = 2;
const MAX_OPEN = 64;

export const createSqliteLocks = (): StreamLocks => {
  const idle = new Map<string, DatabaseSync>();

  const take = (folder: string): DatabaseSync => {
    const kept = idle.get(folder);
    idle.delete(folder);
    if (kept) return kept;
    const database = new DatabaseSync(join(folder, LOCK), { timeout: 0 });
    // Nothing is ever written, but a journal file would be made and removed each time. (Node does not let it be off.)
    database.exec('PRAGMA journal_mode = MEMORY');
    return database;
  };

  const giveBack = (folder: string, database: DatabaseSync): void => {
    idle.get(folder)?.close();
    idle.set(folder, database);
    for (const [oldest, other] of idle) {
      if (idle.size <= MAX_OPEN) break;
      idle.delete(oldest);
      other.close();
    }
  };

  return {
    acquire: async (folder, waitMs) => {
      const until = performance.now() + waitMs;
      let database: DatabaseSync | undefined;
      for (let pause = 1; ; pause = Math.min(pause * 2, 8)) {
        try {
          database ??= take(folder);
          database.exec('BEGIN EXCLUSIVE');
          break;
        } catch (cause) {
          if (!isBusy(cause)) {
            database?.close();
            throw cause;
          }
        }
        if (performance.now() >= until) {
          if (database) giveBack(folder, database);
          removeQuietly(join(folder, WANTED));
          return err(busyOwner(folder));
        }
        noteQuietly(join(folder, WANTED), '');
        await new Promise((resume) => setTimeout(resume, pause));
      }
      const owned = database;
      noteQuietly(join(folder, OWNER), `${process.pid}\n`);
      const note = join(folder, WANTED);
      let lookedAt = Number.NEGATIVE_INFINITY;
      return ok({
        wanted: () => {
          const now = performance.now();
          if (now - lookedAt < LOOK_EVERY_MS) return false;
          lookedAt = now;
          return isWanted(note);
        },
        release: () => {
          try {
            owned.exec('ROLLBACK');
          } catch {
            owned.close(); // and with it the lock
            return;
          }
          giveBack(folder, owned);
        },
      });
    },
    close: () => {
      for (const database of idle.values()) database.close();
      idle.clear();
    },
  };
};

const SQLITE_BUSY = 5;
const isBusy = (cause: unknown): boolean => (cause as { errcode?: number }).errcode === SQLITE_BUSY;

const isWanted = (path: string): boolean => {
  const found = fs.statSync(path, { throwIfNoEntry: false });
  if (!found) return false;
  // One ask is answered once. A waiter still there asks again; one that was killed is not waited for.
  removeQuietly(path);
  return Date.now() - found.mtimeMs < WANTED_FRESH_MS;
};

const removeQuietly = (path: string): void => {
  try {
    fs.rmSync(path, { force: true });
  } catch {
    // A note too.
  }
};

/** Notes tell others who holds the lock and that it is wanted. The lock itself does without: a full disk must not keep it. */
const noteQuietly = (path: string, text: string): void => {
  try {
    fs.writeFileSync(path, text);
  } catch {
    // Then they are told less.
  }
};

const busyOwner = (folder: string): LockBusy => {
  try {
    const ownerPid = Number.parseInt(fs.readFileSync(join(folder, OWNER), 'utf8'), 10);
    return Number.isSafeInteger(ownerPid) ? { ownerPid } : {};
  } catch {
    return {};
  }
};
