import type { CanonicalText } from '../canonical-json.ts';
import { type BlobId, isBlobId, type Sha256, type Sha256Hex } from '../digest.ts';
import type { StreamId } from '../event.ts';
import { err, ok, type Result } from '../result.ts';

/** What a commit is, wherever it is kept. The chain runs over exactly these members. */
export type CommitFacts = {
  readonly v: 1;
  /** Commits count from 0 without gaps. */
  readonly commit: number;
  readonly first: number;
  readonly last: number;
  /** Length and hash of the commit's lines, content lines included. */
  readonly bytes: number;
  readonly sha256: Sha256Hex;
  /** The hash of the commit before; of the stream's name for the first. */
  readonly prev: Sha256Hex;
  readonly pins: readonly BlobId[];
  readonly unpins: readonly BlobId[];
  /** How many commits were written together before this one; 0 says that all before it was synced by then. */
  readonly group: number;
};

/** A commit and where its lines lie: one line of the manifest. */
export type CommitRecord = CommitFacts & { readonly segment: number; readonly offset: number };

export type HealthReason =
  | 'digest_mismatch'
  | 'non_contiguous_indices'
  | 'missing_attested_segment'
  | 'unknown_schema_version'
  | 'schema_validation_failed';

/** A folder copied under another stream's name does not verify: the first commit swears to the name. */
export const genesisHash = (stream: StreamId, sha256: Sha256): Sha256Hex => sha256(`{"stream":"${stream}","v":1}`);

export const commitHash = (facts: CommitFacts, sha256: Sha256): Sha256Hex => {
  const { bytes, commit, first, group, last, pins, prev, unpins, v } = facts;
  return sha256(
    `{"bytes":${bytes},"commit":${commit},"first":${first},"group":${group},"last":${last},"pins":${list(pins)},` +
      `"prev":"${prev}","sha256":"${facts.sha256}","unpins":${list(unpins)},"v":${v}}`,
  );
};

/** Canonical JSON: the members stand in order, and numbers, hashes and ids need no escaping. */
export const recordLine = (record: CommitRecord): CanonicalText => {
  const { bytes, commit, first, group, last, offset, pins, prev, segment, unpins, v } = record;
  return (`{"bytes":${bytes},"commit":${commit},"first":${first},"group":${group},"last":${last},"offset":${offset},` +
    `"pins":${list(pins)},"prev":"${prev}","segment":${segment},"sha256":"${record.sha256}",` +
    `"unpins":${list(unpins)},"v":${v}}`) as CanonicalText;
};

const list = (ids: readonly BlobId[]): string => (ids.length === 0 ? '[]' : `["${ids.join('","')}"]`);

export const parseRecord = (line: string): Result<CommitRecord, HealthReason> => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return err('schema_validation_failed');
  }
  if (typeof parsed !== 'object' || parsed === null) return err('schema_validation_failed');
  const record = parsed as Readonly<Record<keyof CommitRecord, unknown>>;
  if (record.v !== 1)
    return err(Number.isSafeInteger(record.v) ? 'unknown_schema_version' : 'schema_validation_failed');
  if (!isRecord(record)) return err('schema_validation_failed');
  // One record has one spelling: a byte that differs is found even where the meaning would not.
  return recordLine(record) === line ? ok(record) : err('schema_validation_failed');
};

const isRecord = (record: Readonly<Record<keyof CommitRecord, unknown>>): record is CommitRecord =>
  COUNTS.every((name) => Number.isSafeInteger(record[name]) && (record[name] as number) >= 0) &&
  isHash(record.sha256) &&
  isHash(record.prev) &&
  isIds(record.pins) &&
  isIds(record.unpins);

const COUNTS = ['commit', 'first', 'last', 'bytes', 'group', 'segment', 'offset'] as const;
const HASH = /^[0-9a-f]{64}$/;
const isHash = (value: unknown): boolean => typeof value === 'string' && HASH.test(value);
const isIds = (value: unknown): boolean =>
  Array.isArray(value) && value.every((id) => typeof id === 'string' && isBlobId(id));
