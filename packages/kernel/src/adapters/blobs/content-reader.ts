import { decodeRecipe, type RecipeChunk } from '../../core/chunks/recipe.ts';
import type { BlobId } from '../../ports/blobs.ts';
import type { ObjectStore, StoredObject } from '../../ports/object-store.ts';
import { blobIdOf } from '../node/sha256.ts';
import { ContentCorrupt } from './content-corrupt.ts';
import { createRunningId } from './running-id.ts';

/** How much of a large object is read at a time. */
const READ_AHEAD = 4 * 1024 * 1024;

/** The verified bytes of an object that is stored in one piece. */
export const verified = (object: StoredObject): Uint8Array => {
  if (blobIdOf(object.bytes) !== object.id) throw new ContentCorrupt(object.id, 'its bytes have another hash');
  return object.bytes;
};

/** The pieces of content in order. One hash over the whole is the proof; it costs half of hashing every chunk too. */
export async function* piecesOf(objects: ObjectStore, object: StoredObject): AsyncGenerator<Uint8Array> {
  if (object.role !== 'recipe') {
    yield verified(object);
    return;
  }
  const recipe = decodeRecipe(object.bytes);
  if (!recipe.ok) throw new ContentCorrupt(object.id, `its recipe cannot be read (${recipe.error.reason})`);
  const whole = createRunningId();
  const runs = runsOf(recipe.value.chunks, READ_AHEAD);
  // Read and hashed while the reader works on the run before.
  const load = async (run: number) => {
    const ids = (runs[run] ?? []).map(({ id }) => id as BlobId);
    const found = await objects.read(ids);
    const chunks = found.map((chunk, index) => {
      if (chunk === undefined) throw new ContentCorrupt(object.id, `its chunk ${ids[index]} is missing`);
      return chunk.bytes;
    });
    const pieces = adjoined(chunks);
    for (const piece of pieces) whole.add(piece);
    return { found, pieces };
  };
  let next = load(0);
  for (let run = 0; run < runs.length; run++) {
    const { found, pieces } = await next;
    next = load(run + 1);
    // Whoever awaits it sees its error; until then nobody does.
    next.catch(() => undefined);
    yield* pieces;
    objects.done?.(found);
  }
  await next;
  if (whole.id() !== object.id) throw new ContentCorrupt(object.id, 'its chunks have another hash');
}

/** Chunks in order, as many together as make up to `limit` bytes, and at least one. */
export const runsOf = (chunks: readonly RecipeChunk[], limit: number): readonly (readonly RecipeChunk[])[] => {
  const runs: RecipeChunk[][] = [];
  let bytes = limit;
  for (const chunk of chunks) {
    if (bytes + chunk.length > limit || runs.length === 0) {
      runs.push([]);
      bytes = 0;
    }
    bytes += chunk.length;
    runs.at(-1)?.push(chunk);
  }
  return runs;
};

/** Chunks that were read with one call lie side by side in memory; whoever hashes and writes them wants one piece. */
const adjoined = (chunks: readonly Uint8Array[]): readonly Uint8Array[] => {
  const pieces: Uint8Array[] = [];
  for (const chunk of chunks) {
    const before = pieces.at(-1);
    if (before?.buffer === chunk.buffer && before.byteOffset + before.length === chunk.byteOffset) {
      pieces[pieces.length - 1] = new Uint8Array(before.buffer, before.byteOffset, before.length + chunk.length);
    } else {
      pieces.push(chunk);
    }
  }
  return pieces;
};
