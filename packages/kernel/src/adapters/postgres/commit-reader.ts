import type { StreamId } from '../../core/event.ts';
import type { CommitFacts } from '../../core/log/commit-record.ts';
import type { BlobId } from '../../ports/blobs.ts';
import type { WholeCommit } from '../../ports/commit-store.ts';
import {
  COMMIT_COLUMNS,
  type CommitRow,
  FACTS_COLUMNS,
  type FactsRow,
  rowToCommit,
  rowToFacts,
} from './commit-rows.ts';
import type { Database } from './database.ts';
import { ask } from './database-trouble.ts';

const PAGE = 500;

export const createCommitReader = ({ pool, looks }: Pick<Database, 'pool' | 'looks'>) => {
  const between = async (stream: StreamId, from: number, to: number): Promise<readonly WholeCommit[]> => {
    if (from >= to) return [];
    const found = await ask<CommitRow>(pool, {
      name: 'atelier-commits',
      text: `select ${COMMIT_COLUMNS} from atelier.commits where stream = $1 and commit >= $2 and commit < $3 order by commit`,
      values: [stream, from, to],
    });
    return found.rows.map(rowToCommit);
  };

  return {
    between,

    /** The same without their lines, for whoever asks what commits pin: most of the bytes are lines. */
    factsBetween: async (stream: StreamId, from: number, to: number): Promise<readonly CommitFacts[]> => {
      if (from >= to) return [];
      const found = await ask<FactsRow>(pool, {
        name: 'atelier-facts',
        text: `select ${FACTS_COLUMNS} from atelier.commits where stream = $1 and commit >= $2 and commit < $3 order by commit`,
        values: [stream, from, to],
      });
      return found.rows.map(rowToFacts);
    },

    end: looks.end,

    /** The commits that hold the seqs from `from` up to `to`, a page at a time. */
    holding: async function* (stream: StreamId, from: number, to: number): AsyncGenerator<WholeCommit> {
      for (let next = from; next < to; ) {
        const found = await ask<CommitRow>(pool, {
          name: 'atelier-holding',
          text: `select ${COMMIT_COLUMNS} from atelier.commits where stream = $1 and last >= $2 and last < $3 + 5000 and first < $3 order by last limit ${PAGE}`,
          values: [stream, next, to],
        });
        for (const row of found.rows) yield rowToCommit(row);
        const last = found.rows.at(-1);
        if (last === undefined) return;
        next = Number(last.last) + 1;
      }
    },

    /** The commit whose last event has this seq. */
    endingAt: async (stream: StreamId, last: number): Promise<WholeCommit | undefined> => {
      const found = await ask<CommitRow>(pool, {
        text: `select ${COMMIT_COLUMNS} from atelier.commits where stream = $1 and last = $2`,
        values: [stream, last],
      });
      return found.rows[0] && rowToCommit(found.rows[0]);
    },

    /** How many of the stream's commits before `to` are there; the index alone is asked. */
    count: async (stream: StreamId, to: number): Promise<number> => {
      const found = await ask<{ readonly count: string }>(pool, {
        name: 'atelier-count',
        text: 'select count(*) from atelier.commits where stream = $1 and commit < $2',
        values: [stream, to],
      });
      return Number(found.rows[0]?.count ?? 0);
    },

    /** How far the stream goes without a commit missing: the number of commits, and the seq after them. */
    withoutGap: async (stream: StreamId): Promise<{ readonly commit: number; readonly next: number }> => {
      const found = await ask<{ readonly commit: string; readonly next: string }>(pool, {
        text: `select count(*) as commit, coalesce(max(last) + 1, 0) as next
          from (select commit, last, row_number() over (order by commit) - 1 as place from atelier.commits where stream = $1) rows
          where commit = place`,
        values: [stream],
      });
      return { commit: Number(found.rows[0]?.commit ?? 0), next: Number(found.rows[0]?.next ?? 0) };
    },

    carrying: async (stream: StreamId, id: string): Promise<WholeCommit | undefined> => {
      const found = await ask<CommitRow>(pool, {
        text: `select ${COMMIT_COLUMNS} from atelier.commits join atelier.content using (stream, commit) where stream = $1 and id = $2`,
        values: [stream, id],
      });
      return found.rows[0] && rowToCommit(found.rows[0]);
    },

    /** Those of the ids that rode in a commit of the stream. */
    carried: async (stream: StreamId, ids: ReadonlySet<BlobId>): Promise<ReadonlySet<BlobId>> => {
      const found = await ask<{ readonly id: BlobId }>(pool, {
        text: 'select id from atelier.content where stream = $1 and id = any($2)',
        values: [stream, [...ids]],
      });
      return new Set(found.rows.map(({ id }) => id));
    },
  };
};

export type CommitReader = ReturnType<typeof createCommitReader>;
