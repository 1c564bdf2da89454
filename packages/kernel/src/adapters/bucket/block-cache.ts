import { mkdir, open, readdir, rename, stat, unlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BucketClient } from './bucket-client.ts';

/** Packs are read in blocks of this size, so that what lies side by side comes along. */
export const BLOCK_BYTES: number = 1024 * 1024;
const QUOTA_BYTES = 2 * 1024 * 1024 * 1024;
const AT_ONCE = 6;

/** A stretch of a pack that is `packBytes` long. */
export type Stretch = {
  readonly pack: string;
  readonly packBytes: number;
  readonly from: number;
  readonly length: number;
};

export type Blocks = {
  /** Undefined when the bucket has no such pack. */
  readonly read: (stretch: Stretch) => Promise<Uint8Array | undefined>;
  /** Forgets what was kept of it: it is not what it should be. */
  readonly drop: (stretch: Stretch) => Promise<void>;
  /** Past the cache, for what is read once. */
  readonly readFresh: (stretch: Stretch) => Promise<Uint8Array | undefined>;
};

export type BlockCacheOptions = {
  readonly client: Pick<BucketClient, 'read'>;
  /** Free to delete at any time; undefined keeps nothing. */
  readonly folder: string | undefined;
  readonly quotaBytes?: number | undefined;
};

/** Blocks of packs in files, the least lately used ones deleted first. What a disk refuses costs the cache, never a read. */
export const createBlockCache = ({ client, folder, quotaBytes = QUOTA_BYTES }: BlockCacheOptions): Blocks => {
  /** Sizes by file name, the least lately used one first. */
  const kept = new Map<string, number>();
  const fetching = new Map<string, Promise<Uint8Array | undefined>>();
  let total = 0;
  let opened: Promise<void> | undefined;

  const openFolder = (at: string): Promise<void> => {
    opened ??= load(at).catch(() => undefined);
    return opened;
  };
  const load = async (at: string): Promise<void> => {
    // Not `recursive`: where any creation is answered with ENOENT, that tries for ever.
    for (const each of [dirname(at), at]) await mkdir(each, { mode: 0o700 }).catch(unlessThere);
    const found: { readonly name: string; readonly size: number; readonly used: number }[] = [];
    for (const name of await readdir(at)) {
      const file = await stat(join(at, name)).catch(() => undefined);
      if (file?.isFile()) found.push({ name, size: file.size, used: file.mtimeMs });
    }
    for (const { name, size } of found.toSorted((a, b) => a.used - b.used)) note(name, size);
  };
  const note = (name: string, size: number): void => {
    total += size - (kept.get(name) ?? 0);
    kept.delete(name);
    kept.set(name, size);
  };
  const forget = async (at: string, name: string): Promise<void> => {
    total -= kept.get(name) ?? 0;
    kept.delete(name);
    await unlink(join(at, name)).catch(() => undefined);
  };

  const readKept = async (at: string, name: string, length: number): Promise<Uint8Array | undefined> => {
    if (!kept.has(name)) return undefined;
    try {
      const file = await open(join(at, name), 'r');
      try {
        const bytes = new Uint8Array(length + 1);
        const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
        if (bytesRead !== length) throw new Error('another length');
        note(name, length);
        const now = new Date();
        await utimes(join(at, name), now, now).catch(() => undefined);
        return bytes.subarray(0, length);
      } finally {
        await file.close();
      }
    } catch {
      await forget(at, name);
      return undefined;
    }
  };

  const keep = async (at: string, name: string, bytes: Uint8Array): Promise<void> => {
    if (bytes.length > quotaBytes) return;
    const part = join(at, `${name}.${process.pid}.part`);
    try {
      const file = await open(part, 'w', 0o600);
      try {
        await file.writeFile(bytes);
      } finally {
        await file.close();
      }
      await rename(part, join(at, name));
      note(name, bytes.length);
      for (const oldest of kept.keys()) {
        if (total <= quotaBytes) break;
        await forget(at, oldest);
      }
    } catch {
      await unlink(part).catch(() => undefined);
    }
  };

  const blockOf = async (pack: string, packBytes: number, index: number): Promise<Uint8Array | undefined> => {
    const name = `${pack}-${index}`;
    const from = index * BLOCK_BYTES;
    const length = Math.min(BLOCK_BYTES, packBytes - from);
    const begun = fetching.get(name);
    if (begun) return begun;
    const fetched = (async () => {
      if (folder !== undefined) await openFolder(folder);
      const found = folder === undefined ? undefined : await readKept(folder, name, length);
      if (found) return found;
      const bytes = await client.read(pack, from, length);
      if (bytes && folder !== undefined) await keep(folder, name, bytes);
      return bytes;
    })().finally(() => fetching.delete(name));
    fetching.set(name, fetched);
    return fetched;
  };

  const indexesOf = ({ from, length }: Stretch): readonly number[] => {
    const [first, last] = [Math.floor(from / BLOCK_BYTES), Math.floor(Math.max(from, from + length - 1) / BLOCK_BYTES)];
    return Array.from({ length: last - first + 1 }, (_, nth) => first + nth);
  };

  return {
    read: async (stretch) => {
      const { pack, packBytes, from, length } = stretch;
      if (length === 0) return new Uint8Array(0);
      const indexes = indexesOf(stretch);
      const bytes = new Uint8Array(length);
      for (let at = 0; at < indexes.length; at += AT_ONCE) {
        const some = indexes.slice(at, at + AT_ONCE);
        const blocks = await Promise.all(some.map((index) => blockOf(pack, packBytes, index)));
        for (const [nth, block] of blocks.entries()) {
          if (block === undefined) return undefined;
          const start = (some[nth] ?? 0) * BLOCK_BYTES;
          const piece = block.subarray(Math.max(0, from - start), from + length - start);
          bytes.set(piece, Math.max(0, start - from));
        }
      }
      return bytes;
    },
    drop: async (stretch) => {
      if (folder !== undefined)
        for (const index of indexesOf(stretch)) await forget(folder, `${stretch.pack}-${index}`);
    },
    readFresh: async ({ pack, from, length }) => (length === 0 ? new Uint8Array(0) : client.read(pack, from, length)),
  };
};

const unlessThere = (cause: NodeJS.ErrnoException): void => {
  if (cause.code !== 'EEXIST') throw cause;
};
