import type { Sha256Hex } from '../../core/digest.ts';
import type { StreamId } from '../../core/event.ts';
import type { CommitRecord } from '../../core/log/commit-record.ts';
import { walkManifest } from '../../core/log/manifest-walk.ts';
import { emptyTail, inNewSegment, type Tail } from '../../core/log/tail.ts';
import type { Trouble } from '../../ports/event-log.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { sha256 } from '../node/sha256.ts';
import { type CommitLines, readCommitLines } from './commit-lines.ts';
import { partPath, partsIn } from './layout.ts';
import { troubleAt } from './stream-view.ts';
import { readAppended } from './whole-io.ts';

export type WalkEnd = {
  /** Where the good commits end. */
  readonly tail: Tail;
  /** The part that holds the end. */
  readonly part: number;
  readonly trouble?: Trouble;
  /** The hash of the record where the chain broke, when that is one. */
  readonly met?: Sha256Hex;
};

/**
 * Every commit of a stream from the first on, chain and digests checked; stops at the first wrong one. Who walks
 * may find a commit wrong for reasons of its own: `next(reason)` stops there.
 */
export function* walkStream(
  fs: FileSystem,
  folder: string,
  stream: StreamId,
): Generator<CommitLines, WalkEnd, Trouble['reason'] | undefined> {
  const parts = partsIn(fs, folder);
  let tail = emptyTail(stream, sha256);
  let part = 0;
  let last: CommitRecord | undefined;
  for (const first of parts) {
    const wrong = (reason: Trouble['reason'], next: number, commit: number): WalkEnd => ({
      tail: { ...tail, next, commit },
      part,
      trouble: troubleAt(next, commit, reason),
    });
    if (first !== tail.next) return wrong('non_contiguous_indices', tail.next, tail.commit);
    part = first;
    tail = inNewSegment(tail);
    const walked = walkManifest(readAppended(fs, partPath(folder, first)), tail, first, sha256);
    const lines = readCommitLines(fs, folder, walked.records);
    for (;;) {
      const next = lines.next();
      if (next.done) {
        if (next.value) return wrong(next.value.reason, next.value.record.first, next.value.record.commit);
        break;
      }
      const refused: Trouble['reason'] | undefined = yield next.value;
      if (refused) return wrong(refused, next.value.record.first, next.value.record.commit);
      last = next.value.record;
    }
    tail = walked.tail;
    if (walked.broken && walked.changedBefore && last) return wrong(walked.broken, last.first, last.commit);
    if (walked.broken)
      return { ...wrong(walked.broken, tail.next, tail.commit), ...(walked.met ? { met: walked.met } : {}) };
    if (walked.residue > 0 && first !== parts.at(-1)) return wrong('schema_validation_failed', tail.next, tail.commit);
  }
  return { tail, part };
}
