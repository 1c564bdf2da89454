import { join } from 'node:path';
import { isMissing } from '../../core/system-error.ts';
import type { BlobId } from '../../ports/blobs.ts';
import type { Swept } from '../../ports/collection.ts';
import type { FileSystem, OpenFile } from '../../ports/file-system.ts';
import type { ObjectRole } from '../../ports/object-store.ts';
import { readAll } from '../../usecases/capture-io.ts';
import type { KnownPack, Located, PackFolder } from './pack-folder.ts';
import { createPackWriter } from './pack-writer.ts';
import { isSoundCopy } from './sound-object.ts';

type Deps = {
  readonly fs: FileSystem;
  readonly folder: string;
  readonly packs: PackFolder;
  readonly newName: () => string;
  readonly packBytes: number;
};

/** A pack is rewritten when this share of it is dead; below that, copying costs more than it frees. */
const WORTH_REWRITING = 0.25;
/** Packs smaller than this are gathered into one when there are this many. */
const SMALL_PACK = 1024 * 1024;
const MANY_SMALL = 16;

/**
 * Deletes copies, named by pack. What survives in a pack is written to another and synced before the old one goes,
 * one group of packs at a time, so a sweep never needs more than one pack's worth of extra space, and each step
 * takes only as long as one pack. What survives is checked on its way: a pack that holds something live and damaged
 * stays as it is, for somebody may be able to mend it.
 */
export const sweepPacks = async (
  deps: Deps,
  isDead: (entry: Located) => boolean,
): Promise<Swept & { readonly more: boolean }> => {
  const all = [...deps.packs.packs()].filter(
    ({ damaged, entries }) =>
      damaged === undefined && !entries.some((entry) => deps.packs.isUnsound(entry) && !isDead(entry)),
  );
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
    if (group.length > 0 && surviving + lives > deps.packBytes) {
      const swept = await rewrite(deps, group, isDead);
      return swept === 'unsound' ? sweepPacks(deps, isDead) : { ...swept, more: true };
    }
    group.push(pack);
    surviving += lives;
  }
  const swept = group.length > 0 ? await rewrite(deps, group, isDead) : { objects: 0, bytes: 0 };
  return swept === 'unsound' ? sweepPacks(deps, isDead) : { ...swept, more: false };
};

/** Raised in mid-copy; what was copied by then is thrown away. */
class FoundUnsound extends Error {}

/** `unsound`: nothing was done, for one of the packs turned out to hold something live and damaged. It is distrusted now. */
const rewrite = async (
  deps: Deps,
  group: readonly KnownPack[],
  isDead: (entry: Located) => boolean,
): Promise<Swept | 'unsound'> => {
  const { fs, folder, packs, newName, packBytes } = deps;
  const writer = createPackWriter(fs, folder, newName, packBytes);
  const roleById = new Map<BlobId, ObjectRole>();
  // A tree stands for the same bytes as a blob, and not the other way round: only a tree keeps its blobs alive.
  const isWritten = ({ id, role }: Located): boolean => roleById.get(id) === 'tree' || roleById.get(id) === role;
  let before = 0;
  let objects = 0;
  try {
    for (const pack of group) {
      const file = await openUnlessGone(fs, join(folder, `${pack.name}.pack`));
      // Another process gathered this one first; what lives in it has moved.
      if (file === undefined) continue;
      before += pack.bytes;
      try {
        for (const entry of pack.entries) {
          if (isDead(entry)) objects += 1;
          if (isDead(entry) || isWritten(entry)) continue;
          const room = new Uint8Array(entry.storedLength);
          const stored = room.subarray(0, await readAll(file, room, entry.offset));
          if (!isSoundCopy(entry, stored)) {
            packs.distrust(entry);
            throw new FoundUnsound();
          }
          roleById.set(entry.id, entry.role);
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
    if (cause instanceof FoundUnsound) return 'unsound';
    throw cause;
  }
};

const openUnlessGone = async (fs: FileSystem, path: string): Promise<OpenFile | undefined> => {
  try {
    return await fs.open(path, 'read');
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
};

const bytesOf = (entries: readonly Located[]): number =>
  entries.reduce((sum, { storedLength }) => sum + storedLength, 0);

const unlessGone = (cause: unknown): void => {
  if (!isMissing(cause)) throw cause;
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
