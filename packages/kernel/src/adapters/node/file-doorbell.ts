import * as fs from 'node:fs';
import type { Doorbell } from '../../ports/stream-locks.ts';

/**
 * One byte written to one file wakes every process that watches it. Nothing about it needs to last, and nothing
 * about it may fail: whoever listens looks each second anyway, and whoever rings has committed already.
 */
export const createFileDoorbell = (path: string): Doorbell => {
  let bell: number | undefined;
  let due: { readonly callOff: () => void } | undefined;
  let rungAt = Number.NEGATIVE_INFINITY;
  const open = (): number => {
    bell ??= fs.openSync(path, fs.constants.O_RDWR | fs.constants.O_CREAT);
    return bell;
  };
  const ringNow = (): void => {
    due = undefined;
    rungAt = performance.now();
    quietly(() => {
      fs.writeSync(open(), '.', 0);
    });
  };
  return {
    // Commits of many streams that end in the same turn of the event loop ring once, and busy ones not each time.
    ring: () => {
      due ??= performance.now() - rungAt < APART_MS ? later(ringNow) : soon(ringNow);
    },
    listen: (onRing) => {
      let watcher: fs.FSWatcher | undefined;
      quietly(() => {
        open();
        watcher = fs.watch(path, { persistent: false }, () => onRing());
        watcher.on('error', () => watcher?.close());
      });
      return () => watcher?.close();
    },
    close: () => {
      if (due !== undefined) {
        due.callOff();
        ringNow();
      }
      if (bell !== undefined) fs.closeSync(bell);
      bell = undefined;
    },
  };
};

/** Less than it takes to wake whoever listens. */
const APART_MS = 2;

const soon = (act: () => void) => {
  const set = setImmediate(act);
  return { callOff: () => clearImmediate(set) };
};

const later = (act: () => void) => {
  const set = setTimeout(act, APART_MS);
  return { callOff: () => clearTimeout(set) };
};

/** A full disk, or more watchers than the system allows. */
const quietly = (act: () => void): void => {
  try {
    act();
  } catch {
    // Only quicker than looking again.
  }
};
