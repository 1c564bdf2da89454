import { join } from 'node:path';
import {
  createDiskContent,
  createDiskLog,
  createIds,
  createNodeFileSystem,
  sha256,
  systemWorld,
} from '@atelier/kernel/adapters';
import { exportSession, importBundle } from '@atelier/rails/usecases';
import { version } from '@atelier/server/version';

/** Sessions out of and into one data folder; a running server or MCP client may have the folder open too. */
export const openPortability = async (data: string) => {
  const log = createDiskLog({ data });
  const { blobs, close } = await createDiskContent({
    fs: createNodeFileSystem(),
    folder: join(data, 'objects'),
    entropy: systemWorld.entropy,
  });
  const newId = createIds(systemWorld);
  return {
    exportSession: exportSession({
      sha256,
      log,
      blobs,
      now: systemWorld.clock.now,
      newId,
      appVersion: version,
      salvage: (sessionId) => log.salvage(`session/${sessionId}`),
    }),
    importBundle: importBundle({ sha256, log, blobs, newId }),
    close: async () => {
      await log.close();
      await close();
    },
  };
};
