import type { Pool } from 'pg';
import type { BlobId } from '../../ports/blobs.ts';
import type { CollectableObjects } from '../../ports/collection.ts';

const PAGE = 10_000;
/** So many rows a step: a commit of this process may be waiting for its end. */
const STEP = 2_000;
/** Any number: held by the one process that collects. */
const COLLECTING = 4_715_202;

// Not once a mark stands: what was put after that mark has its hour, and this would take it away.
const CONDEMN = `update atelier.objects set condemned = true
  where id = any($1) and not exists (select from atelier.marks)`;
// Still condemned, for what was put again meanwhile is not; and by the mark that made it so.
const DELETE_CONDEMNED = `
  with gone as (
    delete from atelier.objects where id = any($1) and condemned and exists (select from atelier.marks where at = $2)
      returning stored
  )
  select count(*) as objects, coalesce(sum(stored), 0) as bytes from gone`;

/**
 * Marks and sweeps as short statements: nobody's commit waits for a long one. Who collects holds a lock, which goes
 * with its connection unnoticed: so each statement sees for itself that no other has begun since.
 */
export const sweepRows = (pool: Pool): Pick<CollectableObjects, 'markedAt' | 'mark' | 'sweep' | 'alone'> => {
  async function* idsOf(which: 'condemned' | 'not condemned'): AsyncGenerator<readonly BlobId[]> {
    for (let after = ''; ; ) {
      const found = await pool.query<{ id: BlobId }>(
        `select id from atelier.objects where ${which} and id > $1 order by id limit ${PAGE}`,
        [after],
      );
      if (found.rows.length > 0) yield found.rows.map(({ id }) => id);
      const last = found.rows.at(-1);
      if (last === undefined || found.rows.length < PAGE) return;
      after = last.id;
    }
  }

  /** The mark that this process sweeps by. */
  let marked: number | undefined;

  return {
    markedAt: async () => {
      const found = await pool.query<{ at: number }>('select at from atelier.marks');
      marked = found.rows[0]?.at;
      return marked;
    },

    mark: async (live, now) => {
      // No mark stands while one is made: cut off half-way, what is condemned by then waits for another whole hour.
      await pool.query('delete from atelier.marks');
      for await (const ids of idsOf('not condemned')) {
        const dead = ids.filter((id) => !live.has(id));
        if (dead.length > 0) await pool.query(CONDEMN, [dead]);
      }
      const found = await pool.query<{ count: string }>('select count(*) from atelier.objects where condemned');
      await pool.query(
        'insert into atelier.marks (at) values ($1) on conflict (only_one) do update set at = excluded.at',
        [now()],
      );
      return { condemned: Number(found.rows[0]?.count) };
    },

    sweep: async (live) => {
      const dead: BlobId[] = [];
      const alive: BlobId[] = [];
      for await (const ids of idsOf('condemned')) {
        for (const id of ids) (live.has(id) ? alive : dead).push(id);
        if (dead.length >= STEP) break;
      }
      // What is live was pinned since the mark: the mark no longer speaks of it.
      if (alive.length > 0)
        await pool.query('update atelier.objects set condemned = false where id = any($1)', [alive]);
      if (dead.length === 0) return { objects: 0, bytes: 0, more: false };
      const found = await pool.query<{ objects: string; bytes: string }>(DELETE_CONDEMNED, [
        dead.slice(0, STEP),
        marked,
      ]);
      const objects = Number(found.rows[0]?.objects);
      // None of them: another has marked since, and what is left is for the sweep by that mark.
      return { objects, bytes: Number(found.rows[0]?.bytes), more: objects > 0 && dead.length >= STEP };
    },

    alone: async (job) => {
      const client = await pool.connect();
      let broken = true;
      try {
        const asked = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [COLLECTING]);
        const free = asked.rows[0]?.free === true;
        try {
          return free ? await job() : undefined;
        } finally {
          if (free) await client.query('select pg_advisory_unlock($1)', [COLLECTING]);
          broken = false;
        }
      } finally {
        // A connection that was lost has lost its lock as well.
        client.release(broken);
      }
    },
  };
};
