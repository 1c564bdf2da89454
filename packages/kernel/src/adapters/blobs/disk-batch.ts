import { decodeRecipe } from '../../core/chunks/recipe.ts';
import type { BlobId } from '../../ports/blobs.ts';
import type { ObjectBatch, ObjectRole, StoredObject } from '../../ports/object-store.ts';
import { isCondemned, type Mark } from './condemned.ts';
import { ContentCorrupt } from './content-corrupt.ts';
import type { PackFolder } from './pack-folder.ts';
import type { PackWriter } from './pack-writer.ts';
import { isSound } from './sound-object.ts';

type Deps = {
  readonly packs: PackFolder;
  readonly writer: PackWriter;
  readonly read: (ids: readonly BlobId[]) => Promise<readonly (StoredObject | undefined)[]>;
  /** The standing first mark, and the packs as they are now. */
  readonly lookAround: () => Promise<Mark>;
  /** The mark alone; the same object as long as nobody has made another. */
  readonly latestMark: () => Promise<Mark>;
};

/** What one batch adds, and what it names without adding. */
export const createDiskBatch = async ({ packs, writer, read, lookAround, latestMark }: Deps) => {
  const pending = new Map<BlobId, ObjectRole>();
  const reliedOn = new Set<BlobId>();
  let mark = await lookAround();

  const isHeld = (id: BlobId, role?: ObjectRole): boolean => {
    const added = pending.get(id);
    if (added !== undefined && (role === undefined || role === added)) return true;
    const stored = packs.find(id);
    if (stored === undefined || (role !== undefined && stored.role !== role)) return false;
    return mark !== 'damaged' && !isCondemned(mark, stored) && packs.isWhole(id);
  };

  const add = async (objects: readonly StoredObject[]): Promise<void> => {
    const fresh = objects.filter(({ id, role }) => pending.get(id) !== role);
    for (const { id, role } of fresh) pending.set(id, role);
    await writer.add(fresh);
  };

  const rescue = async (ids: Iterable<BlobId>): Promise<void> => {
    for (const id of ids) {
      if (isHeld(id)) continue;
      const [object] = await read([id]);
      if (object === undefined) throw new Error(`${id} was collected before the batch that names it was done. Retry.`);
      if (!isSound(object)) throw new ContentCorrupt(id, 'its bytes have another hash');
      const recipe = object.role === 'recipe' ? decodeRecipe(object.bytes) : undefined;
      if (recipe?.ok) await rescue(recipe.value.chunks.map((chunk) => chunk.id as BlobId));
      await add([object]);
    }
  };

  /** Where a pack cannot be read, a recipe in another one may have lost its chunks with it. */
  const hasChunks = async (id: BlobId): Promise<boolean> => {
    if (pending.has(id) || packs.find(id)?.role !== 'recipe') return true;
    const [object] = await read([id]);
    const recipe = object && decodeRecipe(object.bytes);
    return recipe?.ok === true && recipe.value.chunks.every((chunk) => isHeld(chunk.id as BlobId));
  };

  const batch: ObjectBatch = {
    held: async (ids, role) => {
      const held = new Set(ids.filter((id) => isHeld(id, role)));
      if (packs.hidesSome()) for (const id of held) if (!(await hasChunks(id))) held.delete(id);
      for (const id of held) reliedOn.add(id);
      return held;
    },
    add,
  };

  return {
    batch,
    /** A mark made meanwhile may have condemned what this batch relies on. It is still there: take it along. */
    settle: async (): Promise<void> => {
      if ((await latestMark()) === mark) return;
      mark = await lookAround();
      await rescue(reliedOn);
    },
  };
};
