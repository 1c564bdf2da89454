import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilesHost, HostFile } from '../ports/files-host.ts';
import { type FileResult, refuse } from '../tools/errors.ts';
import type { Source } from '../tools/kind-handler.ts';

const keptBytes = 1024 ** 3;

/**
 * Bytes of versions, laid out where workers may read them. Versions never change, so a copy is made once, for
 * whichever host asks first.
 */
export const createInputs = (folder: string) => {
  const fileByVersion = new Map<string, { readonly file: string; readonly size: number }>();
  const arriving = new Map<string, Promise<string | undefined>>();
  const inputs = join(folder, 'inputs');
  // Nothing knows what an earlier process left here.
  rmSync(inputs, { recursive: true, force: true });
  mkdirSync(inputs, { recursive: true });

  const evict = async (): Promise<void> => {
    let total = [...fileByVersion.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [version, { file, size }] of fileByVersion) {
      if (total <= keptBytes || fileByVersion.size <= 8) return;
      fileByVersion.delete(version);
      await rm(file, { force: true });
      total -= size;
    }
  };

  const fetch = async (host: FilesHost, { version, size_bytes }: HostFile): Promise<string | undefined> => {
    const file = await host.materialise(version, inputs);
    if (file === undefined) return undefined;
    fileByVersion.set(version, { file, size: size_bytes });
    await evict();
    return file;
  };

  return {
    /** Moves a file that one worker made to where another may read it. */
    adopt: async (file: string): Promise<Source> => {
      const name = `adopted-${randomUUID()}`;
      const to = join(inputs, name);
      await rename(file, to);
      const { size } = await stat(to);
      return { path: name, file: to, version: name, size_bytes: size, format: 'json' };
    },
    locate: async (host: FilesHost, wanted: HostFile): Promise<FileResult<string>> => {
      const known = fileByVersion.get(wanted.version);
      if (known && existsSync(known.file)) {
        fileByVersion.delete(wanted.version);
        fileByVersion.set(wanted.version, known);
        return { ok: true, value: known.file };
      }
      const coming = arriving.get(wanted.version) ?? fetch(host, wanted);
      arriving.set(wanted.version, coming);
      try {
        const file = (await coming) ?? (await fetch(host, wanted));
        return file === undefined ? missing(wanted.path) : { ok: true, value: file };
      } finally {
        arriving.delete(wanted.version);
      }
    },
  };
};

export type Inputs = ReturnType<typeof createInputs>;

export const missing = (path: string) =>
  refuse('FILE_READ_FAILED', 'missing', `The content of ${path} is missing from storage.`, {
    hint: 'Restore an earlier version of the file, or add it again.',
  });
