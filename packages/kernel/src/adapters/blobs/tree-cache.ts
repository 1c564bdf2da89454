import type { Tree } from '../../core/trees/tree.ts';
import type { BlobId } from '../../ports/blobs.ts';

/** About 30 MB of entries: several Workbenches of a thousand files, each in the few states a command compares. */
const MOST_ENTRIES = 100_000;

/** Trees as they were read. A tree never changes, so whoever asks again is given the same object. */
export const createTreeCache = (mostEntries = MOST_ENTRIES) => {
  const known = new Map<BlobId, { readonly tree: Tree; readonly entries: number }>();
  let held = 0;
  const drop = (id: BlobId): void => {
    held -= known.get(id)?.entries ?? 0;
    known.delete(id);
  };
  return {
    get: (id: BlobId): Tree | undefined => {
      const found = known.get(id);
      if (found === undefined) return undefined;
      known.delete(id);
      known.set(id, found);
      return found.tree;
    },
    set: (id: BlobId, tree: Tree): void => {
      drop(id);
      const entries = Object.keys(tree.entries).length + 1;
      if (entries > mostEntries) return;
      known.set(id, { tree, entries });
      held += entries;
      for (const oldest of known.keys()) {
        if (held <= mostEntries) break;
        drop(oldest);
      }
    },
  };
};
