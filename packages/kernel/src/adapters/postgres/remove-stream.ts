import type { Pool } from 'pg';
import { err, ok } from '../../core/result.ts';
import { writeRefused } from '../../core/system-error.ts';
import type { RemoveStream } from '../../ports/stream-removal.ts';
import { awayOr, troubleOf } from './database-trouble.ts';
import { LOCK_WAIT_MS } from './schema-steps.ts';

const TABLES = ['commits', 'keys', 'content', 'snapshots', 'heads'] as const;

/** In one transaction, under the lock of the stream's row: an append goes before it or finds no such stream. */
export const createRemoveStream =
  (pool: Pool): RemoveStream =>
  async (stream, expected) => {
    const client = await pool.connect().catch((cause) => cause as Error);
    if (client instanceof Error) return err(writeRefused(awayOr(client), false));
    let committing = false;
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = '${LOCK_WAIT_MS}ms'`);
      const found = await client.query<{ next_seq: string }>(
        'select next_seq from atelier.streams where name = $1 for update',
        [stream],
      );
      const [row] = found.rows;
      if (!row || Number(row.next_seq) !== expected) {
        await client.query('rollback');
        client.release();
        return row ? err({ code: 'STALE', next: Number(row.next_seq) }) : ok(undefined);
      }
      for (const table of TABLES) await client.query(`delete from atelier.${table} where stream = $1`, [stream]);
      await client.query('delete from atelier.streams where name = $1', [stream]);
      committing = true;
      await client.query('commit');
      client.release();
      return ok(undefined);
    } catch (cause) {
      // A connection in an unknown state is closed, and the database undoes what it had begun.
      client.release(true);
      const trouble = troubleOf(cause);
      if (trouble === 'busy') return err({ code: 'LOCKED', afterMs: LOCK_WAIT_MS });
      if (trouble === 'refused') throw cause;
      return err(writeRefused(awayOr(cause), committing));
    }
  };
