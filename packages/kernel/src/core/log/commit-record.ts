import type { CanonicalText } from '../canonical-json.ts';
import type { BlobId, Sha256, Sha256Hex } from '../digest.ts';
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
  | 'schema_validation_failed'
  /** The system refuses a file or folder of the stream: its rights were changed, or the disk fails. */
  | 'unreadable'
  /** A signed head attests commits that are no longer there. What is there is whole. */
  | 'shorter_than_signed';

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

/** One record has one spelling: a byte that differs is found even where the meaning would not change. */
export const parseRecord = (line: string): Result<CommitRecord, HealthReason> => {
  const found = SPELLING.exec(line);
  if (!found) return err(whatElse(line));
  const [, bytes, commit, first, group, last, offset, pins, prev, segment, sha256, unpins] = found as unknown as Fields;
  return ok({
    v: 1,
    commit: Number(commit),
    first: Number(first),
    last: Number(last),
    bytes: Number(bytes),
    sha256,
    prev,
    pins: idsOf(pins),
    unpins: idsOf(unpins),
    group: Number(group),
    segment: Number(segment),
    offset: Number(offset),
  });
};

type Fields = readonly [string, string, string, string, string, string, string, string, string, string, string, string];
/** Fifteen digits are always a safe integer. */
const COUNT = '(0|[1-9][0-9]{0,14})';
const HASH = '([0-9a-f]{64})';
const ID = '"sha256:[0-9a-f]{64}"';
const IDS = `\\[((?:${ID}(?:,${ID})*)?)\\]`;
const SPELLING = new RegExp(
  `^\\{"bytes":${COUNT},"commit":${COUNT},"first":${COUNT},"group":${COUNT},"last":${COUNT},"offset":${COUNT},` +
    `"pins":${IDS},"prev":"${HASH}","segment":${COUNT},"sha256":"${HASH}","unpins":${IDS},"v":1\\}$`,
);

const NONE: readonly BlobId[] = [];
const idsOf = (text: string): readonly BlobId[] => (text === '' ? NONE : (text.slice(1, -1).split('","') as BlobId[]));

const whatElse = (line: string): HealthReason => {
  try {
    const { v } = JSON.parse(line) as { v?: unknown };
    return Number.isSafeInteger(v) && v !== 1 ? 'unknown_schema_version' : 'schema_validation_failed';
  } catch {
    return 'schema_validation_failed';
  }
};
