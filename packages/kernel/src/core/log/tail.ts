import type { Sha256, Sha256Hex } from '../digest.ts';
import type { StreamId } from '../event.ts';
import { type CommitRecord, commitHash, genesisHash, type HealthReason } from './commit-record.ts';

/** Where a stream ends: all that the next commit needs to know of those before it. */
export type Tail = {
  readonly commit: number;
  readonly next: number;
  /** The hash of the last commit. */
  readonly head: Sha256Hex;
  /** Attested bytes and events in the open segment. */
  readonly offset: number;
  readonly events: number;
  readonly group: number;
};

export const emptyTail = (stream: StreamId, sha256: Sha256): Tail => ({
  commit: 0,
  next: 0,
  head: genesisHash(stream, sha256),
  offset: 0,
  events: 0,
  group: 0,
});

export const tailAfter = (tail: Tail, record: CommitRecord, sha256: Sha256): Tail => ({
  commit: record.commit + 1,
  next: record.last + 1,
  head: commitHash(record, sha256),
  offset: record.offset + record.bytes,
  events: tail.events + record.last - record.first + 1,
  group: record.group,
});

/** The same place in the chain, at the start of a new segment. */
export const inNewSegment = (tail: Tail): Tail => ({ ...tail, offset: 0, events: 0, group: 0 });

/** Why a well-formed record cannot be the one that follows. */
export const whyNotNext = (tail: Tail, record: CommitRecord, segment: number): HealthReason | undefined => {
  if (record.commit !== tail.commit) return 'non_contiguous_indices';
  if (record.prev !== tail.head) return 'digest_mismatch';
  if (record.first !== tail.next || record.last < record.first) return 'non_contiguous_indices';
  if (record.segment !== segment || record.offset !== tail.offset) return 'non_contiguous_indices';
  if (record.group !== 0 && record.group !== tail.group + 1) return 'schema_validation_failed';
  return undefined;
};
