import type { StreamId } from '../../core/event.ts';
import type { Entropy } from '../../ports/clock.ts';
import type { GoesThrough, Head, Heads } from '../../ports/heads.ts';
import { HEAD_KEY_BYTES, HEADS_KEY_RECORD, isSignedWith, signatureOf } from '../signed-head.ts';
import type { Database } from './database.ts';
import { createPostgresRecords } from './shared-records.ts';

type HeadRow = { readonly commits: string; readonly head: string; readonly signature: string };

/** Only over what was there when it was held against the chain, so that nobody's signature is lost unseen. */
const SIGN_OVER = `
with due as (
  select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[])
    as d(stream, commits, head, signature, before)
), mine as (
  select h.stream from atelier.heads h join due d on d.stream = h.stream and d.before = h.signature
    order by h.stream for update of h
), moved as (
  update atelier.heads h set commits = d.commits, head = d.head, signature = d.signature
    from due d join mine m on m.stream = d.stream where h.stream = d.stream returning h.stream
), born as (
  insert into atelier.heads select stream, commits, head, signature from due where before is null order by stream
    on conflict do nothing returning stream
)
select stream from moved union all select stream from born`;

/**
 * Heads in a table of their own, signed with a key that all processes share. The key lies in the database too, so this
 * finds what went wrong and not who may write there; a copy of the table kept elsewhere does both.
 */
export const createPostgresHeads = (database: Database, entropy: Entropy): Heads => {
  const { pool } = database;
  const records = createPostgresRecords(database);
  let known: Promise<Buffer> | undefined;

  const makeKey = async (): Promise<Buffer> => {
    const fresh = Buffer.from(entropy.bytes(HEAD_KEY_BYTES)).toString('base64url');
    return Buffer.from(await records.putIfAbsent(HEADS_KEY_RECORD, fresh), 'base64url');
  };
  const signingKey = (): Promise<Buffer> => {
    known ??= makeKey().catch((cause) => {
      known = undefined;
      throw cause;
    });
    return known;
  };

  const keptBefore = async (streams: readonly StreamId[]): Promise<ReadonlyMap<StreamId, HeadRow>> => {
    const found = await pool.query<HeadRow & { readonly stream: StreamId }>(
      'select stream, commits, head, signature from atelier.heads where stream = any($1)',
      [streams],
    );
    return new Map(found.rows.map((row) => [row.stream, row]));
  };

  return {
    sign: async (heads, goesThrough) => {
      const key = await signingKey();
      // In one order: two processes that sign the same streams never wait for each other.
      let due = heads.toSorted((a, b) => (a.stream < b.stream ? -1 : 1));
      while (due.length > 0) {
        const before = await keptBefore(due.map(({ stream }) => stream));
        const allowed: Head[] = [];
        for (const head of due) if (await maySign(head, before.get(head.stream), key, goesThrough)) allowed.push(head);
        if (allowed.length === 0) return;
        const signed = await pool.query<{ stream: StreamId }>(SIGN_OVER, [
          allowed.map(({ stream }) => stream),
          allowed.map(({ commits }) => commits),
          allowed.map(({ head }) => head),
          allowed.map((head) => signatureOf(head, key)),
          allowed.map(({ stream }) => before.get(stream)?.signature ?? null),
        ]);
        const done = new Set(signed.rows.map(({ stream }) => stream));
        // Another process was faster with the rest: now they are held against what that one signed.
        due = allowed.filter(({ stream }) => !done.has(stream));
      }
    },
    signAnew: async (head) => {
      await pool.query(
        `insert into atelier.heads values ($1, $2, $3, $4)
          on conflict (stream) do update set commits = excluded.commits, head = excluded.head, signature = excluded.signature`,
        [head.stream, head.commits, head.head, signatureOf(head, await signingKey())],
      );
    },
    of: async (stream) => {
      const found = await pool.query<HeadRow>('select commits, head, signature from atelier.heads where stream = $1', [
        stream,
      ]);
      const [row] = found.rows;
      if (row === undefined) return undefined;
      const head: Head = { stream, commits: Number(row.commits), head: row.head };
      return isSignedWith(head, row.signature, await signingKey()) ? head : 'forged';
    },
    streams: async () => {
      const found = await pool.query<{ stream: StreamId }>('select stream from atelier.heads order by stream');
      return found.rows.map(({ stream }) => stream);
    },
  };
};

const maySign = async (
  head: Head,
  row: HeadRow | undefined,
  key: Uint8Array,
  goesThrough: GoesThrough,
): Promise<boolean> => {
  if (row === undefined) return true;
  const before: Head = { stream: head.stream, commits: Number(row.commits), head: row.head };
  if (!isSignedWith(before, row.signature, key) || before.commits >= head.commits) return false;
  return goesThrough(before, head);
};
