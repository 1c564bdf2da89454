import { contentOfLine } from '../../core/log/content-line.ts';
import type { BlobId } from '../../ports/blobs.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { blobIdOf } from '../node/sha256.ts';
import { createClosedIndexes } from './closed-indexes.ts';
import { type CommitLines, linesOf } from './commit-lines.ts';
import { Corruption } from './corruption.ts';
import { commitsIn } from './range-reader.ts';
import type { StreamView } from './stream-view.ts';

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
