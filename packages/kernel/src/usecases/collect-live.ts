import { decodeRecipe } from '../core/chunks/recipe.ts';
import { err, ok, type Result } from '../core/result.ts';
import { decodeTree } from '../core/trees/tree.ts';
import type { BlobId } from '../ports/blobs.ts';
import type { ObjectStore, StoredObject } from '../ports/object-store.ts';

/** Something live names other content and cannot be read: what else is live is unknown, so nothing may be deleted. */
export type LiveUnreadable = { readonly code: 'LIVE_CONTENT_UNREADABLE'; readonly ids: readonly BlobId[] };

/** Everything reachable from pins: trees name blobs, recipes name chunks. It only grows. */
export const createLiveSet = (objects: ObjectStore, idOf: (bytes: Uint8Array) => BlobId) => {
  const live = new Set<BlobId>();
  const unreadable: BlobId[] = [];
  let frontier: BlobId[] = [];

  const meet = (id: BlobId): void => {
    if (live.has(id)) return;
    live.add(id);
    frontier.push(id);
  };

  const visit = async (ids: readonly BlobId[]): Promise<void> => {
    const naming: BlobId[] = [];
    for (const id of ids) {
      const head = await objects.head(id);
      // A pin without an object is no damage: small content rides in the commit itself.
      if (head !== undefined && head.role !== 'bytes') naming.push(id);
    }
    for (const object of await objects.read(naming)) {
      if (object === undefined) continue;
      const named = namedBy(object, idOf);
      if (named === undefined) unreadable.push(object.id);
      else for (const id of named) meet(id);
    }
  };

  const drain = async (): Promise<void> => {
    while (frontier.length > 0) {
      const ids = frontier;
      frontier = [];
      for (let at = 0; at < ids.length; at += AT_ONCE) await visit(ids.slice(at, at + AT_ONCE));
    }
  };

  return {
    ids: live as ReadonlySet<BlobId>,
    /** Adds what is pinned and all that it names. */
    reach: async (pins: AsyncIterable<BlobId> | Iterable<BlobId>): Promise<Result<void, LiveUnreadable>> => {
      for await (const id of pins) {
        meet(id);
        if (frontier.length >= AT_ONCE) await drain();
      }
      await drain();
      return unreadable.length > 0 ? err({ code: 'LIVE_CONTENT_UNREADABLE', ids: unreadable }) : ok(undefined);
    },
  };
};

const AT_ONCE = 64;

const namedBy = (object: StoredObject, idOf: (bytes: Uint8Array) => BlobId): readonly BlobId[] | undefined => {
  if (object.role === 'recipe') {
    const recipe = decodeRecipe(object.bytes);
    return recipe.ok ? recipe.value.chunks.map(({ id }) => id as BlobId) : undefined;
  }
  if (idOf(object.bytes) !== object.id) return undefined;
  const tree = decodeTree(object.bytes);
  return tree.ok ? Object.values(tree.value.entries).map(({ blob }) => blob) : undefined;
};
