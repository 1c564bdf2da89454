import { join } from 'node:path';
import {
  createDiskCommits,
  createDiskLog,
  createDiskObjects,
  createNodeFileSystem,
  createSqliteLocks,
  systemWorld,
} from '@atelier/kernel/adapters';

/** A data folder with its streams as whole commits: what is copied from, or to. */
export const openDiskSide = async (data: string) => {
  const fs = createNodeFileSystem();
  const locks = createSqliteLocks();
  const log = createDiskLog({ data });
  const objects = await createDiskObjects({ fs, folder: join(data, 'objects'), entropy: systemWorld.entropy });
  const close = async (): Promise<void> => {
    await log.close();
    await objects.close();
    locks.close();
  };
  return { data, log, objects, commits: createDiskCommits({ fs, data, locks }), close };
};
