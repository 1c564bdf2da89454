import { decodeRecipe } from '../../core/chunks/recipe.ts';
import type { BlobId } from '../../ports/blobs.ts';
import { blobIdOf } from '../node/sha256.ts';
import { decode } from './encoding.ts';
import type { Located } from './pack-folder.ts';
import { type PackPlace, type Passed, passOver } from './pack-pass.ts';
import { type Laid, planPass } from './pass-plan.ts';
import { createRunningId } from './running-id.ts';

export type PassDeps = {
  readonly fs: PackPlace;
  readonly folder: string;
  readonly find: (id: BlobId) => Located | undefined;
  /** Told of each that one pass over the packs has proved to be what its id says. */
  readonly onProved: (id: BlobId) => void;
  readonly onBytes: (count: number) => void;
};

/** Hashes content in the order in which it lies. What it does not call proved may be sound: it is not for a pass. */
export const proveInPass = async (deps: PassDeps, ids: Iterable<BlobId>): Promise<void> => {
  const { riders, stops } = planPass(await layOut(deps, ids));
  const awaited = new Map<Located, Ride[]>();
  const wait = (ride: Ride, piece: Located): void => {
    const others = awaited.get(piece);
    if (others) others.push(ride);
    else awaited.set(piece, [ride]);
  };
  for (const rider of riders) {
    const [first] = rider.pieces;
    if (first) wait({ ...rider, at: 0, hash: undefined }, first);
  }
  for await (const stride of passOver(deps.fs, deps.folder, stops)) {
    for (const passed of stride) {
      const rides = awaited.get(passed.entry) ?? [];
      awaited.delete(passed.entry);
      const bytes = unpacked(passed);
      // Whoever waited for it stays unproved.
      if (bytes === undefined) continue;
      for (const ride of rides) {
        const next = takeIn(ride, passed.entry, bytes, deps);
        if (next) wait(ride, next);
      }
    }
  }
};

/** Content on its way: how many of its pieces were hashed. */
type Ride = Laid & { at: number; hash: ReturnType<typeof createRunningId> | undefined };

/** The piece that is awaited next. */
const takeIn = (
  ride: Ride,
  entry: Located,
  bytes: Uint8Array,
  { onProved, onBytes }: PassDeps,
): Located | undefined => {
  const { id, pieces } = ride;
  if (pieces.length === 1) {
    onBytes(bytes.length);
    if (blobIdOf(bytes) === id) onProved(id);
    return undefined;
  }
  ride.hash ??= createRunningId();
  // The same piece may follow itself, as in a file full of zeros.
  for (; pieces[ride.at] === entry; ride.at += 1) {
    onBytes(bytes.length);
    ride.hash.add(bytes);
  }
  const next = pieces[ride.at];
  if (next === undefined && ride.hash.id() === id) onProved(id);
  return next;
};

/** Where content lies, piece by piece; without what is not all there. */
const layOut = async (deps: PassDeps, ids: Iterable<BlobId>): Promise<readonly Laid[]> => {
  const laid: Laid[] = [];
  const recipes: Located[] = [];
  for (const id of ids) {
    const entry = deps.find(id);
    if (entry?.role === 'recipe') recipes.push(entry);
    else if (entry) laid.push({ id, pieces: [entry] });
  }
  const { stops } = planPass(recipes.map((entry) => ({ id: entry.id, pieces: [entry] })));
  for await (const stride of passOver(deps.fs, deps.folder, stops)) {
    for (const passed of stride) {
      const bytes = unpacked(passed);
      const recipe = bytes && decodeRecipe(bytes);
      if (!recipe?.ok) continue;
      const pieces = recipe.value.chunks.map(({ id }) => deps.find(id as BlobId));
      if (pieces.every((piece) => piece !== undefined)) laid.push({ id: passed.entry.id, pieces });
    }
  }
  return laid;
};

/** Undefined when damaged; damage of what is not compressed is found by the hash instead. */
const unpacked = ({ entry, stored }: Passed): Uint8Array | undefined => {
  try {
    return decode(entry.encoding, stored);
  } catch {
    return undefined;
  }
};
