import { err, ok, type Result } from '../core/result.ts';
import { isMissing } from '../core/system-error.ts';
import type { QuotaExceeded } from '../core/trees/quota.ts';
import { isSettled, stampOf } from '../core/trees/stamp.ts';
import type { TreeEntry, TreeRefused } from '../core/trees/tree.ts';
import type { BlobId, ByteSource } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { ContentBatch, ContentStore } from '../ports/content-store.ts';
import type { FileSystem, OpenFile } from '../ports/file-system.ts';
import type { KnownFile, KnownFiles, StatCache } from '../ports/stat-cache.ts';
import type { TreeId } from '../ports/trees.ts';
import type { Allowance, Room } from './allowance.ts';
import { type FoundFile, type ScanProblem, scanFolder } from './capture-scan.ts';

export type CaptureDeps = {
  readonly fs: FileSystem;
  readonly content: ContentStore;
  readonly cache: StatCache;
  readonly clock: Clock;
  /** What a tree calls the file at a path; `file` when nobody says. */
  readonly kindOf?: (path: string) => string;
  /** Asked for room before any work, with the most that may be added; no limit when absent. */
  readonly reserve?: Allowance['reserve'];
};

export type Captured = { readonly tree: TreeId; readonly files: number; readonly filesRead: number };
export type CaptureRefused =
  /** Links, devices and names that not every system can hold: all of them, so that one look is enough. */
  | { readonly code: 'CANNOT_CAPTURE'; readonly problems: readonly ScanProblem[] }
  | { readonly code: 'FILE_CHANGING'; readonly path: string }
  | QuotaExceeded
  | TreeRefused;

/** A folder's state as a tree. Durable when it resolves; until then, and when it fails, nothing of it can be seen. */
export const capture =
  (deps: CaptureDeps) =>
  async (folder: string): Promise<Result<Captured, CaptureRefused>> => {
    const { content, cache, clock } = deps;
    const now = clock.now();
    const { files, problems } = await scanFolder(deps.fs, folder);
    if (problems.length > 0) return err({ code: 'CANNOT_CAPTURE', problems });
    const known = await cache.load(folder);
    let room: Room | undefined;
    const makeRoom = async (neededBytes: number): Promise<void> => {
      const reserved = await deps.reserve?.(neededBytes);
      if (reserved?.ok === false) throw new Refused(reserved.error);
      room = reserved?.value;
    };
    try {
      const { tree, blobByPath, filesRead } = await content.together((batch) =>
        fill(deps, folder, batch, files, known, makeRoom),
      );
      room?.taken();
      const remembered = new Map<string, KnownFile>();
      for (const { path, stat, stamp } of files) {
        const blob = blobByPath.get(path);
        if (blob !== undefined) remembered.set(path, { stamp: isSettled(stat, now) ? stamp : UNSETTLED, blob });
      }
      // The tree is safe by now; a cache that cannot be written only makes the next capture read more.
      if (!sameFiles(known, remembered)) await cache.save(folder, remembered).catch(() => undefined);
      return ok({ tree, files: files.length, filesRead });
    } catch (cause) {
      if (cause instanceof Refused) return err(cause.refusal);
      throw cause;
    } finally {
      room?.giveBack();
    }
  };

/** Equal to no stamp: the file is read again, but what it was helps to cut it. */
const UNSETTLED = '';

/** Thrown inside a batch, for only a failing job makes it leave nothing behind. */
class Refused extends Error {
  readonly refusal: CaptureRefused;
  constructor(refusal: CaptureRefused) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

const fill = async (
  deps: CaptureDeps,
  folder: string,
  batch: ContentBatch,
  files: readonly FoundFile[],
  known: KnownFiles,
  makeRoom: (neededBytes: number) => Promise<void>,
): Promise<{ tree: TreeId; blobByPath: ReadonlyMap<string, BlobId>; filesRead: number }> => {
  const blobByPath = new Map<string, BlobId>();
  const unchanged: { readonly path: string; readonly blob: BlobId }[] = [];
  for (const { path, stamp } of files) {
    const file = known.get(path);
    if (file?.stamp === stamp) unchanged.push({ path, blob: file.blob });
  }
  const held = await batch.held(unchanged.map(({ blob }) => blob));
  for (const { path, blob } of unchanged) if (held.has(blob)) blobByPath.set(path, blob);

  const unread = files.filter(({ path }) => !blobByPath.has(path));
  await makeRoom(unread.reduce((sum, { stat }) => sum + stat.size, 0));
  await inParallel(READERS, unread, async (file) => {
    blobByPath.set(file.path, await addFile(deps.fs, folder, batch, file, known.get(file.path)?.blob));
  });

  const kindOf = deps.kindOf ?? (() => 'file');
  const entries: [string, TreeEntry][] = files.map(({ path, stat }) => [
    path,
    { blob: blobByPath.get(path) as BlobId, size: stat.size, kind: kindOf(path) },
  ]);
  const tree = await batch.addTree({ v: 1, entries: Object.fromEntries(entries) });
  if (!tree.ok) throw new Refused(tree.error);
  return { tree: tree.value, blobByPath, filesRead: unread.length };
};

/** Enough to keep the disk busy while one file is hashed; each may hold a window of memory. */
const READERS = 4;

/** Up to this size a read is done sooner than the thread pool would have begun it. */
const SMALL = 256 * 1024;

const addFile = async (
  fs: FileSystem,
  folder: string,
  batch: ContentBatch,
  { path, stat, stamp }: FoundFile,
  earlier: BlobId | undefined,
): Promise<BlobId> => {
  const full = `${folder}/${path}`;
  const file = openFound(fs, full, path);
  try {
    let at = 0;
    const source: ByteSource = {
      read: async (into) => {
        const left = stat.size - at;
        if (left === 0) return 0;
        const room = into.subarray(0, Math.min(left, into.length));
        const count = stat.size <= SMALL ? file.readSync(room, at) : await file.read(room, at);
        at += count;
        return count;
      },
    };
    const { id } = await batch.addFrom(source, earlier);
    // The bytes are those of the stamp only if the stamp is still the file's.
    const after = fs.lookSync(full);
    if (after === undefined || stampOf(after) !== stamp) throw new Refused({ code: 'FILE_CHANGING', path });
    return id;
  } finally {
    file.closeSync();
  }
};

const openFound = (fs: FileSystem, full: string, path: string): OpenFile => {
  try {
    return fs.openSync(full, 'read');
  } catch (cause) {
    throw isMissing(cause) ? new Refused({ code: 'FILE_CHANGING', path }) : cause;
  }
};

const inParallel = async <T>(limit: number, items: readonly T[], job: (item: T) => Promise<void>): Promise<void> => {
  const queue = items.values();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (failed) return;
      try {
        await job(item);
      } catch (cause) {
        failed = true;
        throw cause;
      }
    }
  };
  // All workers have stopped when this settles: nobody adds to a batch that is being discarded.
  const done = await Promise.allSettled(Array.from({ length: limit }, worker));
  for (const each of done) if (each.status === 'rejected') throw each.reason;
};

const sameFiles = (a: KnownFiles, b: KnownFiles): boolean => {
  if (a.size !== b.size) return false;
  for (const [path, { stamp, blob }] of b) {
    const other = a.get(path);
    if (other?.stamp !== stamp || other.blob !== blob) return false;
  }
  return true;
};
