import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventLogKeepsItsPromises } from '../../testing/log-promises.ts';
import { createDiskLog, type DiskLog } from './disk-log.ts';

const inTempFolder = (limits?: { events: number; bytes: number }) => async () => {
  const data = mkdtempSync(join(tmpdir(), 'atelier-log-'));
  const logs: DiskLog[] = [];
  const open = (): DiskLog => {
    const log = createDiskLog(limits ? { data, limits } : { data });
    logs.push(log);
    return log;
  };
  return {
    log: open(),
    reopen: async () => open(),
    dispose: async () => {
      await Promise.all(logs.map((log) => log.close()));
      rmSync(data, { recursive: true });
    },
  };
};

eventLogKeepsItsPromises('disk', inTempFolder());
