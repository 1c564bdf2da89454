import { createFiles, type Files, type FilesOptions } from '../layer/create-files.ts';
import { createFileWorkers, type FileWorkers, type FileWorkersOptions } from '../layer/file-workers.ts';
import type { FilesHost } from '../ports/files-host.ts';

export type OpenFiles = Files & {
  readonly workers: FileWorkers;
  readonly close: () => Promise<void>;
};

/** One host with workers of its own, for tests and measurements. A process that serves people has one farm for all. */
export const openFiles = (
  host: FilesHost,
  { folder, maxBytes, ...options }: FileWorkersOptions & FilesOptions & { readonly folder: string },
): OpenFiles => {
  const workers = createFileWorkers(folder, options);
  return {
    ...createFiles(host, workers, maxBytes === undefined ? {} : { maxBytes }),
    workers,
    close: () => workers.close(),
  };
};
