import * as fs from 'node:fs';
import type { Doorbell } from '../../ports/stream-locks.ts';

/**
 * One byte written to one file wakes every process that watches it. Nothing about it needs to last, and nothing
 * about it may fail: whoever listens looks each second anyway, and whoever rings has committed already.
 */
export const createFileDoorbell = (path: string): Doorbell => {
  let bell: number | undefined;
  let due: NodeJS.Immediate | undefined;
  const open = (): number => {
    bell ??= fs.openSync(path, fs.constants.O_RDWR | fs.constants.O_CREAT);
    return bell;
  };
  const ringNow = (): void => {
    due = undefined;
    quietly(() => {
      fs.writeSync(open(), '.', 0);
    });
  };
  return {
    // Commits of many streams that end in the same turn of the event loop ring once.
    ring: () => {
      due ??= setImmediate(ringNow);
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
        clearImmediate(due);
        ringNow();
      }
      if (bell !== undefined) fs.closeSync(bell);
      bell = undefined;
    },
  };
};

/** A full disk, or more watchers than the system allows. */
const quietly = (act: () => void): void => {
  try {
    act();
  } catch {
    // Only quicker than looking again.
  }
};
