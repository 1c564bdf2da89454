import { decodeRecipe } from '../../core/chunks/recipe.ts';
import type { BlobId } from '../../ports/blobs.ts';
import type { StoredObject } from '../../ports/object-store.ts';
import { ContentCorrupt } from './content-corrupt.ts';
import type { Located, PackFolder } from './pack-folder.ts';
import type { PackReader } from './pack-reader.ts';
import { isSound } from './sound-object.ts';

/** Reads what may stand in several packs: a damaged copy gives way to another one. */
export const createCopyReader = (packs: PackFolder, reader: Pick<PackReader, 'read'>) => {
  /** What stands once is for its reader to check; of several copies the sound one has to be found here. */
  const readSound = async (entry: Located): Promise<StoredObject> => {
    for (let copy = entry; ; ) {
      const read = await readUnpacked(copy);
      if (!(read instanceof ContentCorrupt) && (packs.copiesOf(copy.id).length === 1 || isSound(read))) return read;
      packs.distrust(copy);
      const next = packs.find(copy.id);
      if (next === undefined || !packs.isWhole(copy.id) || isSame(next, copy)) {
        if (read instanceof ContentCorrupt) throw read;
        return read;
      }
      copy = next;
    }
  };

  const readUnpacked = async (copy: Located): Promise<StoredObject | ContentCorrupt> => {
    try {
      const [object] = await reader.read([copy]);
      return object as StoredObject;
    } catch (cause) {
      if (cause instanceof ContentCorrupt) return cause;
      throw cause;
    }
  };

  const readEach = async (entries: readonly Located[]): Promise<readonly StoredObject[]> => {
    const objects: StoredObject[] = [];
    for (const entry of entries) objects.push(await readSound(entry));
    return objects;
  };

  const judge = async (id: BlobId): Promise<StoredObject | undefined> => {
    let sound: StoredObject | undefined;
    for (const copy of packs.copiesOf(id)) {
      const read = await readUnpacked(copy);
      if (read instanceof ContentCorrupt || !isSound(read)) packs.distrust(copy);
      else sound = read;
    }
    return sound;
  };

  return {
    read: async (entries: readonly Located[]): Promise<readonly StoredObject[]> => {
      if (entries.some(({ id }) => packs.copiesOf(id).length > 1)) return readEach(entries);
      try {
        return await reader.read(entries);
      } catch (cause) {
        if (cause instanceof ContentCorrupt) return readEach(entries);
        throw cause;
      }
    },

    /** Copies that were damaged may have been brought back. */
    judgeAgain: async (): Promise<void> => {
      for (const copy of packs.unsound()) {
        const read = await readUnpacked(copy);
        if (!(read instanceof ContentCorrupt) && isSound(read)) packs.trust(copy);
      }
    },

    /** Looks which copies of this content, or of its chunks, are damaged, so that none of them is relied on. */
    doubt: async (id: BlobId): Promise<void> => {
      const object = await judge(id);
      const recipe = object?.role === 'recipe' ? decodeRecipe(object.bytes) : undefined;
      if (!recipe?.ok) return;
      let whole = true;
      for (const chunk of recipe.value.chunks) whole = (await judge(chunk.id as BlobId)) !== undefined && whole;
      // Chunks that are all right and make another whole: then it is the recipe that lies.
      if (whole) for (const copy of packs.copiesOf(id)) packs.distrust(copy);
      else packs.distrustWhole(id);
    },
  };
};

const isSame = (one: Located, other: Located): boolean => one.pack === other.pack && one.offset === other.offset;
