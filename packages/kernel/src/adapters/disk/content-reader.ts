import type { CommitRecord } from '../../core/log/commit-record.ts';
import { contentOfLine } from '../../core/log/content-line.ts';
import type { BlobId } from '../../ports/blobs.ts';
import type { Trouble } from '../../ports/event-log.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { blobIdOf } from '../node/sha256.ts';
import { createClosedIndexes } from './closed-indexes.ts';
import { type CommitLines, linesOf, readCommitLines } from './commit-lines.ts';
import { Corruption } from './corruption.ts';
import { commitsIn, recordsIn } from './range-reader.ts';
import { type StreamView, troubleAt } from './stream-view.ts';

/** Content that rode inside a commit. The commit's pins say which to look into; closed segments have an index. */
export const findContent = (fs: FileSystem, folder: string, view: StreamView, id: BlobId): Uint8Array | undefined => {
  const seen = view.look();
  for (const record of seen.records) {
    if (!record.pins.includes(id)) continue;
    const found = inCommitAt(fs, folder, view, record.first, id);
    if (found) return found;
  }
  const indexes = createClosedIndexes(fs, folder, view, () => false);
  for (const first of seen.parts.slice(0, -1)) {
    for (const seq of indexes.of(first).seqsOfContent(id)) {
      const found = inCommitAt(fs, folder, view, seq, id);
      if (found) return found;
    }
  }
  return undefined;
};

/** Only commits that pin one of them are read: whatever rides in a commit is pinned by it. */
export const carriedContent = async (
  fs: FileSystem,
  folder: string,
  view: StreamView,
  ids: ReadonlySet<BlobId>,
): Promise<{ readonly carried: ReadonlySet<BlobId>; readonly trouble?: Trouble }> => {
  const carried = new Set<BlobId>();
  const seen = view.look();
  if (seen.trouble) return { carried, trouble: seen.trouble };
  const parts = recordsIn(view, seen, { from: 0, to: seen.tail.next });
  for (;;) {
    const part = parts.next();
    if (part.done) return part.value ? { carried, trouble: part.value } : { carried };
    const pinning = part.value.filter(({ pins }) => pins.some((id) => ids.has(id) && !carried.has(id)));
    for (const neighbours of neighboursOf(pinning)) {
      const commits = readCommitLines(fs, folder, neighbours);
      for (let next = commits.next(); ; next = commits.next()) {
        if (!next.done) {
          for (const id of idsCarriedBy(next.value)) if (ids.has(id)) carried.add(id);
          continue;
        }
        if (!next.value) break;
        const { record, reason } = next.value;
        return { carried, trouble: troubleAt(record.first, record.commit, reason) };
      }
    }
    await new Promise((resume) => setImmediate(resume));
  }
};

const neighboursOf = (records: readonly CommitRecord[]): readonly (readonly CommitRecord[])[] => {
  const groups: CommitRecord[][] = [];
  for (const record of records) {
    const group = groups.at(-1);
    if (group?.at(-1)?.commit === record.commit - 1) group.push(record);
    else groups.push([record]);
  }
  return groups;
};

const idsCarriedBy = (commit: CommitLines): readonly BlobId[] => {
  const { first, last } = commit.record;
  const lines = linesOf(commit).slice(last - first + 1);
  return lines.flatMap((line) => (contentOfLine(line)?.id ?? []) as BlobId);
};

const inCommitAt = (
  fs: FileSystem,
  folder: string,
  view: StreamView,
  seq: number,
  id: BlobId,
): Uint8Array | undefined => {
  const next = commitsIn(fs, folder, view, { from: seq, to: seq + 1 }).next();
  if (!next.done) return contentIn(next.value, id);
  if (next.value) throw new Corruption(next.value);
  return undefined;
};

const contentIn = (commit: CommitLines, id: BlobId): Uint8Array | undefined => {
  const { first, last } = commit.record;
  for (const line of linesOf(commit).slice(last - first + 1)) {
    const content = contentOfLine(line);
    if (content?.id === id && blobIdOf(content.bytes) === id) return content.bytes;
  }
  return undefined;
};
