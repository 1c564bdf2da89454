import { dirname, join } from 'node:path';
import { isMissing } from '../../core/system-error.ts';
import type { BlobId } from '../../ports/blobs.ts';
import type { Entropy } from '../../ports/clock.ts';
import type { CollectableObjects } from '../../ports/collection.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { StoredObject } from '../../ports/object-store.ts';
import { createCondemnedList, isCondemned, type Mark } from './condemned.ts';
import { proveInPass } from './content-pass.ts';
import { createContentStore } from './content-store.ts';
import { createCopyReader } from './copy-reader.ts';
import { createDiskBatch } from './disk-batch.ts';
import { createPackFolder, type Located } from './pack-folder.ts';
import { createPackReader } from './pack-reader.ts';
import { createPackWriter } from './pack-writer.ts';
import { removeAbandoned, sweepPacks } from './sweep-packs.ts';

export type DiskContentDeps = {
  readonly fs: FileSystem;
  readonly folder: string;
  readonly entropy: Entropy;
  /** Whoever only looks does not make the folders either. */
  readonly readOnly?: boolean;
  /** A pack is closed past this size, which bounds the space a sweep needs to rewrite one. */
  readonly packBytes?: number;
};

const PACK_BYTES = 64 * 1024 * 1024;

/** Opens, or begins, a content store in `folder`, whose parent exists. */
export const createDiskContent = async (deps: DiskContentDeps): Promise<ContentStore> =>
  createContentStore(await createDiskObjects(deps));

export const createDiskObjects = async (deps: DiskContentDeps): Promise<CollectableObjects> => {
  const { fs, folder, entropy, readOnly = false, packBytes = PACK_BYTES } = deps;
  const packFolder = join(folder, 'packs');
  for (const path of readOnly ? [] : [folder, packFolder]) {
    await fs.mkdir(path);
    // Also when it was there: whoever made it may have died before its name was safe.
    await fs.syncFolder(dirname(path));
  }
  const packs = createPackFolder(fs, packFolder);
  const reader = createPackReader(fs, packFolder);
  const copies = createCopyReader(packs, reader);
  const condemned = createCondemnedList(fs, folder);
  const newName = () => Buffer.from(entropy.bytes(16)).toString('hex');
  /** The mark that whoever collects has seen and judged to be old enough. */
  let toldOf: Mark;
  await packs.refresh();

  const locate = async (id: BlobId): Promise<Located | undefined> => {
    const known = packs.find(id);
    if (known !== undefined) return known;
    await packs.refresh();
    return packs.find(id);
  };

  const read = async (ids: readonly BlobId[]): Promise<readonly (StoredObject | undefined)[]> => {
    const located: (Located | undefined)[] = [];
    for (const id of ids) located.push(await locate(id));
    const present = located.filter((entry) => entry !== undefined);
    const objects = (await copies.read(present)).values();
    return located.map((entry) => (entry === undefined ? undefined : objects.next().value));
  };

  // The list before the packs: a sweep removes packs before it shortens the list, so the other order could
  // meet a pack that is about to go and a list that no longer says so.
  const lookAround = async (): Promise<Mark> => {
    const list = await condemned.look();
    await packs.refresh();
    return list;
  };

  return {
    head: locate,
    heads: async (ids) => {
      const known = ids.map(packs.find);
      if (!known.includes(undefined)) return known;
      await packs.refresh();
      return ids.map(packs.find);
    },
    read: async (ids) => {
      try {
        return await read(ids);
      } catch (cause) {
        // A pack can go while it is being read: a sweep or a merge moved what is live elsewhere.
        if (!isMissing(cause)) throw cause;
        await packs.refresh();
        return read(ids);
      }
    },

    done: reader.done,
    doubt: copies.doubt,
    damaged: async () => {
      await packs.refresh();
      await copies.judgeAgain();
      return packs.damaged();
    },

    prove: async (ids, onBytes) => {
      const proved = new Set<BlobId>();
      const onProved = (id: BlobId) => void proved.add(id);
      try {
        await proveInPass({ fs, folder: packFolder, find: packs.find, onProved, onBytes }, ids);
      } catch (cause) {
        // A pack went meanwhile, and the plan with it. What was proved by then stays proved.
        if (!isMissing(cause)) throw cause;
      }
      return proved;
    },

    write: async (job) => {
      const writer = createPackWriter(fs, packFolder, newName, packBytes);
      try {
        const { batch, settle } = await createDiskBatch({
          packs,
          writer,
          read,
          lookAround,
          latestMark: condemned.look,
        });
        const result = await job(batch);
        await settle();
        for (const pack of await writer.publish()) packs.add(pack);
        return result;
      } catch (cause) {
        await writer.discard();
        throw cause;
      }
    },

    list: async function* () {
      await packs.refresh();
      yield* [...packs.entries()];
    },
    usage: async () => {
      await packs.refresh();
      let storedBytes = 0;
      for (const pack of packs.packs()) storedBytes += pack.bytes;
      return { objects: packs.count(), storedBytes };
    },
    markedAt: async () => {
      toldOf = await condemned.look();
      return toldOf === 'damaged' ? undefined : toldOf?.at;
    },
    mark: async (live, now) => {
      await removeAbandoned(fs, packFolder, now());
      await packs.refresh();
      const idsByPack = new Map<string, Set<BlobId>>();
      let count = 0;
      for (const { name, entries } of packs.packs()) {
        const dead = entries.filter(({ id }) => !live.has(id));
        if (dead.length > 0) idsByPack.set(name, new Set(dead.map(({ id }) => id)));
        count += dead.length;
      }
      await condemned.save({ at: now(), idsByPack }, newName);
      return { condemned: count };
    },
    sweep: async (live) => {
      const mark = await lookAround();
      if (mark === undefined || mark !== toldOf) return { objects: 0, bytes: 0, more: false };
      const isDead = (copy: Located) => !live.has(copy.id) && isCondemned(mark, copy);
      return sweepPacks({ fs, folder: packFolder, packs, newName, packBytes }, isDead);
    },
    close: reader.close,
  };
};
