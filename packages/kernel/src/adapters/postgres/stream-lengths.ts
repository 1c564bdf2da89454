import type { Pool } from 'pg';
import type { StreamId } from '../../core/event.ts';
import type { StreamLengths } from '../../ports/stream-lengths.ts';
import { ask } from './database-trouble.ts';

type Row = { readonly place: 'next' | 'stream' | 'removed'; readonly name: string; readonly length: string };

const BEGINNING = '0';

// One statement, so one moment: whatever is not in it was done by a transaction from `next` on. A kind has no
// character that means something in a pattern.
// Not prepared: planned with the number at hand, it goes by the index, which finds the group of transactions.
const MOVED = `
  select 'next' as place, pg_snapshot_xmin(pg_current_snapshot())::text as name, '0' as length
  union all
  select 'stream', name, next_seq::text from atelier.streams
    where moved_about >= $2::text::bigint >> 6 and moved >= $2::text::xid8 and (name = $1 or name like $1 || '/%') and next_seq > 0
  union all
  select 'removed', name, '0' from atelier.removed_streams
    where moved >= $2::text::xid8 and (name = $1 or name like $1 || '/%') and $2 <> '${BEGINNING}'`;

export const createStreamLengths =
  (pool: Pool): StreamLengths =>
  async (kind, since = BEGINNING) => {
    const found = await ask<Row>(pool, { text: MOVED, values: [kind, since] });
    const lengths = new Map<StreamId, number>();
    const removed: StreamId[] = [];
    let next = since;
    for (const { place, name, length } of found.rows) {
      if (place === 'next') next = name;
      else if (place === 'stream') lengths.set(name, Number(length));
      else removed.push(name);
    }
    // Made again since it was removed.
    return { lengths, removed: removed.filter((name) => !lengths.has(name)), next };
  };
