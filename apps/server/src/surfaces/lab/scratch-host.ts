import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilesHost, HostFile } from '@atelier/files';
import { blobIdOf } from '@atelier/kernel/adapters';

export type ScratchHost = FilesHost & {
  /** Takes the file at `place` as it was dropped; its digest is known already. */
  readonly drop: (path: string, place: string, version: string) => Promise<HostFile>;
  readonly remove: (path: string) => boolean;
  /** Where the bytes of a file are now, and which they must be. */
  readonly locate: (path: string) => { readonly place: string; readonly version: string } | undefined;
  readonly files: () => readonly (HostFile & { readonly changed: boolean })[];
};

/** Dropped files and what the tools made of them: the file as it was dropped is what a review compares with. */
export const createScratchHost = (folder: string): ScratchHost => {
  const dropped = new Map<string, HostFile>();
  const now = new Map<string, HostFile>();
  const places = new Map<string, string>();

  const keep = async (path: string, from: (to: string) => Promise<void>, version: string, root: HostFile['root']) => {
    await mkdir(folder, { recursive: true });
    const place = join(folder, randomUUID());
    await from(place);
    places.set(version, place);
    const file: HostFile = { path, version, size_bytes: (await stat(place)).size, root };
    now.set(path, file);
    return file;
  };

  return {
    drop: async (path, from, version) => {
      const file = await keep(path, (to) => rename(from, to), version, 'published');
      dropped.set(path, file);
      return file;
    },
    remove: (path) => {
      dropped.delete(path);
      return now.delete(path);
    },
    locate: (path) => {
      const version = now.get(path)?.version ?? '';
      const place = places.get(version);
      return place === undefined ? undefined : { place, version };
    },
    files: () =>
      [...now.values()].map((file) => ({ ...file, changed: dropped.get(file.path)?.version !== file.version })),
    list: async () => [...now.values()],
    materialise: async (version, into) => {
      const place = places.get(version);
      if (place === undefined) return undefined;
      const copy = join(into, version.replace(/\W/g, '_'));
      await copyFile(place, copy);
      return copy;
    },
    stage: async ({ path, file, base }) => {
      if ((now.get(path)?.version ?? null) !== base) {
        await rm(file, { force: true });
        const message = `${path} was changed by someone else during this edit.`;
        return { ok: false, error: { code: 'CONFLICT_STALE_STATE', reason: 'version', message } };
      }
      const version = blobIdOf(await readFile(file));
      await keep(path, (to) => rename(file, to).catch(() => copyFile(file, to)), version, 'draft');
      await rm(file, { force: true });
      return { ok: true, value: { version } };
    },
    reference: async (path) => {
      const file = dropped.get(path);
      return file ? [{ source: 'draft_start_snapshot', file }] : [];
    },
  };
};
