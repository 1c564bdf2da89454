import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostics } from '@atelier/contracts';
import { version } from '../version.ts';
import { builtWebFolder } from '../web-folder.ts';
import { diagnose } from './diagnose.ts';
import { openLog } from './open-log.ts';

/** Every kind of stream there is, for looking at a folder without any surface running. */
const allStreamKinds = ['install', 'bench', 'project', 'session'];

/** Looks at a data folder that no server runs on. Changes nothing in it. */
export const diagnoseAtRest = async (dataFolder: string): Promise<Diagnostics> => {
  const log = openLog(dataFolder, 'disk');
  try {
    const webBuilt = await access(join(builtWebFolder, 'index.html')).then(
      () => true,
      () => false,
    );
    return await diagnose({
      log,
      logKind: 'disk',
      dataFolder,
      streamKinds: allStreamKinds,
      webBuilt,
      connections: 0,
      startedAt: new Date().toISOString(),
      version,
    });
  } finally {
    await log.close();
  }
};
