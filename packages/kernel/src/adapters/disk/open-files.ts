import { dirname, join } from 'node:path';
import { type CommitRecord, recordLine } from '../../core/log/commit-record.ts';
import { SEGMENT_BYTES } from '../../core/log/limits.ts';
import type { Attested } from '../../core/log/plan-batch.ts';
import type { FileSystem, OpenFile } from '../../ports/file-system.ts';
import { partPath, segmentPath } from './layout.ts';
import { isPackedFile, unpackInPlace } from './segment-file.ts';
import type { Seen } from './stream-view.ts';
import { openOrCreate, readExactly, writeTexts, writeWhole } from './whole-io.ts';

/** A commit that stopped: `lines` before anything was attested, `records` when nobody can say whether it was. */
export class CommitStopped extends Error {
  readonly phase: 'lines' | 'records';

  constructor(phase: 'lines' | 'records', cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.phase = phase;
  }
}

/** How the disk is waited for. */
export type SyncPace = {
  /** Nobody waits for anything else: the process may stop for the disk. */
  readonly lone: () => boolean;
  /** A sync begins; what is returned is called once it is done. */
  readonly begun: () => () => void;
};

/** The segment and the manifest part that a writer appends to. After any error they are closed, once, and not used again. */
export type OpenFiles = {
  /** Resolves when the commits are durable, with where the manifest ends then. */
  readonly commit: (
    texts: readonly string[],
    attest: () => Attested,
    at: Seen,
    pace: SyncPace,
  ) => Promise<{ readonly attested: Attested; readonly end: number }>;
  /** Cuts off the room that was kept ahead, as long as nobody else can have gone on from there. */
  readonly trim: (at: Seen) => void;
  readonly close: () => void;
};

/**
 * Zeros written ahead of what is appended: syncing over bytes that are there already spares the disk a journal
 * entry. In the segment they lie past what is attested, so nobody ever reads them; in the manifest no record
 * holds a zero, so they say where it ends.
 */
const ROOM_MIN = 4 * 1024;
const ROOM_MAX = 64 * 1024;
const ROOM_BATCHES = 8;
const ZEROS = Buffer.alloc(1024 * 1024);

/** A file that is born costs any disk several times a sync: that tells nothing of how slow the disk is. */
const UNTIMED = (): void => undefined;

/** Hashing this much takes longer than handing the sync to another thread and back. */
const WORTH_OVERLAPPING = 16 * 1024;

/**
 * In proportion to the stream, so that a short one stays small, and to the batch, so that it lasts. None for the first
 * write: many a stream has one commit and no second, and a file that is born costs the disk a journal entry anyway.
 */
const roomFor = (offset: number, batch: number): number =>
  offset === 0 ? 0 : Math.max(ROOM_MIN, Math.min(ROOM_MAX, offset), ROOM_BATCHES * Math.min(batch, offset));

type Roomy = {
  /** Where the written texts end. */
  readonly write: (texts: readonly string[], offset: number) => number;
  readonly trim: (size: number) => void;
};

const withRoom = (file: OpenFile): Roomy => {
  let room = file.sizeSync();
  return {
    write: (texts, offset) => {
      const end = offset + writeTexts(file, texts, offset);
      if (end > room) {
        const wanted = roomFor(offset, end - offset);
        const ahead = Math.max(0, Math.min(wanted, ZEROS.length, SEGMENT_BYTES - end));
        try {
          if (ahead > 0) writeWhole(file, ZEROS.subarray(0, ahead), end);
          room = end + ahead;
        } catch {
          // The last bytes of a disk are for what has to last; the room is only speed.
          room = end;
        }
      }
      return end;
    },
    trim: (size) => {
      try {
        file.truncateSync(size);
        room = size;
      } catch {
        // Only tidiness: nobody takes the room for anything else.
      }
    },
  };
};

export const openFiles = (
  fs: FileSystem,
  data: string,
  folder: string,
  seen: Seen,
  durableKinds: Set<string>,
): OpenFiles => {
  const [segment, manifest] = openBoth(fs, segmentPath(folder, seen.part), partPath(folder, seen.part), seen.records);
  const close = (): void => closeAll(segment, manifest);
  // The first synced write into a file is also the time to make sure of its name.
  let unsure = seen.groupStart > 0 ? SURE : unsureFolders(data, folder, seen.part, durableKinds);
  const nowSure = (): void => {
    if (unsure !== SURE) durableKinds.add(dirname(folder));
    unsure = SURE;
  };

  const opened = (): { readonly lines: Roomy; readonly recorded: Roomy } => {
    try {
      settle(segment, manifest, seen);
      if (seen.records.length > 0) {
        // Whoever wrote them may have stopped before the names were durable too, and a retry builds on them.
        for (const path of [...unsure.ofLines, ...unsure.ofRecords]) fs.syncFolderSync(path);
        nowSure();
      }
      return { lines: withRoom(segment), recorded: withRoom(manifest) };
    } catch (cause) {
      close();
      throw cause;
    }
  };
  const { lines, recorded } = opened();

  return {
    commit: async (texts, attest, at, { lone, begun }) => {
      const attestAll = (): { readonly attested: Attested; readonly records: readonly string[] } => {
        const attested = attest();
        return { attested, records: attested.records.map((record) => `${recordLine(record)}\n`) };
      };
      let done: ReturnType<typeof attestAll>;
      try {
        const bytes = lines.write(texts, at.tail.offset) - at.tail.offset;
        const named = syncFolders(fs, unsure.ofLines);
        const ended = named ? UNTIMED : begun();
        if (bytes < WORTH_OVERLAPPING && lone()) {
          segment.datasyncSync();
          ended();
          done = attestAll();
        } else {
          const synced = segment.datasync().then(ended);
          done = attestAll();
          await synced;
        }
        if (named) await named;
      } catch (cause) {
        throw new CommitStopped('lines', cause);
      }
      try {
        const end = recorded.write(done.records, at.end);
        const named = syncFolders(fs, unsure.ofRecords);
        const ended = named ? UNTIMED : begun();
        if (lone()) manifest.datasyncSync();
        else await manifest.datasync();
        ended();
        if (named) await named;
        nowSure();
        return { attested: done.attested, end };
      } catch (cause) {
        throw new CommitStopped('records', cause);
      }
    },
    trim: ({ tail, end }) => {
      lines.trim(tail.offset);
      recorded.trim(end);
    },
    close,
  };
};

const openBoth = (
  fs: FileSystem,
  segmentAt: string,
  manifestAt: string,
  records: readonly CommitRecord[],
): readonly [OpenFile, OpenFile] => {
  const segment = openUnpacked(fs, segmentAt, records);
  try {
    return [segment, openOrCreate(fs, manifestAt).file];
  } catch (cause) {
    closeAll(segment);
    throw cause;
  }
};

const openUnpacked = (fs: FileSystem, path: string, records: readonly CommitRecord[]): OpenFile => {
  const found = openOrCreate(fs, path).file;
  try {
    if (records.length === 0 || !isPackedFile(found)) return found;
  } catch (cause) {
    closeAll(found);
    throw cause;
  }
  closeAll(found);
  unpackInPlace(fs, path, records);
  return fs.openSync(path, 'update');
};

const closeAll = (...files: readonly OpenFile[]): void => {
  for (const file of files) {
    try {
      file.closeSync();
    } catch {
      // What had to last was synced before, or its failure is being told already.
    }
  }
};

/**
 * Before this process builds on what it found, it makes sure of it. The writer before may have died between
 * writing and syncing, or after a sync that failed, which leaves bytes that can be read but that no later sync
 * writes: so the commits written last are written again, the same bytes in the same place, and synced. What a
 * power cut left of an unfinished write goes first, so that the manifest only ever grows into zeros.
 */
const settle = (segment: OpenFile, manifest: OpenFile, seen: Seen): void => {
  const last = seen.records.filter((_, index) => index >= lastGroupStart(seen.records));
  const [first] = last;
  if (seen.residue > 0) manifest.truncateSync(seen.end);
  if (first) {
    const bytes = seen.tail.offset - first.offset;
    writeWhole(segment, readExactly(segment, bytes, first.offset), first.offset);
    segment.datasyncSync();
    writeWhole(manifest, readExactly(manifest, seen.end - seen.groupStart, seen.groupStart), seen.groupStart);
  }
  if (first || seen.residue > 0) manifest.datasyncSync();
};

const lastGroupStart = (records: readonly CommitRecord[]): number => {
  let index = records.length - 1;
  while (index > 0 && (records[index]?.group ?? 0) > 0) index -= 1;
  return index;
};

type Unsure = {
  /** To be durable before a record attests the lines: it must never be found without them. */
  readonly ofLines: readonly string[];
  /** To be durable before the commit is acknowledged. */
  readonly ofRecords: readonly string[];
};
const SURE: Unsure = { ofLines: [], ofRecords: [] };

/** A name is durable when each folder above it was synced. Only birth changes more than the two innermost. */
const unsureFolders = (data: string, folder: string, part: number, durableKinds: ReadonlySet<string>): Unsure => {
  const kind = dirname(folder);
  const [events, manifest] = [join(folder, 'events'), join(folder, 'manifest')];
  if (part > 0) return { ofLines: [events], ofRecords: [manifest] };
  const above = durableKinds.has(kind) ? [kind] : [kind, dirname(kind), data];
  return { ofLines: [events, folder], ofRecords: [manifest, ...above] };
};

/** Beside the sync of the file: none waits for another, and the disk writes its journal once for all of them. */
const syncFolders = (fs: FileSystem, paths: readonly string[]): Promise<unknown> | undefined => {
  if (paths.length === 0) return undefined;
  const synced = Promise.all(paths.map((path) => fs.syncFolder(path)));
  // Whoever awaits it sees its error; until then nobody does.
  synced.catch(() => undefined);
  return synced;
};

export const makeFolders = (fs: FileSystem, folder: string, durableKinds: ReadonlySet<string>): void => {
  // Both: a power cut may have kept either.
  if (fs.statSync(join(folder, 'manifest')) && fs.statSync(join(folder, 'events'))) return;
  const kind = dirname(folder);
  const above = durableKinds.has(kind) ? [] : [dirname(kind), kind];
  for (const path of [...above, folder, join(folder, 'events'), join(folder, 'manifest')]) fs.mkdirSync(path);
};
