import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@atelier/kernel/core';
import type { ToolLog } from '@atelier/models';

/** Whole results, a file each, for as long as the talk lasts: what a model saw a receipt of can be recalled after a restart. */
export const createToolResults = (folder: string): ToolLog & { readonly clear: () => Promise<void> } => {
  const place = (entryId: number) => join(folder, `${entryId}.json`);
  return {
    record: async ({ entryId, result }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${place(entryId)}.part`, JSON.stringify(result));
      await rename(`${place(entryId)}.part`, place(entryId));
    },
    find: async (entryId) => {
      try {
        return JSON.parse(await readFile(place(entryId), 'utf8')) as JsonObject;
      } catch (fault) {
        if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw fault;
      }
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  };
};
