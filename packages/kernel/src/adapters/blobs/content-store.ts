import { decodeRecipe, type RecipeChunk } from '../../core/chunks/recipe.ts';
import { ok } from '../../core/result.ts';
import { decodeTree, encodeTree, type Tree } from '../../core/trees/tree.ts';
import type { BlobId, Blobs } from '../../ports/blobs.ts';
import type { ContentBatch, ContentStore } from '../../ports/content-store.ts';
import type { ObjectBatch, ObjectStore } from '../../ports/object-store.ts';
import type { Trees } from '../../ports/trees.ts';
import { blobIdOf } from '../node/sha256.ts';
import { writeBytes, writeFrom } from './chunked-writer.ts';
import { createContentCheck } from './content-check.ts';
import { ContentCorrupt } from './content-corrupt.ts';
import { matchesObject } from './content-match.ts';
import { piecesOf, verified } from './content-reader.ts';
import { createGroup } from './group.ts';
import { createTreeCache } from './tree-cache.ts';

/** Blobs and trees on any store of objects; what they promise does not depend on which. */
export const createContentStore = (objects: ObjectStore): ContentStore => {
  const together: ContentStore['together'] = (job) => objects.write((batch) => job(batchOf(batch, objects)));
  // Puts that wait for the disk share the next trip to it.
  const grouped = createGroup<ContentBatch>(together);

  /** Damage that is met is looked into, so that the next put does not rely on it. */
  const noticing = async <T>(id: BlobId, job: () => Promise<T>): Promise<T> => {
    try {
      return await job();
    } catch (cause) {
      if (cause instanceof ContentCorrupt) await objects.doubt?.(id);
      throw cause;
    }
  };

  async function* noticingPieces(id: BlobId, pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const next = await noticing(id, () => pieces.next());
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await pieces.return(undefined);
    }
  }

  const blobs: Blobs = {
    put: (bytes) => grouped((batch) => batch.add(bytes)),
    putFrom: (source) => together((batch) => batch.addFrom(source)),
    get: (id) =>
      noticing(id, async () => {
        const [object] = await objects.read([id]);
        if (object === undefined) return undefined;
        return object.role === 'recipe' ? joined(object.size, piecesOf(objects, object)) : verified(object);
      }),
    stream: (id) =>
      noticing(id, async () => {
        const [object] = await objects.read([id]);
        return object === undefined ? undefined : noticingPieces(id, piecesOf(objects, object));
      }),
    matches: async (id, source, supposed) => {
      const [object] = await objects.read([id]);
      if (object === undefined) return false;
      return matchesObject(object, source, object.role === 'recipe' ? await chunksOf(objects, supposed) : []);
    },
    has: async (id) => (await objects.head(id)) !== undefined,
    missing: async (ids) => {
      const heads = objects.heads ? await objects.heads(ids) : await Promise.all(ids.map(objects.head));
      return new Set(heads.includes(undefined) ? ids.filter((_, at) => heads[at] === undefined) : []);
    },
    size: async (id) => (await objects.head(id))?.size,
    ...createContentCheck(objects),
  };

  const decoded = createTreeCache();
  const trees: Trees = {
    put: (tree) => grouped((batch) => batch.addTree(tree)),
    get: (id) =>
      noticing(id, async () => {
        const known = decoded.get(id);
        // Read and proved once is enough, as long as it is still there.
        if (known !== undefined && (await objects.head(id)) !== undefined) return known;
        const [object] = await objects.read([id]);
        if (object === undefined) return undefined;
        const tree = readTree(id, verified(object));
        decoded.set(id, tree);
        return tree;
      }),
  };

  return { blobs, trees, together, usage: objects.usage, close: objects.close };
};

const batchOf = (batch: ObjectBatch, objects: ObjectStore): ContentBatch => ({
  add: async (bytes) => (await writeBytes(batch, bytes)).id,
  addFrom: (source, earlier) => writeFrom(batch, source, () => chunksOf(objects, earlier)),
  addTree: async (tree) => {
    const bytes = encodeTree(tree);
    if (!bytes.ok) return bytes;
    const id = blobIdOf(bytes.value);
    // Held as a tree, not merely as bytes: only a tree keeps its blobs alive.
    const held = await batch.held([id], 'tree');
    if (!held.has(id)) await batch.add([{ id, role: 'tree', size: bytes.value.length, bytes: bytes.value }]);
    return ok(id);
  },
  held: (ids) => batch.held(ids),
});

/** Only a hint is asked for here: what cannot be had is done without. */
const chunksOf = async (objects: ObjectStore, id: BlobId | undefined): Promise<readonly RecipeChunk[]> => {
  const [object] = id === undefined ? [] : await objects.read([id]).catch(() => []);
  const recipe = object?.role === 'recipe' ? decodeRecipe(object.bytes) : undefined;
  return recipe?.ok ? recipe.value.chunks : [];
};

const readTree = (id: BlobId, bytes: Uint8Array): Tree => {
  const tree = decodeTree(bytes);
  if (!tree.ok) throw new ContentCorrupt(id, `it is not a tree (${tree.error.code})`);
  return tree.value;
};

const joined = async (size: number, pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const whole = new Uint8Array(size);
  let at = 0;
  for await (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
};
