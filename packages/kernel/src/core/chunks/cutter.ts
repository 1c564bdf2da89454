import type { BlobId } from '../digest.ts';
import { chunkLength } from './cut.ts';
import type { RecipeChunk } from './recipe.ts';

export type Chunk = { readonly id: BlobId; readonly length: number };

/** Content that keeps differing is another file under an old name: hashing for guesses would only cost. */
const MAX_MISSES = 8;

/**
 * Cuts content where `chunkLength` would. Where an earlier revision has the same bytes, its cuts are taken over:
 * a cut depends on nothing but the bytes of its chunk, and looking for one costs more than the hash that says so.
 */
export const createCutter = (earlier: readonly RecipeChunk[], idOf: (bytes: Uint8Array) => BlobId) => {
  const placeById = new Map(earlier.map(({ id }, place) => [id, place]));
  let place = 0;
  let misses = 0;

  /** The last chunk of a revision ended because the revision did; elsewhere its end says nothing. */
  const canStandHere = (length: number, from: number, end: number): boolean =>
    place < earlier.length - 1 ? from + length <= end : from + length === end;

  /** The chunk at `from`, as final as `chunkLength` makes it. */
  return (bytes: Uint8Array, from: number, end: number): Chunk => {
    const guess = earlier[place];
    if (guess !== undefined && misses < MAX_MISSES && canStandHere(guess.length, from, end)) {
      const id = idOf(bytes.subarray(from, from + guess.length));
      if (id === guess.id) {
        place += 1;
        misses = 0;
        return { id, length: guess.length };
      }
    }
    const length = chunkLength(bytes, from, end);
    const id = idOf(bytes.subarray(from, from + length));
    const found = placeById.get(id);
    if (found !== undefined) {
      place = found + 1;
      misses = 0;
    } else {
      misses += 1;
      if (length === guess?.length) place += 1;
    }
    return { id, length };
  };
};
