import type { StreamId } from '../../core/event.ts';
import type { CommitRecord, HealthReason } from '../../core/log/commit-record.ts';
import { parseRecord } from '../../core/log/commit-record.ts';
import { type Walked, walkManifest } from '../../core/log/manifest-walk.ts';
import { emptyTail, inNewSegment, type Tail, tailAfter } from '../../core/log/tail.ts';
import type { Trouble } from '../../ports/event-log.ts';
import type { FileStat, FileSystem } from '../../ports/file-system.ts';
import { sha256 } from '../node/sha256.ts';
import { partPath, partsIn } from './layout.ts';
import { appendedLength, readAppended, readExactly } from './whole-io.ts';

/** What the manifest says, as of the last look. */
export type Seen = {
  /** First seqs of the manifest parts, oldest first; empty before the stream is born. */
  readonly parts: readonly number[];
  /** The newest part, its records, and the bytes of it that are good. */
  readonly part: number;
  /** Grows in place; `tail` says how far it reaches for the one who looked. */
  readonly records: CommitRecord[];
  readonly end: number;
  readonly groupStart: number;
  readonly residue: number;
  readonly tail: Tail;
  readonly trouble?: Trouble;
};

export type StreamView = {
  /** Cheap when nothing moved: two stats and a byte, none while this process holds the lock. */
  readonly look: () => Seen;
  /** While held by this process nobody else can append, and what it has not acknowledged stays unseen. */
  readonly hold: (held: boolean) => void;
  readonly accept: (seen: Seen) => void;
  /** The next look reads everything again. */
  readonly forget: () => void;
  /** Of a part; undefined when it has none yet. Saves reading the parts that a range does not touch. */
  readonly firstCommit: (part: number) => number | undefined;
  /** The records of an older part. */
  readonly closedPart: (first: number) => { readonly records: readonly CommitRecord[]; readonly trouble?: Trouble };
};

export const createStreamView = (fs: FileSystem, folder: string, stream: StreamId): StreamView => {
  const nothing: Seen = {
    parts: [],
    part: 0,
    records: [],
    end: 0,
    groupStart: 0,
    residue: 0,
    tail: emptyTail(stream, sha256),
  };
  let seen = nothing;
  let stamp: FileStat | undefined;
  let held = false;
  const firstCommits = new Map<number, number>();
  let closed: { readonly first: number; readonly records: readonly CommitRecord[] } | undefined;

  /** The tail before a part's first record: what the part before it ends with. */
  const tailBefore = (parts: readonly number[], index: number): Tail | HealthReason => {
    const first = parts[index];
    if (index === 0) return first === 0 ? nothing.tail : 'non_contiguous_indices';
    const before = edgeRecord(fs, partPath(folder, parts[index - 1] ?? 0), 'last');
    if (typeof before === 'string') return before;
    const tail = inNewSegment(tailAfter(nothing.tail, before, sha256));
    return tail.next === first ? tail : 'non_contiguous_indices';
  };

  const load = (): Seen => {
    const parts = partsIn(fs, folder);
    const part = parts.at(-1);
    // Its records are written to: those of a stream that was removed must not be found in the next of its name.
    if (part === undefined) return { ...nothing, records: [] };
    const tail = tailBefore(parts, parts.length - 1);
    const start = { ...nothing, parts, part };
    if (typeof tail === 'string' || !beginsHere(parts)) return { ...start, trouble: firstTrouble(parts) };
    return readOn({ ...start, records: [], tail });
  };

  /** A long stream is opened at its end; that it is this stream at all is sworn to by its first record. */
  const beginsHere = (parts: readonly number[]): boolean => {
    if (parts.length === 1) return parts[0] === 0;
    const record = parts[0] === 0 ? edgeRecord(fs, partPath(folder, 0), 'first') : undefined;
    return typeof record === 'object' && record.prev === nothing.tail.head;
  };

  /** The slow way, taken only when something is wrong: from the first part on, until it is met. */
  const firstTrouble = (parts: readonly number[]): Trouble => {
    let tail = nothing.tail;
    for (const first of parts) {
      if (first !== tail.next) return troubleAt(tail.next, tail.commit, 'non_contiguous_indices');
      const text = readAppended(fs, partPath(folder, first));
      const walked = walkManifest(text, inNewSegment(tail), first, sha256);
      tail = walked.tail;
      if (walked.broken) return troubleOf(walked);
    }
    return troubleAt(tail.next, tail.commit, 'non_contiguous_indices');
  };

  /** Reads the newest part on from where the last look ended. */
  const readOn = (from: Seen): Seen => {
    const path = partPath(folder, from.part);
    stamp = fs.statSync(path);
    const text = readAppended(fs, path, from.end);
    const walked = walkManifest(text, from.tail, from.part, sha256);
    for (const record of walked.records) from.records.push(record);
    const now: Seen = {
      parts: from.parts,
      part: from.part,
      records: from.records,
      end: from.end + walked.end,
      groupStart: walked.records.some((record) => record.group === 0) ? from.end + walked.groupStart : from.groupStart,
      residue: walked.residue,
      tail: walked.tail,
    };
    if (walked.broken) return { ...now, trouble: troubleOf(walked) };
    return intoNextPart(now);
  };

  /** A rotated stream goes on in a part called by the next seq. */
  const intoNextPart = (now: Seen): Seen => {
    const next = now.tail.next;
    if (next === now.part || !fs.statSync(partPath(folder, next))) return now;
    if (now.residue > 0) return { ...now, trouble: troubleAt(next, now.tail.commit, 'schema_validation_failed') };
    const parts = [...now.parts, next];
    return readOn({ ...nothing, records: [], parts, part: next, tail: inNewSegment(now.tail) });
  };

  const look = (): Seen => {
    if (held) return seen;
    if (seen.parts.length === 0 || seen.trouble || seen.residue > 0) {
      seen = load();
      return seen;
    }
    const now = fs.statSync(partPath(folder, seen.part));
    if (!now || now.inode !== stamp?.inode || now.size < seen.end) seen = load();
    else if (now.size > seen.end && isWritten(fs, partPath(folder, seen.part), seen.end)) seen = readOn(seen);
    else seen = intoNextPart(seen);
    return seen;
  };

  return {
    look,
    hold: (value) => {
      held = value;
    },
    accept: (next) => {
      if (next.part !== seen.part) stamp = fs.statSync(partPath(folder, next.part));
      seen = next;
    },
    forget: () => {
      held = false;
      seen = nothing;
      closed = undefined;
      firstCommits.clear();
    },
    firstCommit: (part) => {
      const known = firstCommits.get(part);
      if (known !== undefined) return known;
      const record = edgeRecord(fs, partPath(folder, part), 'first');
      if (typeof record === 'string') return undefined;
      firstCommits.set(part, record.commit);
      return record.commit;
    },
    closedPart: (first) => {
      if (closed?.first === first) return closed;
      const index = seen.parts.indexOf(first);
      const tail = tailBefore(seen.parts, index);
      if (typeof tail === 'string') return { records: [], trouble: firstTrouble(seen.parts) };
      const text = readAppended(fs, partPath(folder, first));
      const walked = walkManifest(text, tail, first, sha256);
      const { records, tail: reached } = walked;
      const broken = walked.broken ?? (walked.residue > 0 ? 'schema_validation_failed' : undefined);
      const short = reached.next === seen.parts[index + 1] ? undefined : 'non_contiguous_indices';
      const reason = broken ?? short;
      if (reason) return { records, trouble: troubleAt(reached.next, reached.commit, reason) };
      closed = { first, records };
      return closed;
    },
  };
};

const troubleOf = ({ records, tail, broken = 'digest_mismatch', changedBefore }: Walked): Trouble => {
  const before = changedBefore ? records.at(-1) : undefined;
  return troubleAt(before?.first ?? tail.next, before?.commit ?? tail.commit, broken);
};

export const troubleAt = (validNext: number, commit: number, reason: HealthReason): Trouble => ({
  kind: reason === 'unknown_schema_version' ? 'unknown_version' : validNext === 0 ? 'corrupt_head' : 'corrupt_tail',
  reason,
  validNext,
  commit,
});

/** The first or the last record of a part. */
const edgeRecord = (fs: FileSystem, path: string, edge: 'first' | 'last'): CommitRecord | HealthReason => {
  const size = fs.statSync(path)?.size ?? 0;
  if (size === 0) return 'non_contiguous_indices';
  const file = fs.openSync(path, 'read');
  try {
    // Records are some 300 bytes; only one with many pins is longer.
    for (let reach = 4096; ; reach *= 8) {
      const whole = reach >= size;
      const read = readExactly(file, whole ? size : reach, whole || edge === 'first' ? 0 : size - reach);
      const bytes = read.subarray(0, appendedLength(read));
      const line = edge === 'first' ? firstLine(bytes) : lastLine(bytes, whole);
      if (line === undefined && !whole) continue;
      const record = parseRecord(line ?? '');
      return record.ok ? record.value : record.error;
    }
  } finally {
    file.closeSync();
  }
};

/** Whether anything was appended at `offset`: zeros are room, kept there for what comes. */
const isWritten = (fs: FileSystem, path: string, offset: number): boolean => {
  const file = fs.openSync(path, 'read');
  try {
    return appendedLength(readExactly(file, 1, offset)) > 0;
  } finally {
    file.closeSync();
  }
};

const firstLine = (bytes: Buffer): string | undefined => {
  const end = bytes.indexOf(10);
  return end === -1 ? undefined : bytes.toString('latin1', 0, end);
};

const lastLine = (bytes: Buffer, whole: boolean): string | undefined => {
  const start = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  if (start === 0 && !whole) return undefined;
  return bytes.at(-1) === 10 ? bytes.toString('latin1', start, bytes.length - 1) : '';
};
