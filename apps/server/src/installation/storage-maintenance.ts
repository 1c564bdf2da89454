import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StorageView } from '@atelier/contracts';
import { installQuota } from '@atelier/contracts/install-quota';
import { blobIdOf, createDiskStatCache, createNodeFileSystem, systemWorld } from '@atelier/kernel/adapters';
import type { Clock } from '@atelier/kernel/ports';
import { holdToQuota, type Storage, withCommitGate } from '@atelier/kernel/storage';
import { capture, collect, createCommitGate, pinsOfLog } from '@atelier/kernel/usecases';
import { measureStorage } from './measure-storage.ts';

export type TendedStorage = ReturnType<typeof maintainStorage>;

/** Storage as a server has it: commits and sweeps kept apart, all content within the quota. */
export const maintainStorage = (opened: Storage, dataFolder: string, clock: Clock) => {
  const gate = createCommitGate();
  const { storage, allowance } = holdToQuota(withCommitGate(opened, gate), installQuota, clock.now);
  const pins = pinsOfLog({ log: storage.log, streams: storage.audit.streams, yieldTurn });
  const fs = createNodeFileSystem();
  const cache = createDiskStatCache({
    fs,
    folder: join(dataFolder, 'cache', 'captures'),
    entropy: systemWorld.entropy,
  });

  return {
    storage,
    measure: (view: StorageView) => measureStorage(storage, dataFolder, view),
    collect: async () => {
      const step = await collect({ objects: await storage.objects(), pins, gate, clock, idOf: blobIdOf, yieldTurn })();
      allowance.refresh();
      return step;
    },
    capture: async (folder: string, kindOf?: (path: string) => string) => {
      await mkdir(join(dataFolder, 'cache'), { recursive: true });
      return capture({
        fs,
        cache,
        clock,
        // All of it is asked for at once, before it begins: not again piece by piece.
        content: await opened.content(),
        reserve: allowance.reserve,
        ...(kindOf && { kindOf }),
      })(folder);
    },
  };
};

const yieldTurn = (): Promise<void> => new Promise((resume) => setImmediate(resume));
