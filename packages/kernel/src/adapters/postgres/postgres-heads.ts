import type { StreamId } from '../../core/event.ts';
import type { Entropy } from '../../ports/clock.ts';
import type { GoesThrough, Head, Heads, HeadsPutAside, UnsignedHead } from '../../ports/heads.ts';
import {
  HEAD_KEY_BYTES,
  HEADS_KEY_RECORD,
  isSignedWith,
  NoHeadsKey,
  signatureOf,
  unsignedFor,
} from '../signed-head.ts';
import type { Database } from './database.ts';
import { troubleOf } from './database-trouble.ts';
import { createPostgresRecords } from './shared-records.ts';

type HeadRow = { readonly commits: string; readonly head: string; readonly signature: string };
type Before = ReadonlyMap<StreamId, HeadRow>;

/** Heads whose key was lost, among the records: under this and the time. */
const ASIDE = 'heads.aside.';
/** All at once, so that no head is signed in between and lost. */
const PUT_ASIDE = `
with gone as (delete from atelier.heads returning stream, commits, head, signature)
insert into atelier.records
  select $1, json_agg(json_build_object('stream', stream, 'commits', commits, 'head', head, 'signature', signature, 'v', 1)
    order by stream)::text from gone`;

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

  const readKey = async (): Promise<Buffer | undefined> => {
    const found = await records.read(HEADS_KEY_RECORD);
    return found === undefined ? undefined : bytesOf(found);
  };

  const hasHeads = async (): Promise<boolean> => {
    const found = await pool.query<{ some: boolean }>('select exists (select from atelier.heads) as some');
    return found.rows[0]?.some === true;
  };

  const keyToSign = async (): Promise<Buffer> => {
    const found = await readKey();
    if (found) return found;
    // Heads before key: whoever signed the first of them had made the key by then.
    const some = await hasHeads();
    const made = await readKey();
    if (made) return made;
    if (some) throw new NoHeadsKey({ kind: 'missing' });
    const fresh = Buffer.from(entropy.bytes(HEAD_KEY_BYTES)).toString('base64url');
    const kept = await records.putIfAbsent(HEADS_KEY_RECORD, fresh);
    // One of another length was never signed with, for there is no head.
    if (bytesOf(kept) === undefined) await records.replace(HEADS_KEY_RECORD, kept, fresh);
    const key = await readKey();
    if (!key) throw new Error(`the record ${HEADS_KEY_RECORD} could not be written`);
    return key;
  };

  const keptBefore = async (streams: readonly StreamId[]): Promise<Before> => {
    const found = await pool.query<HeadRow & { readonly stream: StreamId }>(
      'select stream, commits, head, signature from atelier.heads where stream = any($1)',
      [streams],
    );
    return new Map(found.rows.map((row) => [row.stream, row]));
  };

  const signOver = async (heads: readonly Head[], before: Before, key: Buffer): Promise<readonly StreamId[]> => {
    const signed = await pool.query<{ stream: StreamId }>(SIGN_OVER, [
      heads.map(({ stream }) => stream),
      heads.map(({ commits }) => commits),
      heads.map(({ head }) => head),
      heads.map((head) => signatureOf(head, key)),
      heads.map(({ stream }) => before.get(stream)?.signature ?? null),
    ]);
    return signed.rows.map(({ stream }) => stream);
  };

  /** One statement for all; where that is refused, one each, so that one bad head holds none of the others back. */
  const signTogether = async (heads: readonly Head[], before: Before, key: Buffer) => {
    const unsigned: UnsignedHead[] = [];
    try {
      return { done: await signOver(heads, before, key), unsigned };
    } catch (cause) {
      if (heads.length === 1 || troubleOf(cause) !== 'refused')
        return { done: [], unsigned: unsignedFor(cause, heads) };
    }
    const done: StreamId[] = [];
    for (const head of heads) {
      const signed = await signOver([head], before, key).catch((cause) => {
        unsigned.push(...unsignedFor(cause, [head]));
        return [];
      });
      done.push(...signed);
    }
    return { done, unsigned };
  };

  const asides = async (): Promise<readonly HeadsPutAside[]> => {
    const found = await pool.query<{ name: string; heads: number }>(
      `select name, json_array_length(value::json) as heads from atelier.records
        where starts_with(name, $1) order by name`,
      [ASIDE],
    );
    return found.rows.map(({ name, heads }) => ({
      at: Number(name.slice(ASIDE.length)),
      heads,
      where: `the record ${name} in atelier.records`,
    }));
  };

  return {
    sign: async (heads, goesThrough) => {
      const key = await keyToSign();
      const unsigned: UnsignedHead[] = [];
      // In one order: two processes that sign the same streams never wait for each other.
      let due = heads.toSorted((a, b) => (a.stream < b.stream ? -1 : 1));
      while (due.length > 0) {
        const before = await keptBefore(due.map(({ stream }) => stream));
        const allowed: Head[] = [];
        for (const head of due) {
          try {
            if (await maySign(head, before.get(head.stream), key, goesThrough)) allowed.push(head);
          } catch (cause) {
            unsigned.push(...unsignedFor(cause, [head]));
          }
        }
        if (allowed.length === 0) break;
        const signed = await signTogether(allowed, before, key);
        unsigned.push(...signed.unsigned);
        const settled = new Set([...signed.done, ...signed.unsigned.map(({ stream }) => stream)]);
        // Another process was faster with the rest: now they are held against what that one signed.
        due = allowed.filter(({ stream }) => !settled.has(stream));
      }
      return unsigned;
    },
    signAnew: async (head) => {
      await pool.query(
        `insert into atelier.heads values ($1, $2, $3, $4)
          on conflict (stream) do update set commits = excluded.commits, head = excluded.head, signature = excluded.signature`,
        [head.stream, head.commits, head.head, signatureOf(head, await keyToSign())],
      );
    },
    forget: async (stream) => {
      await pool.query('delete from atelier.heads where stream = $1', [stream]);
    },
    of: async (stream) => {
      const found = await pool.query<HeadRow & { readonly key: string | null }>(
        `select commits, head, signature, (select value from atelier.records where name = $2) as key
          from atelier.heads where stream = $1`,
        [stream, HEADS_KEY_RECORD],
      );
      const [row] = found.rows;
      if (row === undefined) return undefined;
      const key = row.key === null ? undefined : bytesOf(row.key);
      if (!key) return 'keyless';
      const head: Head = { stream, commits: Number(row.commits), head: row.head };
      return isSignedWith(head, row.signature, key) ? head : 'forged';
    },
    streams: async () => {
      const found = await pool.query<{ stream: StreamId }>('select stream from atelier.heads order by stream');
      return found.rows.map(({ stream }) => stream);
    },
    // A record that cannot be read is a database that cannot be reached: that is said elsewhere.
    keyTrouble: async () => ((await hasHeads()) && (await readKey()) === undefined ? { kind: 'missing' } : undefined),
    putAside: async (now) => {
      if (!(await hasHeads()) || (await readKey()) !== undefined) return undefined;
      await pool.query(PUT_ASIDE, [`${ASIDE}${now}`]);
      return (await asides()).find(({ at }) => at === now);
    },
    asides,
  };
};

/** A record of another length is no key. */
const bytesOf = (value: string): Buffer | undefined => {
  const bytes = Buffer.from(value, 'base64url');
  return bytes.length === HEAD_KEY_BYTES ? bytes : undefined;
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
