import { expect, test } from 'vitest';
import type { BlobId } from '../../ports/blobs.ts';
import { noise } from '../../testing/blobs-noise.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import { createContentStore } from '../blobs/content-store.ts';
import { createPostgresObjects } from './postgres-objects.ts';

const server = usePostgres();

test('what is stored is known without looking at it: put, put again, replaced, collected, and added up', async () => {
  const database = await server.open(await server.newDatabase(), { connections: 4 });
  const objects = createPostgresObjects(database);
  const { blobs } = createContentStore(objects);
  const counted = async () => {
    const found = await database.pool.query(
      'select count(*)::int as objects, sum(stored)::int as bytes from atelier.objects',
    );
    return { objects: found.rows[0].objects ?? 0, storedBytes: found.rows[0].bytes ?? 0 };
  };
  const agrees = async () => expect(await objects.usage()).toEqual(await counted());
  expect(await objects.usage()).toEqual({ objects: 0, storedBytes: 0 });
  const kept = await blobs.put(noise(900, 1));
  await blobs.put(noise(700_000, 2));
  await Promise.all([blobs.put(noise(900, 1)), blobs.put(noise(900, 3))]);
  await agrees();
  await database.pool.query(`update atelier.objects set stored = stored + 5 where id = $1`, [kept]);
  await agrees();
  const live = new Set<BlobId>([kept]);
  await objects.mark(live, () => 1);
  await objects.markedAt();
  expect((await objects.sweep(live)).objects).toBeGreaterThan(5);
  await agrees();
  await database.pool.query(
    'insert into atelier.stored_changes (objects, bytes) select 0, 0 from generate_series(1, 3000)',
  );
  await agrees();
  await agrees();
  const { rows } = await database.pool.query('select count(*)::int as changes from atelier.stored_changes');
  expect(rows[0].changes).toBe(1);
});
