import type { BlobId } from '../../ports/blobs.ts';
import type { ObjectStore, StoredObject } from '../../ports/object-store.ts';
import { createContentStore } from './content-store.ts';

export const createMemoryContent = () => createContentStore(createMemoryObjects());

export const createMemoryObjects = (): ObjectStore => {
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
              const object = pending.get(id) ?? objectById.get(id);
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
    close: async () => undefined,
  };
};
