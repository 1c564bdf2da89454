import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files, FilesHost } from '@atelier/files';

export type FileServices = {
  /**
   * The file tools over one host. Workers, a database and an image library are loaded with the first call, not with the
   * server. Whoever asked closes what it got; `name` tells the hosts' working copies apart.
   */
  readonly over: (name: string, host: FilesHost) => Promise<Files>;
  readonly close: () => Promise<void>;
};

type Deps = {
  readonly dataFolder: string;
  readonly onFault: (cause: unknown, where: string) => void;
};

/** Office files for every surface. Working copies are disposable and go with the server. */
export const createFileServices = ({ dataFolder, onFault }: Deps): FileServices => {
  const folder = join(dataFolder, 'cache', 'files');
  const opened = new Set<Files>();
  let used = false;
  return {
    over: async (name, host) => {
      used = true;
      const { createFiles, jobName } = await import('@atelier/files');
      const work = join(folder, name);
      const files = createFiles(host, {
        folder: work,
        onFault: (job, fault) => onFault(new Error(fault), jobName(job)),
      });
      const lent: Files = {
        ...files,
        close: async () => {
          opened.delete(lent);
          await files.close();
          await rm(work, { recursive: true, force: true });
        },
      };
      opened.add(lent);
      return lent;
    },
    close: async () => {
      await Promise.all([...opened].map((files) => files.close()));
      if (used) await rm(folder, { recursive: true, force: true });
    },
  };
};
