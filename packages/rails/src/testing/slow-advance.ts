/**
 * A process of its own that advances a run and stops in the middle of its commit, lock in hand and lines written, until
 * it is told to go on: `node slow-advance.ts DATA ACK_TOKEN`. Says `writing`, then what it was answered.
 */
import { readSync, writeSync } from 'node:fs';
import { createDiskLog, createNodeFileSystem } from '@atelier/kernel/adapters';
import type { FileSystem, OpenFile } from '@atelier/kernel/ports';
import { openSharedWorld } from './shared-world.ts';
import { notes } from './world.ts';

const [, , data = '', ackToken = ''] = process.argv;

let stopped = false;
const stopOnce = (): void => {
  if (stopped) return;
  stopped = true;
  writeSync(1, 'writing\n');
  readSync(0, Buffer.alloc(1));
};
const stopping = (file: OpenFile): OpenFile => ({
  ...file,
  datasync: () => {
    stopOnce();
    return file.datasync();
  },
  datasyncSync: () => {
    stopOnce();
    file.datasyncSync();
  },
});
const disk = createNodeFileSystem();
const fs: FileSystem = {
  ...disk,
  open: async (path, mode, rights) => stopping(await disk.open(path, mode, rights)),
  openSync: (path, mode, rights) => stopping(disk.openSync(path, mode, rights)),
};

const log = createDiskLog({ data, fs });
const world = await openSharedWorld(data, log, 70);
const answered = await world.tryAdvance({ ackToken, ...notes('by the slow one') });
writeSync(1, `${JSON.stringify(answered)}\n`);
await log.close();
