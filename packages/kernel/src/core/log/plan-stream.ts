import type { Platform } from '../digest.ts';
import type { StreamId } from '../event.ts';
import { ok, type Result } from '../result.ts';
import { type AppendInvalid, type CheckedAppend, invalid } from './checked-append.ts';
import type { CommitRecord } from './commit-record.ts';
import { attestBatch, decideBatch, type SegmentLimits, segmentLimits } from './plan-batch.ts';
import { emptyTail, inNewSegment, type Tail } from './tail.ts';

/** A part of a stream as it will lie on a disk. */
export type PlannedSegment = {
  readonly first: number;
  readonly records: readonly CommitRecord[];
  /** The lines of each record's commit. */
  readonly lines: readonly string[];
};

export type PlannedStream = { readonly segments: readonly PlannedSegment[]; readonly tail: Tail };

/**
 * A whole stream from its first commit on, chained to its name. Every commit counts as written by itself: all of it
 * is synced before anybody can see it.
 */
export const planStream = (
  stream: StreamId,
  commits: readonly CheckedAppend[],
  platform: Platform,
  limits: SegmentLimits = segmentLimits,
): Result<PlannedStream, AppendInvalid> => {
  const seqByKey = new Map<string, number>();
  const segments: PlannedSegment[] = [];
  let tail = emptyTail(stream, platform.sha256);
  for (let taken = 0; taken < commits.length; ) {
    tail = inNewSegment(tail);
    const first = tail.next;
    const waiting = commits.slice(taken).map((checked) => ({ checked, expected: 'any' as const }));
    const decided = decideBatch(waiting, tail, (key) => seqByKey.get(key), platform, limits);
    for (const decision of decided.decisions) {
      if (decision.kind === 'refused') return { ok: false, error: decision.error as AppendInvalid };
      if (decision.kind === 'recorded') return invalid('partial_key_overlap', 'a key appears in two commits');
      for (const { key, seq } of decision.events) if (key !== null) seqByKey.set(key, seq);
    }
    const records: CommitRecord[] = [];
    for (const commit of decided.commits) {
      const attested = attestBatch([commit], tail, first, platform);
      records.push(...attested.records);
      tail = attested.tail;
    }
    segments.push({ first, records, lines: decided.commits.map(({ text }) => text) });
    taken += decided.decisions.length;
  }
  return ok({ segments, tail });
};
