import { MAX_CHUNK } from '../../core/chunks/cut.ts';
import { createCutter } from '../../core/chunks/cutter.ts';
import { encodeRecipe, type RecipeChunk } from '../../core/chunks/recipe.ts';
import type { BlobId, ByteSource } from '../../ports/blobs.ts';
import type { ObjectBatch, StoredObject } from '../../ports/object-store.ts';
import { blobIdOf } from '../node/sha256.ts';
import { createRunningId } from './running-id.ts';

/** Up to this size an object is kept whole: cutting it would cost more than its next revision saves. */
export const MAX_WHOLE = 256 * 1024;

/** Large content passes through one window, so that a file of any size needs this much memory. */
const WINDOW = 4 * 1024 * 1024;

export type Written = { readonly id: BlobId; readonly size: number };

export const writeWhole = async (batch: ObjectBatch, bytes: Uint8Array): Promise<Written> => {
  const id = blobIdOf(bytes);
  await addMissing(batch, [{ id, role: 'bytes', size: bytes.length, bytes }]);
  return { id, size: bytes.length };
};

/** Small content whole, large content as chunks and the recipe that joins them. */
export const writeFrom = async (
  batch: ObjectBatch,
  source: ByteSource,
  earlier: () => Promise<readonly RecipeChunk[]> = async () => [],
): Promise<Written> => {
  const window = idleWindows.pop() ?? new Uint8Array(WINDOW);
  try {
    const filled = await fill(source, window, 0);
    if (filled <= MAX_WHOLE) return await writeWhole(batch, window.subarray(0, filled));
    return await writeChunks(batch, source, window, filled, await earlier());
  } finally {
    if (idleWindows.length < IDLE_WINDOWS) idleWindows.push(window);
  }
};

export const writeBytes = (batch: ObjectBatch, bytes: Uint8Array): Promise<Written> =>
  bytes.length <= MAX_WHOLE ? writeWhole(batch, bytes) : writeFrom(batch, sourceOf(bytes));

export const sourceOf = (bytes: Uint8Array): ByteSource => {
  let at = 0;
  return {
    read: async (into) => {
      const piece = bytes.subarray(at, at + into.length);
      into.set(piece);
      at += piece.length;
      return piece.length;
    },
  };
};

const writeChunks = async (
  batch: ObjectBatch,
  source: ByteSource,
  window: Uint8Array,
  already: number,
  earlier: readonly RecipeChunk[],
): Promise<Written> => {
  const cut = createCutter(earlier, blobIdOf);
  const whole = createRunningId();
  const recipe: RecipeChunk[] = [];
  let size = 0;
  let hashed = 0;
  let from = 0;
  let end = already;
  for (;;) {
    end = await fill(source, window, end);
    whole.add(window.subarray(hashed, end));
    size += end - hashed;
    const last = end < window.length;
    const chunks: StoredObject[] = [];
    // A cut is final only with MAX_CHUNK bytes in view; what is left is cut again after the next read.
    while (from < end && (last || end - from >= MAX_CHUNK)) {
      const { id, length } = cut(window, from, end);
      chunks.push({ id, role: 'bytes', size: length, bytes: window.subarray(from, from + length) });
      from += length;
    }
    for (const { id, size: length } of chunks) recipe.push({ id, length });
    await addMissing(batch, chunks);
    if (last) break;
    window.copyWithin(0, from, end);
    end -= from;
    hashed = end;
    from = 0;
  }
  const id = whole.id();
  await addMissing(batch, [{ id, role: 'recipe', size, bytes: encodeRecipe({ size, chunks: recipe }) }]);
  return { id, size };
};

const addMissing = async (batch: ObjectBatch, objects: readonly StoredObject[]): Promise<void> => {
  const held = await batch.held(objects.map(({ id }) => id));
  const missing = objects.filter(({ id }) => !held.has(id));
  if (missing.length > 0) await batch.add(missing);
};

/** Reads until `into` is full or the source ends; answers where the bytes end. */
export const fill = async (source: ByteSource, into: Uint8Array, from: number): Promise<number> => {
  let at = from;
  while (at < into.length) {
    const count = await source.read(into.subarray(at));
    if (count === 0) break;
    at += count;
  }
  return at;
};

const idleWindows: Uint8Array[] = [];
const IDLE_WINDOWS = 4;
