import type { BlobId, Blobs } from '../../ports/blobs.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { ContentCorrupt } from './content-corrupt.ts';
import { piecesOf } from './content-reader.ts';

/** Re-hashing what is stored: one by one, or all that a store can prove in one pass and the rest one by one. */
export const createContentCheck = (objects: ObjectStore): Pick<Blobs, 'check' | 'checkAll'> => {
  const check: Blobs['check'] = async (id, onBytes) => {
    try {
      const [object] = await objects.read([id]);
      if (object === undefined) return 'missing';
      for await (const piece of piecesOf(objects, object)) onBytes?.(piece.length);
      objects.done?.([object]);
      return 'sound';
    } catch (cause) {
      if (!(cause instanceof ContentCorrupt)) throw cause;
      await objects.doubt?.(id);
      return 'corrupt';
    }
  };

  return {
    check,
    checkAll: async (ids, onBytes = () => undefined) => {
      const proved = await objects.prove?.(ids, onBytes);
      const wrong = new Map<BlobId, 'missing' | 'corrupt'>();
      let before: Promise<void> | undefined;
      for (const id of ids) {
        if (proved?.has(id)) continue;
        // This one is read while the one before is hashed.
        const judging = check(id, onBytes).then((verdict) => {
          if (verdict !== 'sound') wrong.set(id, verdict);
        });
        // Whoever awaits it sees its error; until then nobody does.
        judging.catch(() => undefined);
        await before;
        before = judging;
      }
      await before;
      return wrong;
    },
  };
};
