import { decodeRecipe } from '../core/chunks/recipe.ts';
import { err, ok, type Result } from '../core/result.ts';
import { decodeTree } from '../core/trees/tree.ts';
import type { BlobId } from '../ports/blobs.ts';
import type { CollectableObjects, LivePins, StreamPins } from '../ports/collection.ts';
import { ContentCorrupt } from '../ports/content-corrupt.ts';
import type { ObjectHead, StoredObject } from '../ports/object-store.ts';

/**
 * Something that may name live content cannot be read: what else is live is unknown, so nothing may be deleted.
 * `ids` are needed and neither stored nor carried by a commit, or cannot tell what they name; of `parts` of the
 * store nobody knows what they hold.
 */
export type LiveUnreadable = {
  readonly code: 'LIVE_CONTENT_UNREADABLE';
  readonly ids: readonly BlobId[];
  readonly parts: readonly string[];
};

type Deps = {
  readonly objects: Pick<CollectableObjects, 'head' | 'heads' | 'read' | 'damaged'>;
  readonly carried: LivePins['carried'];
  readonly idOf: (bytes: Uint8Array) => BlobId;
};

/** Everything reachable from pins: trees name blobs, recipes name chunks. It only grows. */
export const createLiveSet = ({ objects, carried, idOf }: Deps) => {
  const live = new Set<BlobId>();
  /** Live and not stored: small content rides in the commit that pins it, and only there. */
  const absent = new Set<BlobId>();
  const unreadable = new Set<BlobId>();

  /** Answers what these name. */
  const visit = async (ids: readonly BlobId[]): Promise<readonly BlobId[]> => {
    const fresh = [...new Set(ids)].filter((id) => !live.has(id));
    const naming: BlobId[] = [];
    for (const [index, head] of (await headsOf(objects, fresh)).entries()) {
      const id = fresh[index] as BlobId;
      live.add(id);
      if (head === undefined) absent.add(id);
      else if (head.role !== 'bytes') naming.push(id);
    }
    const all: BlobId[] = [];
    for (let at = 0; at < naming.length; at += READ_AT_ONCE) {
      const some = naming.slice(at, at + READ_AT_ONCE);
      for (const [index, object] of (await readEach(objects, some)).entries()) {
        const named = object && namedBy(object, idOf);
        if (named === undefined) unreadable.add(some[index] as BlobId);
        else for (const id of named) all.push(id);
      }
    }
    return all;
  };

  const visitNamed = async (named: readonly BlobId[]): Promise<void> => {
    for (let level = named; level.length > 0; ) {
      const next: BlobId[] = [];
      for (let at = 0; at < level.length; at += AT_ONCE) {
        const some = level.slice(at, at + AT_ONCE);
        for (const id of await visit(some)) next.push(id);
        for (const id of some) if (absent.has(id)) unreadable.add(id);
      }
      level = next;
    }
  };

  const reachStream = async ({ stream, ids }: StreamPins): Promise<void> => {
    const pinned = [...ids];
    for (let at = 0; at < pinned.length; at += AT_ONCE) await visitNamed(await visit(pinned.slice(at, at + AT_ONCE)));
    const missing = new Set(pinned.filter((id) => absent.has(id)));
    if (missing.size === 0) return;
    const riding = await carried(stream, missing);
    for (const id of missing) if (!riding.has(id)) unreadable.add(id);
  };

  return {
    ids: live as ReadonlySet<BlobId>,
    /** Adds what is pinned and all that it names. */
    reach: async (pins: AsyncIterable<StreamPins> | Iterable<StreamPins>): Promise<Result<void, LiveUnreadable>> => {
      for await (const each of pins) await reachStream(each);
      // Asked last: looking for what is not there makes a store look at all of its parts again.
      const parts = ((await objects.damaged?.()) ?? []).filter(({ kind }) => kind !== 'unsound');
      if (unreadable.size === 0 && parts.length === 0) return ok(undefined);
      return err({ code: 'LIVE_CONTENT_UNREADABLE', ids: [...unreadable], parts: parts.map(({ name }) => name) });
    },
  };
};

const AT_ONCE = 1_000;
/** Each may be a tree of thousands. */
const READ_AT_ONCE = 64;

const headsOf = async (
  objects: Deps['objects'],
  ids: readonly BlobId[],
): Promise<readonly (ObjectHead | undefined)[]> => {
  if (objects.heads) return objects.heads(ids);
  const heads: (ObjectHead | undefined)[] = [];
  for (const id of ids) heads.push(await objects.head(id));
  return heads;
};

/** Together, and one by one when one of them is damaged: it is to be named. */
const readEach = async (
  objects: Deps['objects'],
  ids: readonly BlobId[],
): Promise<readonly (StoredObject | undefined)[]> => {
  try {
    return await objects.read(ids);
  } catch (cause) {
    if (!(cause instanceof ContentCorrupt)) throw cause;
    if (ids.length <= 1) return [undefined];
    const each: (StoredObject | undefined)[] = [];
    for (const id of ids) each.push(...(await readEach(objects, [id])));
    return each;
  }
};

const namedBy = (object: StoredObject, idOf: (bytes: Uint8Array) => BlobId): readonly BlobId[] | undefined => {
  if (object.role === 'recipe') {
    const recipe = decodeRecipe(object.bytes);
    return recipe.ok ? recipe.value.chunks.map(({ id }) => id as BlobId) : undefined;
  }
  if (idOf(object.bytes) !== object.id) return undefined;
  const tree = decodeTree(object.bytes);
  return tree.ok ? Object.values(tree.value.entries).map(({ blob }) => blob) : undefined;
};
