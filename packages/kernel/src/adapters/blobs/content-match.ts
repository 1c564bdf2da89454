import { decodeRecipe, type RecipeChunk } from '../../core/chunks/recipe.ts';
import type { PositionedSource } from '../../ports/blobs.ts';
import type { StoredObject } from '../../ports/object-store.ts';
import { blobIdOf } from '../node/sha256.ts';
import { ContentCorrupt } from './content-corrupt.ts';
import { runsOf } from './content-reader.ts';

/** Many chunks with one read: each trip to the disk costs more than hashing a chunk. */
const AT_ONCE = 1024 * 1024;

/**
 * Chunk by chunk, against the ids alone: the store's own bytes need not be read. `supposed` are the chunks that the
 * source probably has; where they part from the wanted ones is looked at first, which mostly settles it with one chunk.
 */
export const matchesObject = async (
  object: StoredObject,
  source: PositionedSource,
  supposed: readonly RecipeChunk[],
): Promise<boolean> => {
  const chunks = chunksOf(object);
  const parting = chunks.findIndex(({ id }, index) => id !== supposed[index]?.id);
  const probe = supposed.length > 0 ? chunks[parting] : undefined;
  if (probe !== undefined) {
    const at = chunks.slice(0, parting).reduce((sum, { length }) => sum + length, 0);
    if (!holds([probe], await readFrom(source, new Uint8Array(probe.length), at))) return false;
  }

  const runs = runsOf(chunks, AT_ONCE);
  const room = () => new Uint8Array(runs.reduce((most, run) => Math.max(most, lengthOf(run)), 1));
  const windows = [room(), room()] as const;
  let at = 0;
  // Read while the run before is hashed.
  const load = async (index: number): Promise<Uint8Array> => {
    const length = lengthOf(runs[index] ?? []);
    at += length;
    return readFrom(source, windows[index % 2 === 0 ? 0 : 1].subarray(0, length), at - length);
  };
  let next = load(0);
  for (const [index, run] of runs.entries()) {
    const bytes = await next;
    next = load(index + 1);
    // Whoever awaits it sees its error; until then nobody does.
    next.catch(() => undefined);
    if (holds(run, bytes)) continue;
    // The source is its owner's again once this returns: nothing may still be reading it.
    await next.catch(() => undefined);
    return false;
  }
  await next;
  return (await source.read(new Uint8Array(1), at)) === 0;
};

const chunksOf = (object: StoredObject): readonly RecipeChunk[] => {
  if (object.role !== 'recipe') return [{ id: object.id, length: object.size }];
  const recipe = decodeRecipe(object.bytes);
  if (!recipe.ok) throw new ContentCorrupt(object.id, `its recipe cannot be read (${recipe.error.reason})`);
  return recipe.value.chunks;
};

const holds = (run: readonly RecipeChunk[], bytes: Uint8Array): boolean => {
  let from = 0;
  return run.every(({ id, length }) => {
    const chunk = bytes.subarray(from, from + length);
    from += length;
    return chunk.length === length && blobIdOf(chunk) === id;
  });
};

/** Fewer bytes than there is room for only at the end of the source. */
const readFrom = async (source: PositionedSource, into: Uint8Array, position: number): Promise<Uint8Array> => {
  let done = 0;
  while (done < into.length) {
    const count = await source.read(into.subarray(done), position + done);
    if (count === 0) break;
    done += count;
  }
  return into.subarray(0, done);
};

const lengthOf = (run: readonly RecipeChunk[]): number => run.reduce((sum, { length }) => sum + length, 0);
