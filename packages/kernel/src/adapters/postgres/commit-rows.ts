import type { CommitFacts, HealthReason } from '../../core/log/commit-record.ts';
import type { BlobId } from '../../ports/blobs.ts';
import type { WholeCommit } from '../../ports/commit-store.ts';
import type { Trouble } from '../../ports/event-log.ts';
import { sha256 } from '../node/sha256.ts';

export const FACTS_COLUMNS = 'commit, first, last, bytes, sha256, prev, grp, pins, unpins';
export const COMMIT_COLUMNS = `${FACTS_COLUMNS}, lines`;

/** As the driver gives it: bigint comes as text. */
export type FactsRow = {
  readonly commit: string;
  readonly first: string;
  readonly last: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly prev: string;
  readonly grp: number;
  readonly pins: readonly BlobId[];
  readonly unpins: readonly BlobId[];
};
export type CommitRow = FactsRow & { readonly lines: string };

export const rowToFacts = (row: FactsRow): CommitFacts => ({
  v: 1,
  commit: Number(row.commit),
  first: Number(row.first),
  last: Number(row.last),
  bytes: row.bytes,
  sha256: row.sha256,
  prev: row.prev,
  pins: row.pins,
  unpins: row.unpins,
  group: row.grp,
});

export const rowToCommit = (row: CommitRow): WholeCommit => ({ facts: rowToFacts(row), lines: row.lines });

export const isIntact = ({ facts, lines }: WholeCommit): boolean => sha256(lines) === facts.sha256;

export const troubleAt = (validNext: number, commit: number, reason: HealthReason): Trouble => ({
  kind: reason === 'unknown_schema_version' ? 'unknown_version' : commit === 0 ? 'corrupt_head' : 'corrupt_tail',
  reason,
  validNext,
  commit,
});

export const contentLinesOf = ({ facts, lines }: WholeCommit): readonly string[] =>
  lines.split('\n').slice(facts.last - facts.first + 1, -1);
