import type { Pool, PoolClient } from 'pg';
import { decodeRecipe } from '../../core/chunks/recipe.ts';
import type { BlobId } from '../../ports/blobs.ts';
import type { CollectableObjects } from '../../ports/collection.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { ObjectRole, StoredObject } from '../../ports/object-store.ts';
import { ContentCorrupt } from '../blobs/content-corrupt.ts';
import { createContentStore } from '../blobs/content-store.ts';
import { roles } from '../blobs/stored-codes.ts';
import type { ContentBucket } from '../bucket/content-bucket.ts';
import type { Database } from './database.ts';
import { ask } from './database-trouble.ts';
import { createDoubtedRows } from './doubted-rows.ts';
import { type HeadRow, type ObjectRow, rowToHead, rowToObject } from './object-rows.ts';
import { createPackedBatch } from './packed-batch.ts';
import { type PackedRow, readPacked } from './packed-rows.ts';
import { provePacked } from './prove-packed.ts';
import { createStagedBatch } from './staged-batch.ts';
import { createStoredUsage } from './stored-usage.ts';
import { damagedPacks, sweepBucket } from './sweep-bucket.ts';
import { sweepRows } from './sweep-rows.ts';

const PAGE = 1_000;

export const createPostgresContent = (database: Database, bucket?: ContentBucket): ContentStore =>
  createContentStore(createPostgresObjects(database, bucket));

/**
 * Objects as rows, or rows that say where in a bucket they lie. What the disk does with a list of condemned copies, a
 * flag on the row does here.
 */
export const createPostgresObjects = ({ pool }: Database, bucket?: ContentBucket): CollectableObjects => {
  const rowsOf = async (ids: readonly BlobId[]): Promise<readonly (ObjectRow | PackedRow)[]> => {
    const found = await ask<ObjectRow | PackedRow>(pool, {
      name: 'atelier-objects',
      text: `select o.id, o.role, o.encoding, o.size, o.bytes, o.stored, o.pack, o.at, p.bytes as pack_bytes
        from atelier.objects o left join atelier.packs p on p.name = o.pack where o.id = any($1)`,
      values: [ids],
    });
    return found.rows;
  };
  const read = async (ids: readonly BlobId[]): Promise<readonly (StoredObject | undefined)[]> => {
    if (ids.length === 0) return [];
    const objectById = new Map<BlobId, StoredObject>();
    const packOf = new Map<BlobId, string>();
    for (let wanted = ids; wanted.length > 0; ) {
      const rows = await rowsOf(wanted);
      const packed = rows.filter(isPacked);
      for (const row of rows) if (!isPacked(row)) objectById.set(row.id, rowToObject(row));
      const again: BlobId[] = [];
      if (packed.length > 0)
        for (const [id, object] of await readPacked(bucket, packed)) {
          if (object !== 'gone') objectById.set(id, object);
          else again.push(id);
        }
      // A sweep may have moved it to another pack meanwhile; one that is nowhere else is lost.
      for (const { id, pack } of packed) {
        if (again.includes(id) && packOf.get(id) === pack)
          throw new ContentCorrupt(id, 'its pack is missing from the bucket');
        packOf.set(id, pack);
      }
      wanted = again;
    }
    return ids.map((id) => objectById.get(id));
  };
  const doubted = createDoubtedRows(read);
  const rows = sweepRows(pool);

  return {
    head: async (id) => {
      const text = 'select id, role, size from atelier.objects where id = $1';
      const found = await ask<HeadRow>(pool, { text, values: [id] });
      return found.rows[0] && rowToHead(found.rows[0]);
    },
    heads: async (ids) => {
      const text = 'select id, role, size from atelier.objects where id = any($1)';
      const found = await ask<HeadRow>(pool, { text, values: [ids] });
      const headById = new Map(found.rows.map((row) => [row.id, rowToHead(row)]));
      return ids.map((id) => headById.get(id));
    },
    read,
    doubt: doubted.doubt,
    write: async (job) => {
      const staged = bucket ? createPackedBatch(pool, bucket) : createStagedBatch(pool);
      const pending = new Map<BlobId, ObjectRole>();
      const reliedOn = new Set<BlobId>();
      try {
        const result = await job({
          held: async (ids, role) => {
            const held = new Set(ids.filter((id) => isPending(pending, id, role)));
            const asked = ids.filter((id) => !held.has(id) && !doubted.has(id));
            for (const id of await staged.ask((via) => heldOf(via, asked, role))) {
              held.add(id);
              reliedOn.add(id);
            }
            return held;
          },
          add: async (objects) => {
            const fresh = objects.filter(({ id, role }) => !isPending(pending, id, role));
            for (const { id, role } of fresh) pending.set(id, role);
            await staged.add(fresh);
          },
        });
        await staged.publish();
        doubted.trust(pending.keys());
        await rescue(pool, [...reliedOn], read);
        return result;
      } catch (cause) {
        await staged.discard();
        throw cause;
      }
    },
    list: async function* () {
      for (let after = ''; ; ) {
        const found = await pool.query<HeadRow>(
          `select id, role, size from atelier.objects where id > $1 order by id limit ${PAGE}`,
          [after],
        );
        for (const row of found.rows) yield rowToHead(row);
        const last = found.rows.at(-1);
        if (last === undefined) return;
        after = last.id;
      }
    },
    usage: createStoredUsage(pool),
    ...rows,
    ...(bucket && {
      // Here and not with the sweep: commits wait for each step of a sweep, and a bucket may be slow.
      mark: async (live, now) => {
        const marked = await rows.mark(live, now);
        while ((await sweepBucket(pool, bucket)).more);
        return marked;
      },
      damaged: () => damagedPacks(pool),
      prove: (ids, onBytes) => provePacked(pool, bucket, ids, onBytes),
    }),
    close: async () => bucket?.client.close(),
  };
};

const isPacked = (row: ObjectRow | PackedRow): row is PackedRow => 'pack' in row && row.pack !== null;

const isPending = (pending: ReadonlyMap<BlobId, ObjectRole>, id: BlobId, role: ObjectRole | undefined): boolean => {
  const added = pending.get(id);
  return added !== undefined && (role === undefined || role === added);
};

const heldOf = async (
  via: Pick<PoolClient, 'query'>,
  ids: readonly BlobId[],
  role: ObjectRole | undefined,
): Promise<readonly BlobId[]> => {
  if (ids.length === 0) return [];
  const found = await via.query<{ id: BlobId }>({
    name: 'atelier-held',
    text: 'select id from atelier.objects where id = any($1) and not condemned and ($2::smallint is null or role = $2)',
    values: [ids, role === undefined ? null : roles.indexOf(role)],
  });
  return found.rows.map(({ id }) => id);
};

/** A mark made meanwhile may have condemned what the batch relies on; with a recipe, its chunks. */
const rescue = async (
  pool: Pool,
  ids: readonly BlobId[],
  read: (ids: readonly BlobId[]) => Promise<readonly (StoredObject | undefined)[]>,
): Promise<void> => {
  if (ids.length === 0) return;
  const found = await pool.query<{ id: BlobId; role: number; condemned: boolean }>(
    'select id, role, condemned from atelier.objects where id = any($1)',
    [ids],
  );
  if (found.rows.length < ids.length) throw collectedMeanwhile();
  const condemned = found.rows.filter((row) => row.condemned);
  if (condemned.length === 0) return;
  const recipes = condemned.filter(({ role }) => roles[role] === 'recipe').map(({ id }) => id);
  const chunks = (await read(recipes)).flatMap((object) => {
    const recipe = object && decodeRecipe(object.bytes);
    return recipe?.ok ? recipe.value.chunks.map(({ id }) => id) : [];
  });
  const needed = new Set([...condemned.map(({ id }) => id), ...chunks]);
  const saved = await pool.query('update atelier.objects set condemned = false where id = any($1)', [
    [...needed].toSorted(),
  ]);
  // A sweep may have been quicker; from here on none can be.
  if (saved.rowCount !== needed.size) throw collectedMeanwhile();
};

const collectedMeanwhile = (): Error =>
  new Error('Content was collected before the batch that names it was done. Retry.');
