import { decodeRecipe } from '../../core/chunks/recipe.ts';
import type { BlobId } from '../../ports/blobs.ts';
import { ContentCorrupt } from '../../ports/content-corrupt.ts';
import type { StoredObject } from '../../ports/object-store.ts';
import { isSound } from '../blobs/sound-object.ts';

type Read = (ids: readonly BlobId[]) => Promise<readonly (StoredObject | undefined)[]>;

/** Chunks come to 64 KB each. */
const AT_ONCE = 64;

/** What this process read and found damaged. No batch relies on it until it has been put again. */
export const createDoubtedRows = (read: Read) => {
  const doubted = new Set<BlobId>();

  /** Sound as far as it can be told alone. */
  const soundOf = async (ids: readonly BlobId[]): Promise<readonly StoredObject[]> => {
    try {
      return (await read(ids)).filter((object) => object !== undefined && isSound(object)) as StoredObject[];
    } catch (cause) {
      if (!(cause instanceof ContentCorrupt)) throw cause;
      // One of them cannot be unpacked; the others are not doubted for that.
      if (ids.length <= 1) return [];
      const each: StoredObject[] = [];
      for (const id of ids) each.push(...(await soundOf([id])));
      return each;
    }
  };

  return {
    has: (id: BlobId): boolean => doubted.has(id),
    /** With a recipe, those of its chunks that are damaged as well. */
    doubt: async (id: BlobId): Promise<void> => {
      // Whatever is wrong: only when it is put again as a whole is it known to be whole.
      doubted.add(id);
      const [object] = await soundOf([id]);
      const recipe = object?.role === 'recipe' ? decodeRecipe(object.bytes) : undefined;
      const chunks = recipe?.ok ? recipe.value.chunks.map((chunk) => chunk.id as BlobId) : [];
      for (let at = 0; at < chunks.length; at += AT_ONCE) {
        const some = chunks.slice(at, at + AT_ONCE);
        const sound = new Set((await soundOf(some)).map((chunk) => chunk.id));
        for (const chunk of some) if (!sound.has(chunk)) doubted.add(chunk);
      }
    },
    trust: (ids: Iterable<BlobId>): void => {
      for (const id of ids) doubted.delete(id);
    },
  };
};
