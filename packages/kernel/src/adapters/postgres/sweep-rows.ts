import type { Pool, PoolClient } from 'pg';
import type { BlobId } from '../../ports/blobs.ts';
import type { CollectableObjects } from '../../ports/collection.ts';

const AT_ONCE = 10_000;

/** Marks and sweeps as statements; each is one transaction, so half a sweep does not exist. */
export const sweepRows = (pool: Pool): Pick<CollectableObjects, 'markedAt' | 'mark' | 'sweep'> => ({
  markedAt: async () => {
    const found = await pool.query<{ at: number }>('select at from atelier.marks');
    return found.rows[0]?.at;
  },
  mark: (live, at) =>
    withLive(pool, live, async (client) => {
      await client.query(
        `update atelier.objects o set condemned = true
          where not condemned and not exists (select from atelier_live l where l.id = o.id)`,
      );
      const found = await client.query<{ count: string }>('select count(*) from atelier.objects where condemned');
      await client.query(
        'insert into atelier.marks (at) values ($1) on conflict (only_one) do update set at = excluded.at',
        [at],
      );
      return { condemned: Number(found.rows[0]?.count) };
    }),
  sweep: (live) =>
    withLive(pool, live, async (client) => {
      const found = await client.query<{ objects: string; bytes: string }>(
        `with gone as (
          delete from atelier.objects o
            where condemned and not exists (select from atelier_live l where l.id = o.id) returning stored
        ) select count(*) as objects, coalesce(sum(stored), 0) as bytes from gone`,
      );
      // What is live again was pinned or put since the mark: the mark no longer speaks of it.
      await client.query('update atelier.objects set condemned = false where condemned');
      return { objects: Number(found.rows[0]?.objects), bytes: Number(found.rows[0]?.bytes) };
    }),
});

const withLive = async <T>(
  pool: Pool,
  live: ReadonlySet<BlobId>,
  job: (client: PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('begin');
    await client.query('create temporary table atelier_live (id text collate "C" primary key) on commit drop');
    const ids = [...live];
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      await client.query('insert into atelier_live select unnest($1::text[])', [ids.slice(at, at + AT_ONCE)]);
    }
    const result = await job(client);
    await client.query('commit');
    broken = false;
    return result;
  } finally {
    client.release(broken);
  }
};
