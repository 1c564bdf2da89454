import type { BlobId } from '../ports/blobs.ts';
import type { ContentStore } from '../ports/content-store.ts';
import type { FileSystem } from '../ports/file-system.ts';
import { writeAll, writeAllAtOnce } from './capture-io.ts';

const SYNC_EVERY = 16 * 1024 * 1024;
/** From here on another thread writes, and the next piece is hashed meanwhile. */
const LARGE = 1024 * 1024;

/** Writes content under a name of its own. The stream throws at its end when the whole is not what the id says. */
export const stageFile = async (fs: FileSystem, content: ContentStore, blob: BlobId, part: string): Promise<void> => {
  const pieces = await content.blobs.stream(blob);
  if (pieces === undefined) throw new Error(`The content ${blob} was deleted meanwhile. Restore again.`);
  const file = await fs.open(part, 'create');
  // The disk writes what it has while the next pieces are read and hashed.
  let synced: Promise<void> | undefined;
  let waiting = 0;
  try {
    let at = 0;
    for await (const piece of pieces) {
      await (piece.length < LARGE ? writeAllAtOnce : writeAll)(file, piece, at);
      at += piece.length;
      waiting += piece.length;
      if (waiting < SYNC_EVERY) continue;
      await synced;
      synced = file.datasync();
      // Whoever awaits it sees its error; until then nobody does.
      synced.catch(() => undefined);
      waiting = 0;
    }
    await synced;
    await file.datasync();
  } finally {
    await synced?.catch(() => undefined);
    await file.close();
  }
};

export type Placement = {
  /** Where each path's new content waits. */
  readonly staged: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
  readonly folders: readonly string[];
  readonly wanted: readonly string[];
  /** An earlier restore of this folder did not end: what it moved and removed may still be unsynced. */
  readonly cutOff: boolean;
};

/** Removals first: a file can stand where a folder is needed, and the other way round. */
export const placeFiles = async (fs: FileSystem, folder: string, placement: Placement): Promise<void> => {
  const { staged, removed, folders, wanted, cutOff } = placement;
  const touched = new Set<string>(cutOff ? ['', ...folders] : ['']);
  for (const path of removed) {
    await fs.unlink(`${folder}/${path}`);
    touched.add(parentOf(path));
  }
  const gone = new Set<string>();
  for (const path of foldersToRemove(removed, folders, wanted)) {
    await fs.rmdir(`${folder}/${path}`);
    gone.add(path);
    touched.add(parentOf(path));
  }
  const there = new Set(folders.filter((path) => !gone.has(path)));
  for (const [path, part] of staged) {
    for (const above of foldersAbove(path)) {
      if (there.has(above)) continue;
      await fs.mkdir(`${folder}/${above}`);
      there.add(above);
      touched.add(parentOf(above));
    }
    await fs.rename(part, `${folder}/${path}`);
    touched.add(parentOf(path));
  }
  for (const path of touched) if (!gone.has(path)) await fs.syncFolder(path === '' ? folder : `${folder}/${path}`);
};

/** Children first: folders that removals left empty, and those that stand where a file belongs. */
const foldersToRemove = (
  removed: readonly string[],
  folders: readonly string[],
  wanted: readonly string[],
): readonly string[] => {
  const emptied = new Set(removed.flatMap(foldersAbove));
  const files = new Set(wanted);
  const leaving = (path: string) =>
    emptied.has(path) || files.has(path) || foldersAbove(path).some((above) => files.has(above));
  const kept = new Set(wanted.flatMap(foldersAbove));
  // A folder that was empty before stays, and with it every folder above.
  for (const path of folders) if (!leaving(path)) for (const each of foldersAbove(path)) kept.add(each);
  return folders.filter((path) => leaving(path) && !kept.has(path)).toReversed();
};

const foldersAbove = (path: string): string[] => {
  const folders: string[] = [];
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
    folders.push(path.slice(0, slash));
  return folders;
};

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
