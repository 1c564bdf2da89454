import { join } from 'node:path';
import type { Files, FilesHost, FilesOptions, FileWorkers } from '@atelier/files';

export type FileServices = {
  /**
   * The file tools over one host; as many hosts as anyone likes share the workers. Workers, a database and an image
   * library are loaded with the first call, not with the server.
   */
  readonly over: (host: FilesHost, options?: FilesOptions) => Promise<Files>;
  readonly close: () => Promise<void>;
};

type Deps = {
  readonly dataFolder: string;
  readonly onFault: (cause: unknown, where: string) => void;
};

/** Office files for every surface. What is kept of them here can be made again. */
export const createFileServices = ({ dataFolder, onFault }: Deps): FileServices => {
  let workers: Promise<FileWorkers> | undefined;
  const open = async (): Promise<FileWorkers> => {
    const { createFileWorkers, jobName } = await import('@atelier/files');
    return createFileWorkers(join(dataFolder, 'cache', 'files'), {
      onFault: (job, fault) => onFault(new Error(fault), jobName(job)),
      onToolFault: (tool, cause) => onFault(cause, tool),
    });
  };
  return {
    over: async (host, options) => {
      workers ??= open();
      const { createFiles } = await import('@atelier/files');
      return createFiles(host, await workers, options);
    },
    close: async () => {
      await (await workers)?.close();
    },
  };
};
