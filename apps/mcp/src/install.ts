import { openDiskStorage, type Storage } from '@atelier/kernel/storage';
import { openRails } from '@atelier/rails/adapters';
import type { McpDeps } from './tools/handle.ts';

export type RailsInstall = {
  readonly deps: McpDeps;
  /** Where the session that was worked on last stands: most likely what is asked for next. */
  readonly lastToken: () => Promise<string | undefined>;
  readonly close: () => Promise<void>;
};

/** WorkRail for a process of its own. Storage that is handed in belongs to whoever opened it. */
export const openRailsInstall = (data: string, shared?: Storage): RailsInstall => {
  const storage = shared ?? openDiskStorage(data);
  const { deps, lastToken, close } = openRails(storage, data);
  return {
    deps,
    lastToken,
    close: async () => {
      await close();
      if (!shared) await storage.close();
    },
  };
};
