import type { BlobId } from '../ports/blobs.ts';
import { ContentCorrupt } from '../ports/content-corrupt.ts';
import type { ObjectStore, StoredObject } from '../ports/object-store.ts';

export type CopyDeps = {
  readonly from: ObjectStore;
  readonly to: ObjectStore;
  readonly idOf: (bytes: Uint8Array) => BlobId;
};

const AT_ONCE = 64;

/** `damaged`: listed, and not to be read, or not what their name says. They were not copied. */
export type CopiedObjects = { readonly objects: number; readonly added: number; readonly damaged: readonly BlobId[] };

/**
 * Copies all content from one store to another. What the target has is not copied again, so a copy that was cut off
 * is simply begun again. Names go after what they name: recipes after chunks, trees last.
 */
export const copyObjects = async ({ from, to, idOf }: CopyDeps): Promise<CopiedObjects> => {
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
        const missing = some.filter((id) => !held.has(id));
        const sound: StoredObject[] = [];
        for (const [index, object] of (await readEach(from, missing)).entries()) {
          // A recipe's id is the hash of what it makes; it is checked when that is read.
          if (object && (role === 'recipe' || idOf(object.bytes) === object.id)) sound.push(object);
          else damaged.push(missing[index] as BlobId);
        }
        await batch.add(sound);
        added += sound.length;
      });
    }
  }
  return { objects, added, damaged };
};

/** Together, and one by one when one of them cannot be unpacked: the others are not lost with it. */
const readEach = async (from: ObjectStore, ids: readonly BlobId[]): Promise<readonly (StoredObject | undefined)[]> => {
  try {
    return await from.read(ids);
  } catch (cause) {
    if (!(cause instanceof ContentCorrupt)) throw cause;
    if (ids.length <= 1) return [undefined];
    const each = [];
    for (const id of ids) each.push(...(await readEach(from, [id])));
    return each;
  }
};
