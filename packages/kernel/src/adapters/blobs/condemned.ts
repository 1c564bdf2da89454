import { join } from 'node:path';
import { z } from 'zod';
import { canonicalBytes } from '../../core/canonical-json.ts';
import type { BlobId } from '../../ports/blobs.ts';
import type { FileStat, FileSystem } from '../../ports/file-system.ts';
import { readAll, writeAll } from '../../usecases/capture-io.ts';
import { blobIdOf } from '../node/sha256.ts';

/**
 * What the first of two marks found dead: copies, named by pack. A put never relies on such a copy; it writes
 * another, in another pack, and the second mark deletes only what is listed here. So a re-put is never lost.
 */
export type Condemned = { readonly at: number; readonly idsByPack: ReadonlyMap<string, ReadonlySet<BlobId>> };

/** `damaged`: any copy may be on it, so none is relied on and none is deleted, until the next first mark replaces it. */
export type Mark = Condemned | 'damaged' | undefined;

export const isCondemned = (mark: Mark, { pack, id }: { readonly pack: string; readonly id: BlobId }): boolean =>
  mark !== undefined && mark !== 'damaged' && mark.idsByPack.get(pack)?.has(id) === true;

const Stored = z.strictObject({
  v: z.literal(1),
  at: z.number(),
  packs: z.record(z.string(), z.array(z.templateLiteral(['sha256:', z.string()]))),
});

const NAME = 'condemned.json';

export const createCondemnedList = (fs: FileSystem, folder: string) => {
  const path = join(folder, NAME);
  let seen: FileStat | undefined;
  let list: Mark;

  return {
    /** Read again only when another process has written it since. */
    look: async (): Promise<Mark> => {
      const now = fs.statSync(path);
      if (sameFile(now, seen)) return list;
      list = now === undefined ? undefined : await load(fs, path);
      seen = now;
      return list;
    },

    save: async (next: Condemned, newName: () => string): Promise<void> => {
      const packs = Object.fromEntries([...next.idsByPack].map(([pack, ids]) => [pack, [...ids].sort()]));
      const body = canonicalBytes({ v: 1, at: next.at, packs });
      if (!body.ok) throw new Error('a list of ids is always JSON');
      const digest = new TextEncoder().encode(`${blobIdOf(body.value)}\n`);
      const part = join(folder, `${newName()}.part`);
      const file = await fs.open(part, 'create');
      try {
        await writeAll(file, digest, 0);
        await writeAll(file, body.value, digest.length);
        await file.datasync();
      } finally {
        await file.close();
      }
      await fs.rename(part, path);
      await fs.syncFolder(folder);
    },
  };
};

const load = async (fs: FileSystem, path: string): Promise<Mark> => {
  const file = await fs.open(path, 'read');
  try {
    const bytes = new Uint8Array(await file.size());
    await readAll(file, bytes, 0);
    const line = bytes.indexOf(0x0a);
    const body = bytes.subarray(line + 1);
    if (new TextDecoder().decode(bytes.subarray(0, line)) !== blobIdOf(body)) return 'damaged';
    const found = Stored.safeParse(JSON.parse(new TextDecoder().decode(body)));
    if (!found.success) return 'damaged';
    const { at, packs } = found.data;
    return { at, idsByPack: new Map(Object.entries(packs).map(([pack, ids]) => [pack, new Set(ids)])) };
  } finally {
    await file.close();
  }
};

const sameFile = (a: FileStat | undefined, b: FileStat | undefined): boolean =>
  a?.inode === b?.inode && a?.mtimeNs === b?.mtimeNs && a?.size === b?.size;
