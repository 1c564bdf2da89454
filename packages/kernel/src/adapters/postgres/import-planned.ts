import type { Pool, PoolClient } from 'pg';
import type { StreamId } from '../../core/event.ts';
import type { PlannedStream } from '../../core/log/plan-stream.ts';
import { emptyTail, inNewSegment, tailAfter } from '../../core/log/tail.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { writeRefused } from '../../core/system-error.ts';
import type { ImportRefused } from '../../ports/event-log.ts';
import { sha256 } from '../node/sha256.ts';
import { appendValues } from './append-call.ts';
import { awayOr, troubleOf } from './database-trouble.ts';

/** All segments in one transaction: nobody sees any of them before the last. */
export const importPlanned = async (
  pool: Pool,
  stream: StreamId,
  { segments, tail }: PlannedStream,
): Promise<Result<{ readonly next: number }, ImportRefused>> => {
  let client: PoolClient | undefined;
  let committing = false;
  try {
    client = await pool.connect();
    await client.query('begin');
    let before = inNewSegment(emptyTail(stream, sha256));
    for (const { records, lines } of segments) {
      const last = records.at(-1);
      if (!last) continue;
      const after = inNewSegment(tailAfter(before, last, sha256));
      const commits = records.map(({ segment: _, offset: __, ...facts }, index) => ({
        facts,
        lines: lines[index] ?? '',
      }));
      const answer = await client.query<{ done: boolean }>(
        'select done from atelier.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
        appendValues(stream, commits, before, after),
      );
      if (!answer.rows[0]?.done) {
        await client.query('rollback');
        client.release();
        return err({ code: 'STREAM_EXISTS' });
      }
      before = after;
    }
    committing = true;
    await client.query('commit');
    client.release();
    return ok({ next: tail.next });
  } catch (cause) {
    // A connection in an unknown state is closed, and the database undoes what it had begun.
    client?.release(true);
    if (troubleOf(cause) === 'refused') throw cause;
    return err(writeRefused(awayOr(cause), committing));
  }
};
