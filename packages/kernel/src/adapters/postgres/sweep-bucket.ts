import type { Pool, PoolClient } from 'pg';
import { StoreAway } from '../../core/system-error.ts';
import type { DamagedPart } from '../../ports/collection.ts';
import type { FinishedPack } from '../blobs/pack-writer.ts';
import { encodings } from '../blobs/stored-codes.ts';
import type { ContentBucket } from '../bucket/content-bucket.ts';
import { rowToHead } from './object-rows.ts';
import { type PackedObject, writePack } from './packed-batch.ts';
import { type PackedRow, soundOf, stretchOf } from './packed-rows.ts';

/** A pack of which less than this is alive is rewritten; above, copying costs more than it frees. */
const WORTH_KEEPING = 0.5;
/** Packs deleted with one step. */
const AT_ONCE = 20;

/** So long a writer has, and so long a pack that is no longer needed stays: a dump younger than that finds it. */
const A_DAY = `interval '24 hours'`;

/** Objects that lie in packs, as `PackedRow`. */
export const PACKED = `select o.id, o.role, o.size, o.encoding, o.stored, o.pack, o.at, p.bytes as pack_bytes
  from atelier.objects o join atelier.packs p on p.name = o.pack`;

/**
 * Gives space in the bucket back, after rows were swept; one step at a time. Nothing is listed: whatever may be there
 * is noted. A bucket that is away keeps nobody from deleting rows: the next sweep goes on here.
 */
export const sweepBucket = async (pool: Pool, bucket: ContentBucket): Promise<{ readonly more: boolean }> => {
  try {
    // What was never sealed, and what nothing points into any more.
    await pool.query(`update atelier.packs set state = 'gone', since = now()
      where state = 'writing' and since < now() - ${A_DAY}`);
    await pool.query(`update atelier.packs p set state = 'gone', since = now()
      where state in ('sealed', 'unsound') and not exists (select from atelier.objects o where o.pack = p.name)`);
    const deleted = await deleteGone(pool, bucket);
    const rewritten = await rewriteOne(pool, bucket);
    return { more: deleted === AT_ONCE || rewritten };
  } catch (cause) {
    if (cause instanceof StoreAway) return { more: false };
    throw cause;
  }
};

const deleteGone = async (pool: Pool, { client }: ContentBucket): Promise<number> => {
  const gone = await pool.query<{ name: string }>(
    `select name from atelier.packs where state = 'gone' and since < now() - ${A_DAY} order by since limit ${AT_ONCE}`,
  );
  for (const { name } of gone.rows) {
    await client.remove(name);
    await pool.query(`delete from atelier.packs where name = $1 and state = 'gone'`, [name]);
  }
  return gone.rows.length;
};

/** Whether a pack was rewritten, or found to be one that must stay as it is. */
const rewriteOne = async (pool: Pool, bucket: ContentBucket): Promise<boolean> => {
  const found = await pool.query<{ name: string }>(
    `select p.name from atelier.packs p join atelier.objects o on o.pack = p.name where p.state = 'sealed'
      group by p.name, p.bytes having sum(o.stored + 56) < p.bytes * ${WORTH_KEEPING} limit 1`,
  );
  const name = found.rows[0]?.name;
  if (name === undefined) return false;
  const alive = await pool.query<PackedRow>(`${PACKED} where o.pack = $1 order by o.at`, [name]);
  const kept: PackedObject[] = [];
  for (const row of alive.rows) {
    const stored = await bucket.blocks.readFresh(stretchOf(row));
    if (stored === undefined || !soundOf(row, stored)) {
      // Something alive in it is damaged: it stays as it is, for somebody may be able to mend it.
      await pool.query(`update atelier.packs set state = 'unsound' where name = $1`, [name]);
      return true;
    }
    const encoding = encodings[row.encoding];
    if (encoding) kept.push({ object: rowToHead(row), encoded: { encoding, stored } });
  }
  await writePack(pool, bucket, kept, (client, pack) => pointTo(client, pack, name));
  return true;
};

/** Only what still points into the old pack: what was put again meanwhile lies elsewhere. */
const pointTo = async (client: PoolClient, { name, entries }: FinishedPack, before: string): Promise<void> => {
  await client.query(
    `update atelier.objects o set pack = $1, at = n.at from unnest($2::text[], $3::bigint[]) as n(id, at)
      where o.id = n.id and o.pack = $4`,
    [name, entries.map(({ id }) => id), entries.map(({ offset }) => offset), before],
  );
};

export const damagedPacks = async (pool: Pool): Promise<readonly DamagedPart[]> => {
  const found = await pool.query<{ name: string }>(
    `select name from atelier.packs where state = 'unsound' order by name`,
  );
  return found.rows.map(({ name }) => ({ name, kind: 'unsound', why: 'something in it is not what its id says' }));
};

/** A bucket that is read as the pass over packs reads a folder: from the beginning of each to its end, past the cache. */
export const packedEntries = async (pool: Pool): Promise<readonly PackedRow[]> =>
  (await pool.query<PackedRow>(PACKED)).rows;
