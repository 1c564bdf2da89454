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
/** As often as a waiter looks: an owner that commits ten times as often need not look for its note each time. */
const LOOK_EVERY_MS = 8;
const MAX_OPEN = 64;

export const createSqliteLocks = (): StreamLocks => {
  const idle = new Map<string, LockFile>();

  const take = (folder: string): LockFile => {
    const kept = idle.get(folder);
    idle.delete(folder);
    return kept ?? openLockFile(folder);
  };

  const giveBack = (folder: string, file: LockFile): void => {
    idle.get(folder)?.close();
    idle.set(folder, file);
    for (const [oldest, other] of idle) {
      if (idle.size <= MAX_OPEN) break;
      idle.delete(oldest);
      other.close();
    }
  };

  return {
    acquire: async (folder, waitMs) => {
      const until = performance.now() + waitMs;
      let file: LockFile | undefined;
      for (let pause = 1; ; pause = Math.min(pause * 2, 8)) {
        try {
          file ??= take(folder);
          file.lock();
          if (file.isStillThere()) break;
          // The stream was removed, maybe while this waited, and took its lock along: one born since has another.
          file.close();
          file = undefined;
          continue;
        } catch (cause) {
          if (!isBusy(cause)) {
            file?.close();
            throw cause;
          }
        }
        if (performance.now() >= until) {
          if (file) giveBack(folder, file);
          removeQuietly(join(folder, WANTED));
          return err(busyOwner(folder));
        }
        quietly(() => fs.writeFileSync(join(folder, WANTED), ''));
        await new Promise((resume) => setTimeout(resume, pause));
      }
      const owned = file;
      owned.noteOwner();
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
            owned.unlock();
          } catch {
            owned.close(); // and with it the lock
            return;
          }
          giveBack(folder, owned);
        },
      });
    },
    close: () => {
      for (const file of idle.values()) file.close();
      idle.clear();
    },
  };
};

type LockFile = {
  readonly lock: () => void;
  readonly unlock: () => void;
  readonly isStillThere: () => boolean;
  readonly noteOwner: () => void;
  readonly close: () => void;
};

const openLockFile = (folder: string): LockFile => {
  const path = join(folder, LOCK);
  const database = new DatabaseSync(path, { timeout: 0 });
  // Nothing is ever written, but a journal file would be made and removed each time. (Node does not let it be off.)
  database.exec('PRAGMA journal_mode = MEMORY');
  const inode = (): number | undefined => fs.statSync(path, { throwIfNoEntry: false })?.ino;
  const opened = inode();
  let owner: number | undefined;
  return {
    lock: () => database.exec('BEGIN EXCLUSIVE'),
    unlock: () => database.exec('ROLLBACK'),
    isStillThere: () => opened !== undefined && inode() === opened,
    // Kept open and written over: a session at work takes its lock with every step.
    noteOwner: () =>
      quietly(() => {
        owner ??= fs.openSync(join(folder, OWNER), fs.constants.O_RDWR | fs.constants.O_CREAT);
        fs.writeSync(owner, OWN_NOTE, 0);
      }),
    close: () => {
      database.close();
      if (owner !== undefined) fs.closeSync(owner);
      owner = undefined;
    },
  };
};

/** Always as long: it covers whatever note was there. */
const OWN_NOTE = `${String(process.pid).padEnd(10)}\n`;

const SQLITE_BUSY = 5;
const isBusy = (cause: unknown): boolean => (cause as { errcode?: number }).errcode === SQLITE_BUSY;

const isWanted = (path: string): boolean => {
  const found = fs.statSync(path, { throwIfNoEntry: false });
  if (!found) return false;
  // One ask is answered once. A waiter still there asks again; one that was killed is not waited for.
  removeQuietly(path);
  return Date.now() - found.mtimeMs < WANTED_FRESH_MS;
};

const removeQuietly = (path: string): void => quietly(() => fs.rmSync(path, { force: true }));

/** Notes tell others who holds the lock and that it is wanted. The lock itself does without: a full disk must not keep it. */
const quietly = (note: () => void): void => {
  try {
    note();
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
