import { expect, test } from 'vitest';
import type { BlobId } from '../../ports/blobs.ts';
import { damagedContentIsReplaced } from '../../testing/blobs-damage-promises.ts';
import { noise } from '../../testing/blobs-noise.ts';
import { blobsKeepTheirPromises } from '../../testing/blobs-promises.ts';
import { treesKeepTheirPromises } from '../../testing/blobs-tree-promises.ts';
import { interleaveCollection } from '../../testing/interleave-collection.ts';
import { tell } from '../../testing/postgres-server.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import { BETWEEN_MARKS_MS, collect } from '../../usecases/collect.ts';
import { createCommitGate } from '../../usecases/collect-pins.ts';
import { ContentCorrupt } from '../blobs/content-corrupt.ts';
import { createContentStore } from '../blobs/content-store.ts';
import { blobIdOf } from '../node/sha256.ts';
import { createPostgresContent, createPostgresObjects } from './postgres-objects.ts';
import { createPostgresRecords } from './shared-records.ts';

const server = usePostgres();

const open = (url: string) => server.open(url, { connections: 4 });
const CHANGE = 'set bytes = set_byte(bytes, 9, get_byte(bytes, 9) # 1)';
/** A blob, a chunk or a tree: a recipe is not content. */
const CHANGE_ONE = `update atelier.objects ${CHANGE}
  where id = (select id from atelier.objects where role <> 1 order by id limit 1)`;

const create = async () => {
  const url = await server.newDatabase();
  return {
    url,
    content: createPostgresContent(await open(url)),
    reopen: async () => createPostgresContent(await open(url)),
  };
};

blobsKeepTheirPromises('PostgreSQL', create);
treesKeepTheirPromises('PostgreSQL', create);
damagedContentIsReplaced('PostgreSQL', async () => {
  const url = await server.newDatabase();
  return {
    open: async () => {
      const objects = createPostgresObjects(await open(url));
      return { objects, content: createContentStore(objects) };
    },
    damage: () => tell(url, CHANGE_ONE),
  };
});

test('a changed byte is found, and nobody gets the bytes', async () => {
  const { url, content } = await create();
  const id = await content.blobs.put(noise(500, 1));
  await tell(url, `update atelier.objects ${CHANGE}`);
  expect(await content.blobs.check(id)).toBe('corrupt');
  await expect(content.blobs.get(id)).rejects.toBeInstanceOf(ContentCorrupt);
});

test('chunks that are gone, a recipe that cannot be read and a condemned copy that is damaged are written again', async () => {
  const bytes = noise(700_000, 1);
  for (const sql of [
    'delete from atelier.objects where id = (select min(id) from atelier.objects where role = 0)',
    `update atelier.objects ${CHANGE} where role = 1`,
  ]) {
    const { url, content } = await create();
    const id = await content.blobs.put(bytes);
    await tell(url, sql);
    expect(await content.blobs.check(id)).toBe('corrupt');
    await content.blobs.put(bytes);
    expect(await content.blobs.check(id)).toBe('sound');
  }
  const { url, content, reopen } = await create();
  const id = await content.blobs.put(bytes);
  await tell(url, `update atelier.objects ${CHANGE}, condemned = true`);
  await (await reopen()).blobs.put(bytes);
  expect(await content.blobs.check(id)).toBe('sound');
});

test('two batches with common content in opposite order both finish', async () => {
  const { content, reopen } = await create();
  const other = await reopen();
  const large = [noise(9_000_000, 1), noise(9_000_000, 2)];
  const put = (store: typeof content, parts: readonly Uint8Array[]) =>
    store.together(async (batch) => {
      for (const part of parts) await batch.add(part);
    });
  await Promise.all([put(content, large), put(other, large.toReversed())]);
  for (const part of large) expect(await content.blobs.check(blobIdOf(part))).toBe('sound');
});

test('one connection is enough for content of any size', async () => {
  const database = await server.open(await server.newDatabase(), { connections: 1, connectWithinMs: 1_000 });
  const content = createPostgresContent(database);
  const id = await content.blobs.put(noise(30_000_000, 1));
  expect(await content.blobs.check(id)).toBe('sound');
});

test('collection keeps what is pinned, put again or pinned in between', async () => {
  const objects = createPostgresObjects(await open(await server.newDatabase()));
  const content = createContentStore(objects);
  const pinned = new Set<BlobId>();
  const pins = {
    livePins: async function* () {
      yield { stream: 'bench/a', ids: [...pinned] };
    },
    carried: async () => new Set<BlobId>(),
  };
  let now = 1_000;
  const step = collect({ objects, pins, clock: { now: () => now }, gate: createCommitGate(), idOf: blobIdOf });
  const [kept, again, late, dead] = await Promise.all(
    [1, 2, 3, 4].map((seed) => content.blobs.put(noise(300_000, seed))),
  );
  if (!kept || !again || !late || !dead) throw new Error('four were put');
  pinned.add(kept);
  expect(await step()).toMatchObject({ value: { kind: 'marked' } });
  await content.blobs.put(noise(300_000, 2));
  pinned.add(late);
  now += BETWEEN_MARKS_MS;
  expect(await step()).toMatchObject({ value: { kind: 'swept' } });
  const found = await Promise.all([kept, again, late, dead].map((id) => content.blobs.check(id)));
  expect(found).toEqual(['sound', 'sound', 'sound', 'missing']);
  now += BETWEEN_MARKS_MS;
  await step();
  expect(await content.blobs.check(again)).toBe('missing');
});

test('two processes interleaved: nothing live is ever deleted', { timeout: 60_000 }, async () => {
  for (let seed = 1; seed <= 4; seed += 1) {
    const url = await server.newDatabase();
    await interleaveCollection(seed, { open: async () => createPostgresObjects(await open(url)) });
  }
});

test('of two first writers of a record one wins, and both learn which', async () => {
  const url = await server.newDatabase();
  const [one, other] = [createPostgresRecords(await open(url)), createPostgresRecords(await open(url))];
  const [a, b] = await Promise.all([one.putIfAbsent('keys', 'A'), other.putIfAbsent('keys', 'B')]);
  expect(a).toBe(b);
  expect(await one.replace('keys', a, 'C')).toBe(true);
  expect(await other.replace('keys', a, 'D')).toBe(false);
  expect(await other.read('keys')).toBe('C');
});
