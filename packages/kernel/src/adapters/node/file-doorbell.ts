import * as fs from 'node:fs';
import type { Doorbell } from '../../ports/stream-locks.ts';

/** One byte written to one file wakes every process that watches it. Nothing about it needs to last. */
export const createFileDoorbell = (path: string): Doorbell => {
  let bell: number | undefined;
  const open = (): number => {
    bell ??= fs.openSync(path, fs.constants.O_RDWR | fs.constants.O_CREAT);
    return bell;
  };
  return {
    ring: () => void fs.writeSync(open(), '.', 0),
    listen: (onRing) => {
      open();
      const watcher = fs.watch(path, { persistent: false }, () => onRing());
      watcher.on('error', () => watcher.close()); // followers look each second anyway
      return () => watcher.close();
    },
    close: () => {
      if (bell !== undefined) fs.closeSync(bell);
      bell = undefined;
    },
  };
};
