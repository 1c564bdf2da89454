import type { StreamId } from '../../core/event.ts';
import type { Json } from '../../core/json.ts';
import { commitHash } from '../../core/log/commit-record.ts';
import type { Snapshots } from '../../ports/snapshots.ts';
import { sha256 } from '../node/sha256.ts';
import { createCommitReader } from './commit-reader.ts';
import type { Database } from './database.ts';

type SnapshotRow = { readonly seq: string; readonly head: string; readonly sha256: string; readonly state: string };

/** One row per stream and view, bound to a place in the chain as the disk's file is. */
export const createPostgresSnapshots = (database: Database, wrote: (stream: StreamId) => boolean): Snapshots => {
  const { pool } = database;
  const reader = createCommitReader(database);

  /** The hash of the commit that ends just before `seq`; undefined when no commit ends there. */
  const headAt = async (stream: StreamId, seq: number): Promise<string | undefined> => {
    const commit = await reader.endingAt(stream, seq - 1);
    return commit && commitHash(commit.facts, sha256);
  };

  return {
    load: async (stream, { name, version }) => {
      const found = await pool.query<SnapshotRow>(
        'select seq, head, sha256, state from atelier.snapshots where stream = $1 and name = $2 and version = $3',
        [stream, name, version],
      );
      const [row] = found.rows;
      if (row === undefined || sha256(row.state) !== row.sha256) return undefined;
      const seq = Number(row.seq);
      // A log that was restored from elsewhere has another commit at this place.
      if ((await headAt(stream, seq)) !== row.head) return undefined;
      return { seq, state: JSON.parse(row.state) as Json };
    },

    save: async (stream, { name, version }, { seq, state }) => {
      if (!wrote(stream)) return;
      const head = await headAt(stream, seq);
      if (head === undefined) return;
      const text = JSON.stringify(state);
      // Two processes may fold the same stream: the one that is behind does not take the other's work back.
      await pool.query(
        `insert into atelier.snapshots as s values ($1, $2, $3, $4, $5, $6, $7)
          on conflict (stream, name) do update set version = excluded.version, seq = excluded.seq,
            head = excluded.head, sha256 = excluded.sha256, state = excluded.state
          where s.version <> excluded.version or s.seq <= excluded.seq`,
        [stream, name, version, seq, head, sha256(text), text],
      );
    },
  };
};
