import type { StreamId } from '../../core/event.ts';
import type { Entropy } from '../../ports/clock.ts';
import type { Head, Heads } from '../../ports/heads.ts';
import { HEAD_KEY_BYTES, HEADS_KEY_RECORD, isSignedWith, signatureOf } from '../signed-head.ts';
import type { Database } from './database.ts';
import { createPostgresRecords } from './shared-records.ts';

type HeadRow = { readonly commits: string; readonly head: string; readonly signature: string };

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

  return {
    sign: async (heads, after = 'commit') => {
      const key = await signingKey();
      // In one order: two processes that sign the same streams never wait for each other.
      const sorted = heads.toSorted((a, b) => (a.stream < b.stream ? -1 : 1));
      await pool.query(
        `insert into atelier.heads as h
          select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[])
          on conflict (stream) do update set commits = excluded.commits, head = excluded.head, signature = excluded.signature
          where h.commits < excluded.commits or $5`,
        [
          sorted.map(({ stream }) => stream),
          sorted.map(({ commits }) => commits),
          sorted.map(({ head }) => head),
          sorted.map((head) => signatureOf(head, key)),
          after === 'repair',
        ],
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
