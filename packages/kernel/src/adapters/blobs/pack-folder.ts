import { join } from 'node:path';
import { fileRefusalOf, isMissing } from '../../core/system-error.ts';
import type { BlobId } from '../../ports/blobs.ts';
import type { DamagedPart } from '../../ports/collection.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { readAll } from '../../usecases/capture-io.ts';
import { decodePackIndex, decodePackTrailer, type PackEntry, TRAILER_BYTES } from './pack-format.ts';
import type { FinishedPack } from './pack-writer.ts';

export type Located = PackEntry & { readonly pack: string };
/** Why the index of a pack cannot be read; then nobody knows what it holds. */
type Hidden = Pick<DamagedPart, 'kind' | 'why'>;
type LoadedPack = FinishedPack & { readonly damaged?: Hidden };
export type KnownPack = {
  readonly name: string;
  readonly bytes: number;
  readonly entries: readonly Located[];
  readonly damaged?: Hidden;
};

/** What the packs of one folder hold. Other processes add and remove packs; `refresh` catches up with them. */
export const createPackFolder = (fs: FileSystem, folder: string) => {
  const packs = new Map<string, KnownPack>();
  const entryById = new Map<BlobId, Located>();
  /** Of what stands more than once, which little does. */
  const copiesById = new Map<BlobId, Located[]>();
  /** Copies that were read and are not what their id says. */
  const unsound = new Set<Located>();
  /** Content that was found not to be whole, until it is put again. */
  const broken = new Set<BlobId>();

  const add = (found: LoadedPack): void => {
    // Whoever wrote it may have met it in the folder before it was told of it.
    if (packs.get(found.name)?.damaged === undefined && packs.has(found.name)) return;
    const pack: KnownPack = { ...found, entries: found.entries.map((entry) => ({ ...entry, pack: found.name })) };
    packs.set(pack.name, pack);
    for (const entry of pack.entries) {
      broken.delete(entry.id);
      index(entry);
    }
  };

  const index = (entry: Located): void => {
    const known = entryById.get(entry.id);
    if (known === undefined) {
      entryById.set(entry.id, entry);
      return;
    }
    const copies = copiesById.get(entry.id) ?? [known];
    copies.push(entry);
    copiesById.set(entry.id, copies);
    entryById.set(entry.id, chosen(copies));
  };

  /** The latest that is not known to be damaged. */
  const chosen = (copies: readonly Located[]): Located => {
    const sound = copies.findLast((copy) => !unsound.has(copy));
    const tree = copies.findLast(({ role }) => role === 'tree');
    if (sound === undefined) return tree ?? (copies.at(-1) as Located);
    // The same bytes as blob and as tree: the tree must win, for only it keeps its blobs alive.
    if (tree === undefined || sound.role === 'tree') return sound;
    return unsound.has(tree) ? { ...sound, role: 'tree' } : tree;
  };

  const forget = (names: ReadonlySet<string>): void => {
    if (names.size === 0) return;
    for (const name of names) packs.delete(name);
    for (const copy of unsound) if (names.has(copy.pack)) unsound.delete(copy);
    // Another copy may stand in a pack that stays, so the map is built again rather than thinned.
    entryById.clear();
    copiesById.clear();
    for (const pack of packs.values()) for (const entry of pack.entries) index(entry);
  };

  const refresh = async (): Promise<void> => {
    const seen = new Set<string>();
    const fresh: string[] = [];
    for (const file of await namesIn(fs, folder)) {
      if (!file.endsWith('.pack')) continue;
      const name = file.slice(0, -'.pack'.length);
      seen.add(name);
      // A damaged one may have been brought back by now.
      if (packs.get(name)?.damaged !== undefined || !packs.has(name)) fresh.push(name);
    }
    forget(new Set([...packs.keys()].filter((name) => !seen.has(name))));
    if (fresh.length === 0) return;
    // Another process may have renamed but not yet synced: naming its content must not outlive a power cut.
    await fs.syncFolder(folder);
    for (const name of fresh) {
      const pack = await loadPack(fs, folder, name);
      if (pack !== undefined) add(pack);
    }
  };

  const copiesOf = (id: BlobId): readonly Located[] => {
    const one = entryById.get(id);
    return copiesById.get(id) ?? (one === undefined ? [] : [one]);
  };

  return {
    refresh,
    add,
    forget,
    find: (id: BlobId): Located | undefined => entryById.get(id),
    copiesOf,
    /** Whether it may be named without being put again, as far as anybody knows. */
    isWhole: (id: BlobId): boolean => copiesOf(id).some((copy) => !unsound.has(copy)) && !broken.has(id),
    isUnsound: (copy: Located): boolean => unsound.has(copy),
    /** Nothing relies on this copy any more, and no sweep touches its pack. */
    distrust: ({ id, pack, offset }: Located): void => {
      const copy = copiesOf(id).find((each) => each.pack === pack && each.offset === offset);
      if (copy === undefined) return;
      unsound.add(copy);
      const copies = copiesById.get(id);
      if (copies) entryById.set(id, chosen(copies));
    },
    /** It was brought back since. */
    trust: (copy: Located): void => void unsound.delete(copy),
    unsound: (): readonly Located[] => [...unsound],
    /** Pieces of this content are damaged or gone: whoever puts it again is to put all that is not there. */
    distrustWhole: (id: BlobId): void => void broken.add(id),
    /** Whether there is a pack of which nobody knows what it holds. */
    hidesSome: (): boolean => [...packs.values()].some(({ damaged }) => damaged !== undefined),
    damaged: (): readonly DamagedPart[] => {
      const unreadable = [...packs.values()].flatMap(({ name, damaged }): DamagedPart[] =>
        damaged === undefined ? [] : [{ name: `${name}.pack`, ...damaged }],
      );
      const copiesByPack = Map.groupBy(unsound, ({ pack }) => pack);
      const changed = [...copiesByPack].map(([name, copies]): DamagedPart => {
        const why = copies.length === 1 ? 'one object in it is damaged' : `${copies.length} objects in it are damaged`;
        return { name: `${name}.pack`, kind: 'unsound', why };
      });
      return [...unreadable, ...changed];
    },
    packs: (): Iterable<KnownPack> => packs.values(),
    entries: (): Iterable<Located> => entryById.values(),
    count: (): number => entryById.size,
  };
};

export type PackFolder = ReturnType<typeof createPackFolder>;

/** A folder that nobody has written to yet need not be there. */
const namesIn = async (fs: FileSystem, folder: string): Promise<readonly string[]> => {
  try {
    return await fs.readdir(folder);
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw cause;
  }
};

/** Undefined when the pack is gone by now; a damaged one is kept in mind, so that nothing replaces or sweeps it. */
const loadPack = async (fs: FileSystem, folder: string, name: string): Promise<LoadedPack | undefined> => {
  try {
    return await readPack(fs, folder, name);
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    const refusal = fileRefusalOf(cause);
    if (refusal === undefined) throw cause;
    // One file that the system refuses does not keep everything else from being used.
    return { name, bytes: 0, entries: [], damaged: { kind: 'refused', why: `the system refuses it (${refusal})` } };
  }
};

const readPack = async (fs: FileSystem, folder: string, name: string): Promise<LoadedPack> => {
  const file = await fs.open(join(folder, `${name}.pack`), 'read');
  try {
    const size = await file.size();
    const damaged = (why: string): LoadedPack => ({
      name,
      bytes: size,
      entries: [],
      damaged: { kind: 'unreadable', why },
    });
    if (size < TRAILER_BYTES) return damaged('it is too short');
    const tail = new Uint8Array(TRAILER_BYTES);
    await readAll(file, tail, size - TRAILER_BYTES);
    const trailer = decodePackTrailer(tail, size);
    if (!trailer.ok) return damaged(`its ${trailer.error.reason} is unreadable`);
    const rows = new Uint8Array(trailer.value.indexBytes);
    await readAll(file, rows, trailer.value.indexOffset);
    const entries = decodePackIndex(rows, trailer.value);
    return entries.ok
      ? { name, bytes: size, entries: entries.value }
      : damaged(`its ${entries.error.reason} is unreadable`);
  } finally {
    await file.close();
  }
};
