import type { BlobId } from '../../ports/blobs.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { blobIdOf } from '../node/sha256.ts';

const AT_ONCE = 64;

export type CopiedObjects = { readonly objects: number; readonly added: number; readonly damaged: readonly BlobId[] };

/**
 * Copies all content from one store to another. What the target has is not copied again, so a copy that was cut off
 * is simply begun again. Names go after what they name: recipes after chunks, trees last.
 */
export const copyObjects = async (from: ObjectStore, to: ObjectStore): Promise<CopiedObjects> => {
  const idsByRole = { bytes: [] as BlobId[], recipe: [] as BlobId[], tree: [] as BlobId[] };
  for await (const { id, role } of from.list()) idsByRole[role].push(id);
  let objects = 0;
  let added = 0;
  const damaged: BlobId[] = [];
  for (const role of ['bytes', 'recipe', 'tree'] as const) {
    const ids = idsByRole[role];
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE);
      objects += some.length;
      await to.write(async (batch) => {
        const held = await batch.held(some, role);
        const missing = await from.read(some.filter((id) => !held.has(id)));
        const sound = missing
          .filter((object) => object !== undefined)
          .filter((object) => {
            // A recipe's id is the hash of what it makes; it is checked when that is read.
            const intact = role === 'recipe' || blobIdOf(object.bytes) === object.id;
            if (!intact) damaged.push(object.id);
            return intact;
          });
        await batch.add(sound);
        added += sound.length;
      });
    }
  }
  return { objects, added, damaged };
};
