import { join } from 'node:path';
import type { BlobId } from '../../ports/blobs.ts';
import type { Swept } from '../../ports/collection.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { readAll } from '../../usecases/capture-io.ts';
import type { KnownPack, Located, PackFolder } from './pack-folder.ts';
import { createPackWriter, PACK_BYTES } from './pack-writer.ts';

type Deps = {
  readonly fs: FileSystem;
  readonly folder: string;
  readonly packs: PackFolder;
  readonly newName: () => string;
};

/** A pack is rewritten when this share of it is dead; below that, copying costs more than it frees. */
const WORTH_REWRITING = 0.25;
/** Packs smaller than this are gathered into one when there are this many. */
const SMALL_PACK = 1024 * 1024;
const MANY_SMALL = 16;

/**
 * Deletes copies, named by pack. What survives in a pack is written to another and synced before the old one goes,
 * one group of packs at a time, so a sweep never needs more than one pack's worth of extra space, and each step
 * takes only as long as one pack.
 */
export const sweepPacks = async (
  deps: Deps,
  isDead: (entry: Located) => boolean,
): Promise<Swept & { readonly more: boolean }> => {
  const all = [...deps.packs.packs()].filter(({ damaged }) => damaged === undefined);
  const small = all.filter(({ bytes }) => bytes < SMALL_PACK);
  const gathered = new Set(small.length >= MANY_SMALL ? small : []);
  const group: KnownPack[] = [];
  let surviving = 0;
  for (const pack of all) {
    const dead = bytesOf(pack.entries.filter(isDead));
    const hasDead = pack.entries.some(isDead);
    const worthIt = hasDead && dead >= bytesOf(pack.entries) * WORTH_REWRITING;
    if (!worthIt && !gathered.has(pack)) continue;
    const lives = bytesOf(pack.entries) - dead;
    if (group.length > 0 && surviving + lives > PACK_BYTES)
      return { ...(await rewrite(deps, group, isDead)), more: true };
    group.push(pack);
    surviving += lives;
  }
  const swept = group.length > 0 ? await rewrite(deps, group, isDead) : { objects: 0, bytes: 0 };
  return { ...swept, more: false };
};

const rewrite = async (
  deps: Deps,
  group: readonly KnownPack[],
  isDead: (entry: Located) => boolean,
): Promise<Swept> => {
  const { fs, folder, packs, newName } = deps;
  const writer = createPackWriter(fs, folder, newName);
  const written = new Set<BlobId>();
  let before = 0;
  let objects = 0;
  try {
    for (const pack of group) {
      const path = join(folder, `${pack.name}.pack`);
      // Another process gathered this one first; what lives in it has moved.
      if (fs.statSync(path) === undefined) continue;
      before += pack.bytes;
      const file = await fs.open(path, 'read');
      try {
        for (const entry of pack.entries) {
          if (isDead(entry)) objects += 1;
          if (isDead(entry) || written.has(entry.id)) continue;
          written.add(entry.id);
          const stored = new Uint8Array(entry.storedLength);
          await readAll(file, stored, entry.offset);
          await writer.copy(entry, stored);
        }
      } finally {
        await file.close();
      }
    }
    const fresh = await writer.publish();
    for (const pack of fresh) packs.add(pack);
    for (const { name } of group) await fs.unlink(join(folder, `${name}.pack`)).catch(unlessGone);
    await fs.syncFolder(folder);
    packs.forget(new Set(group.map(({ name }) => name)));
    return { objects, bytes: before - fresh.reduce((sum, { bytes }) => sum + bytes, 0) };
  } catch (cause) {
    await writer.discard();
    throw cause;
  }
};

const bytesOf = (entries: readonly Located[]): number =>
  entries.reduce((sum, { storedLength }) => sum + storedLength, 0);

const unlessGone = (cause: unknown): void => {
  if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause;
};

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** Parts whose writer died. No batch takes a day. */
export const removeAbandoned = async (fs: FileSystem, folder: string, now: number): Promise<void> => {
  for (const name of await fs.readdir(folder)) {
    if (!name.endsWith('.part')) continue;
    const path = join(folder, name);
    const stat = fs.statSync(path);
    if (stat !== undefined && now - Number(stat.mtimeNs / 1_000_000n) > ABANDONED_AFTER_MS) {
      await fs.unlink(path).catch(unlessGone);
    }
  }
};
