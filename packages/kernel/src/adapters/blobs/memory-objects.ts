import type { BlobId } from '../../ports/blobs.ts';
import type { CollectableObjects } from '../../ports/collection.ts';
import type { StoredObject } from '../../ports/object-store.ts';
import { createContentStore } from './content-store.ts';

export const createMemoryContent = () => createContentStore(createMemoryObjects());

export const createMemoryObjects = (): CollectableObjects => {
  let marked: { readonly at: number; readonly ids: Set<BlobId> } | undefined;
  const objectById = new Map<BlobId, StoredObject>();
  return {
    head: async (id) => objectById.get(id),
    read: async (ids) => ids.map((id) => objectById.get(id)),
    write: async (job) => {
      const pending = new Map<BlobId, StoredObject>();
      const result = await job({
        held: async (ids, role) =>
          new Set(
            ids.filter((id) => {
              const object = pending.get(id) ?? (marked?.ids.has(id) ? undefined : objectById.get(id));
              return object !== undefined && (role === undefined || object.role === role);
            }),
          ),
        add: async (objects) => {
          for (const object of objects) {
            pending.set(object.id, { ...object, bytes: object.bytes.slice() });
          }
        },
      });
      for (const [id, object] of pending) {
        marked?.ids.delete(id);
        if (objectById.get(id)?.role !== 'tree') objectById.set(id, object);
      }
      return result;
    },
    list: async function* () {
      yield* objectById.values();
    },
    usage: async () => {
      const storedBytes = [...objectById.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
      return { objects: objectById.size, storedBytes };
    },
    markedAt: async () => marked?.at,
    mark: async (live, now) => {
      marked = { at: now(), ids: new Set([...objectById.keys()].filter((id) => !live.has(id))) };
      return { condemned: marked.ids.size };
    },
    sweep: async (live) => {
      const dead = [...(marked?.ids ?? [])].filter((id) => !live.has(id));
      const bytes = dead.reduce((sum, id) => sum + (objectById.get(id)?.bytes.length ?? 0), 0);
      for (const id of dead) objectById.delete(id);
      return { objects: dead.length, bytes, more: false };
    },
    close: async () => undefined,
  };
};
