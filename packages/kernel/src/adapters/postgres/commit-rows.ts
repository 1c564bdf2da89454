import type { LogEvent } from '../../core/event.ts';
import type { CommitFacts } from '../../core/log/commit-record.ts';
import type { BlobId } from '../../ports/blobs.ts';
import { sha256 } from '../node/sha256.ts';

export const COMMIT_COLUMNS = 'commit, first, last, bytes, sha256, prev, grp, pins, unpins, lines';

/** As the driver gives it: bigint comes as text. */
export type CommitRow = {
  readonly commit: string;
  readonly first: string;
  readonly last: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly prev: string;
  readonly grp: number;
  readonly pins: readonly BlobId[];
  readonly unpins: readonly BlobId[];
  readonly lines: string;
};

/** A commit and its lines: all there is to know of it, wherever it lies. */
export type WholeCommit = { readonly facts: CommitFacts; readonly lines: string };

export const rowToCommit = (row: CommitRow): WholeCommit => ({
  facts: {
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
  },
  lines: row.lines,
});

export const isIntact = ({ facts, lines }: WholeCommit): boolean => sha256(lines) === facts.sha256;

/** Event lines stand first, one per seq; content lines follow. */
export const eventsOf = ({ facts, lines }: WholeCommit): readonly LogEvent[] =>
  lines.split('\n', facts.last - facts.first + 1).map((line) => JSON.parse(line) as LogEvent);

export const contentLinesOf = ({ facts, lines }: WholeCommit): readonly string[] =>
  lines.split('\n').slice(facts.last - facts.first + 1, -1);
