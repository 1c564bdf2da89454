import { join } from 'node:path';
import { z } from 'zod';
import { isBlobId } from '../../core/digest.ts';
import type { Entropy } from '../../ports/clock.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { KnownFile, KnownFiles, StatCache } from '../../ports/stat-cache.ts';
import { readAll, writeAll } from '../../usecases/capture-io.ts';
import { sha256 } from '../node/sha256.ts';

export const createMemoryStatCache = (): StatCache => {
  const filesByFolder = new Map<string, KnownFiles>();
  return {
    load: async (folder) => filesByFolder.get(folder) ?? new Map(),
    save: async (folder, files) => void filesByFolder.set(folder, files),
  };
};

/** One file per folder: the hash of the rest, then a JSON row per file. Not synced: a torn one fails its hash. */
export const createDiskStatCache = (deps: {
  readonly fs: FileSystem;
  readonly folder: string;
  readonly entropy: Entropy;
}): StatCache => {
  const { fs, folder: home, entropy } = deps;
  const latest = new Map<string, { readonly inode: bigint; readonly files: KnownFiles }>();
  const pathOf = (folder: string) => join(home, `${sha256(folder).slice(0, 32)}.stats`);

  const keep = (path: string, files: KnownFiles): void => {
    const inode = fs.statSync(path)?.inode;
    latest.delete(path);
    if (inode !== undefined) latest.set(path, { inode, files });
    for (const old of [...latest.keys()].slice(0, -KEPT)) latest.delete(old);
  };

  return {
    load: async (folder) => {
      const path = pathOf(folder);
      const found = fs.statSync(path);
      const known = latest.get(path);
      if (found === undefined) return new Map();
      if (known?.inode === found.inode) return known.files;
      const files = parse(await readWhole(fs, path, found.size));
      keep(path, files);
      return files;
    },
    save: async (folder, files) => {
      if (fs.statSync(home) === undefined) await fs.mkdir(home);
      const path = pathOf(folder);
      const part = join(home, `${Buffer.from(entropy.bytes(12)).toString('hex')}.part`);
      const file = await fs.open(part, 'create');
      try {
        await writeAll(file, serialise(files), 0);
      } finally {
        await file.close();
      }
      await fs.rename(part, path);
      keep(path, files);
    },
  };
};

/** How many folders' files are kept in memory. */
const KEPT = 8;

const serialise = (files: KnownFiles): Uint8Array => {
  const body = JSON.stringify([...files].map(([path, { stamp, blob }]) => [path, stamp, blob]));
  return new TextEncoder().encode(`${sha256(body)}\n${body}`);
};

const Rows = z.array(z.tuple([z.string(), z.string(), z.string().refine(isBlobId)]));

const parse = (bytes: Uint8Array): KnownFiles => {
  const text = new TextDecoder().decode(bytes);
  const line = text.indexOf('\n');
  const body = text.slice(line + 1);
  if (line < 0 || sha256(body) !== text.slice(0, line)) return new Map();
  const rows = Rows.safeParse(JSON.parse(body));
  if (!rows.success) return new Map();
  return new Map(rows.data.map(([path, stamp, blob]): [string, KnownFile] => [path, { stamp, blob }]));
};

const readWhole = async (fs: FileSystem, path: string, size: number): Promise<Uint8Array> => {
  const file = await fs.open(path, 'read');
  try {
    const bytes = new Uint8Array(size);
    return bytes.subarray(0, await readAll(file, bytes, 0));
  } finally {
    await file.close();
  }
};
