import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { emptyInstall, foldInstall, installStream, type StorageView } from '@atelier/contracts';
import {
  blobIdOf,
  createDiskStatCache,
  createNodeFileSystem,
  createProjection,
  systemWorld,
} from '@atelier/kernel/adapters';
import type { Clock } from '@atelier/kernel/ports';
import { type Storage, withCommitGate } from '@atelier/kernel/storage';
import { capture, collect, createCommitGate, pinsOfLog } from '@atelier/kernel/usecases';
import { measureStorage } from './measure-storage.ts';

export type TendedStorage = ReturnType<typeof tendStorage>;

/** Storage as a server has it: commits and sweeps kept apart, captures within the quota. */
export const tendStorage = (opened: Storage, dataFolder: string, clock: Clock) => {
  const gate = createCommitGate();
  const storage = withCommitGate(opened, gate);
  const installs = createProjection({ log: storage.log, initial: emptyInstall, evolve: foldInstall });
  const pins = pinsOfLog({ log: storage.log, streams: storage.audit.streams, breathe });
  const fs = createNodeFileSystem();
  const cache = createDiskStatCache({
    fs,
    folder: join(dataFolder, 'cache', 'captures'),
    entropy: systemWorld.entropy,
  });

  const quotaBytes = async (): Promise<number | undefined> => {
    const now = await installs.at(installStream);
    return (now.ok && now.value.state.storage.quotaBytes) || undefined;
  };

  return {
    storage,
    measure: (view: StorageView) => measureStorage(storage, dataFolder, view),
    collect: async () => collect({ objects: await storage.objects(), pins, gate, clock, idOf: blobIdOf, breathe })(),
    capture: async (folder: string, kindOf?: (path: string) => string) => {
      const quota = await quotaBytes();
      await mkdir(join(dataFolder, 'cache'), { recursive: true });
      return capture({
        fs,
        cache,
        clock,
        content: await storage.content(),
        ...(kindOf && { kindOf }),
        ...(quota !== undefined && { quotaBytes: quota }),
      })(folder);
    },
  };
};

const breathe = (): Promise<void> => new Promise((resume) => setImmediate(resume));
