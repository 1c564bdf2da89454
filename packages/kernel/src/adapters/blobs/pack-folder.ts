import { join } from 'node:path';
import type { BlobId } from '../../ports/blobs.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { readAll } from '../../usecases/capture-io.ts';
import { decodePackIndex, decodePackTrailer, type PackEntry, TRAILER_BYTES } from './pack-format.ts';
import type { FinishedPack } from './pack-writer.ts';

export type Located = PackEntry & { readonly pack: string };
type LoadedPack = FinishedPack & { readonly damaged?: string };
export type KnownPack = {
  readonly name: string;
  readonly bytes: number;
  readonly entries: readonly Located[];
  readonly damaged?: string;
};

/** What the packs of one folder hold. Other processes add and remove packs; `refresh` catches up with them. */
export const createPackFolder = (fs: FileSystem, folder: string) => {
  const packs = new Map<string, KnownPack>();
  const entryById = new Map<BlobId, Located>();

  const add = (found: LoadedPack): void => {
    const pack: KnownPack = { ...found, entries: found.entries.map((entry) => ({ ...entry, pack: found.name })) };
    packs.set(pack.name, pack);
    for (const entry of pack.entries) index(entry);
  };

  const index = (entry: Located): void => {
    // The same bytes as blob and as tree: the tree must win, for only it keeps its blobs alive.
    if (entryById.get(entry.id)?.role !== 'tree' || entry.role === 'tree') entryById.set(entry.id, entry);
  };

  const forget = (names: ReadonlySet<string>): void => {
    if (names.size === 0) return;
    for (const name of names) packs.delete(name);
    // Another copy may stand in a pack that stays, so the map is built again rather than thinned.
    entryById.clear();
    for (const pack of packs.values()) for (const entry of pack.entries) index(entry);
  };

  const refresh = async (): Promise<void> => {
    const seen = new Set<string>();
    const fresh: string[] = [];
    for (const file of await fs.readdir(folder)) {
      if (!file.endsWith('.pack')) continue;
      const name = file.slice(0, -'.pack'.length);
      seen.add(name);
      if (!packs.has(name)) fresh.push(name);
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

  return {
    refresh,
    add,
    forget,
    find: (id: BlobId): Located | undefined => entryById.get(id),
    packs: (): Iterable<KnownPack> => packs.values(),
    entries: (): Iterable<Located> => entryById.values(),
    count: (): number => entryById.size,
  };
};

export type PackFolder = ReturnType<typeof createPackFolder>;

/** Undefined when the pack is gone by now; a damaged one is kept in mind, so that nothing replaces or sweeps it. */
const loadPack = async (fs: FileSystem, folder: string, name: string): Promise<LoadedPack | undefined> => {
  const path = join(folder, `${name}.pack`);
  if (fs.statSync(path) === undefined) return undefined;
  const file = await fs.open(path, 'read');
  try {
    const size = await file.size();
    const damaged = (why: string): LoadedPack => ({ name, bytes: size, entries: [], damaged: why });
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
