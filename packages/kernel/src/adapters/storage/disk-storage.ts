import { join } from 'node:path';
import { createContentStore } from '../blobs/content-store.ts';
import { createDiskObjects } from '../blobs/disk-objects.ts';
import { createDiskLog } from '../disk/disk-log.ts';
import { createFileDoorbell } from '../node/file-doorbell.ts';
import { createNodeFileSystem } from '../node/node-file-system.ts';
import { systemWorld } from '../node/system-clock.ts';
import { createProcessDrivers } from '../process-drivers.ts';
import { contentOf, lazily, type Storage } from './storage.ts';

/** Everything in one data folder. Any number of processes may have the same folder open. */
export const openDiskStorage = (data: string, { readOnly = false } = {}): Storage => {
  const log = createDiskLog({ data });
  const objects = lazily(() =>
    createDiskObjects({
      fs: createNodeFileSystem(),
      folder: join(data, 'objects'),
      entropy: systemWorld.entropy,
      readOnly,
    }),
  );
  return {
    place: 'disk',
    log,
    snapshots: log.snapshots,
    audit: log.audit,
    heads: log.heads,
    headDoubt: log.headDoubt,
    unsignedCommits: log.unsignedCommits,
    signUnsigned: log.signUnsigned,
    unsignedHeads: log.unsignedHeads,
    objects: objects.open,
    ...contentOf(objects.open, createContentStore),
    drivers: createProcessDrivers,
    listen: (onCommit) => {
      const doorbell = createFileDoorbell(join(data, 'doorbell'));
      const stop = doorbell.listen(onCommit);
      return () => {
        stop();
        doorbell.close();
      };
    },
    salvage: log.salvage,
    remove: log.remove,
    repair: log.repair,
    acceptEnd: log.acceptEnd,
    ...(readOnly ? {} : { compact: log.compact }),
    close: async () => {
      await log.close();
      await (await objects.opened())?.close();
    },
  };
};
