import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { snapshotsKeepTheirPromises } from '../../testing/snapshots-promises.ts';
import { createDiskLog, type DiskLog } from './disk-log.ts';

snapshotsKeepTheirPromises('disk', async () => {
  const folders: string[] = [];
  const logs: DiskLog[] = [];
  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-snapshots-'));
    folders.push(folder);
    return folder;
  };
  const open = (data: string) => {
    const log = createDiskLog({ data });
    logs.push(log);
    return { log, snapshots: log.snapshots };
  };
  const home = await newFolder();
  const kept = (data: string) => join(data, 'streams', 'session', 's', 'snapshots');
  return {
    ...open(home),
    reopen: async () => open(home),
    elsewhere: async () => {
      const away = await newFolder();
      return { ...open(away), take: () => cp(kept(home), kept(away), { recursive: true }) };
    },
    dispose: async () => {
      for (const log of logs) await log.close();
      for (const folder of folders) await rm(folder, { recursive: true });
    },
  };
});
