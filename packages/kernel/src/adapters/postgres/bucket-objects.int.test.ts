import { expect, test } from 'vitest';
import { damagedContentIsReplaced } from '../../testing/blobs-damage-promises.ts';
import { noise } from '../../testing/blobs-noise.ts';
import { blobsKeepTheirPromises } from '../../testing/blobs-promises.ts';
import { treesKeepTheirPromises } from '../../testing/blobs-tree-promises.ts';
import { interleaveCollection } from '../../testing/interleave-collection.ts';
import { useBucket } from '../../testing/use-bucket.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import { createContentStore } from '../blobs/content-store.ts';
import type { Database } from './database.ts';
import { createPostgresContent, createPostgresObjects } from './postgres-objects.ts';

const server = usePostgres();
const bucket = useBucket();

const open = (url: string) => server.open(url, { connections: 4 });
const create = async () => {
  const url = await server.newDatabase();
  const store = async () => createPostgresContent(await open(url), bucket.open());
  return { url, content: await store(), reopen: store };
};

blobsKeepTheirPromises('PostgreSQL and a bucket', create);
treesKeepTheirPromises('PostgreSQL and a bucket', create);

/** Changes a byte of a blob, a chunk or a tree where it lies: a recipe is not content. */
const damageOne = async ({ pool }: Database): Promise<void> => {
  const found = await pool.query(`select o.pack, o.at::int as at, p.bytes::int as bytes from atelier.objects o
    join atelier.packs p on p.name = o.pack where o.role <> 1 order by o.id limit 1`);
  const [{ pack, at, bytes }] = found.rows;
  await bucket.damage(pack, bytes, at + 9);
};

damagedContentIsReplaced('PostgreSQL and a bucket', async () => {
  const url = await server.newDatabase();
  const database = await open(url);
  return {
    open: async () => {
      const objects = createPostgresObjects(await open(url), bucket.open());
      return { objects, content: createContentStore(objects) };
    },
    damage: () => damageOne(database),
  };
});

test('two processes interleaved: nothing live is ever deleted', { timeout: 60_000 }, async () => {
  for (let seed = 1; seed <= 4; seed += 1) {
    const url = await server.newDatabase();
    await interleaveCollection(seed, { open: async () => createPostgresObjects(await open(url), bucket.open()) });
  }
});

test('a small batch stays in rows, a larger one goes to packs, and both are read as one store', async () => {
  const database = await open(await server.newDatabase());
  const { blobs, together } = createPostgresContent(
    database,
    bucket.open({ rowBytes: 64 * 1024, packBytes: 1_000_000 }),
  );
  const [small, large] = [noise(60_000, 1), noise(3_500_000, 2)];
  const ids = [await blobs.put(small), await blobs.put(large)];
  const packs = await database.pool.query(`select name, state from atelier.packs`);
  expect(packs.rows.length).toBeGreaterThan(2);
  expect(new Set(packs.rows.map(({ state }) => state))).toEqual(new Set(['sealed']));
  const rows = await database.pool.query('select count(*)::int as rows from atelier.objects where bytes is not null');
  expect(rows.rows[0].rows).toBe(1);
  await together(async (batch) => expect(await batch.held(ids)).toEqual(new Set(ids)));
  expect(await blobs.checkAll(new Set(ids))).toEqual(new Map());
});
