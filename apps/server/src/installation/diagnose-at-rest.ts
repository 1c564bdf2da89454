import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Diagnostics, emptyInstall, foldInstall, installStream } from '@atelier/contracts';
import { createProjection } from '@atelier/kernel/adapters';
import { ok, type Result } from '@atelier/kernel/core';
import { openStorage, type StorageRefused } from '@atelier/kernel/storage';
import { version } from '../version.ts';
import { builtWebFolder } from '../web-folder.ts';
import { diagnose } from './diagnose.ts';
import { lookAtLive } from './look-at-live.ts';
import { measureStorage } from './measure-storage.ts';

/** Looks at an installation that no server of this folder runs on. Changes nothing in it. */
export const diagnoseAtRest = async (
  dataFolder: string,
  databaseUrl?: string,
): Promise<Result<Diagnostics, StorageRefused>> => {
  const opened = await openStorage({ data: dataFolder, databaseUrl, readOnly: true });
  if (!opened.ok) return opened;
  const storage = opened.value;
  try {
    const webBuilt = await access(join(builtWebFolder, 'index.html')).then(
      () => true,
      () => false,
    );
    const { log } = storage;
    const install = await createProjection({ log, initial: emptyInstall, evolve: foldInstall }).at(installStream);
    const view = install.ok ? install.value.state : emptyInstall;
    return ok(
      await diagnose({
        log,
        ends: storage,
        content: storage,
        storage: {
          ...(await measureStorage(storage, dataFolder, view.storage)),
          trouble: (await lookAtLive(storage)).trouble,
        },
        dataFolder,
        // No surface runs that could name its kinds: the store itself says which there are.
        streamKinds: [...new Set((await storage.audit.streams()).map((stream) => stream.split('/')[0] ?? stream))],
        webBuilt,
        connections: 0,
        linesDropped: 0,
        unavailable: [],
        unread: view.unread ? [{ stream: installStream, events: view.unread }] : [],
        startedAt: new Date().toISOString(),
        version,
      }),
    );
  } finally {
    await storage.close();
  }
};
