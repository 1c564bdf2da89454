import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { StoreAway } from '../../core/system-error.ts';
import type { BlobId } from '../../ports/blobs.ts';
import { noise } from '../../testing/blobs-noise.ts';
import { type BucketDouble, startBucketDouble } from '../../testing/bucket-double.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import { createContentStore } from '../blobs/content-store.ts';
import { type ContentBucketOptions, openContentBucket } from '../bucket/content-bucket.ts';
import { createPostgresObjects } from './postgres-objects.ts';

const server = usePostgres();
let double: BucketDouble;
beforeAll(async () => {
  double = await startBucketDouble();
});
afterAll(() => double.stop());
beforeEach(() => {
  double.fail(() => undefined);
  double.objects.clear();
  double.requests.length = 0;
});

const open = async (url: string, options: Partial<ContentBucketOptions> = {}) => {
  const database = await server.open(url, { connections: 4 });
  const settings = { ...double.settings, quietMs: 400, pause: async () => undefined };
  const objects = createPostgresObjects(database, openContentBucket({ ...settings, rowBytes: 0, ...options }));
  return { database, objects, content: createContentStore(objects) };
};
const cacheFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-blocks-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
};
const nothing: ReadonlySet<BlobId> = new Set();
type Opened = Awaited<ReturnType<typeof open>>;
const states = async ({ database }: Opened) => {
  const found = await database.pool.query<{ state: string }>('select state from atelier.packs order by state');
  return found.rows.map(({ state }) => state);
};
const later = ({ database }: Opened) =>
  database.pool.query(`update atelier.packs set since = since - interval '25 hours'`);
/** Everything that nothing in `live` needs is marked, swept, and given back. */
const collectTwice = async ({ objects }: Opened, live: ReadonlySet<BlobId>): Promise<void> => {
  await objects.mark(live, () => 1);
  await objects.markedAt();
  while ((await objects.sweep(live)).more);
  await objects.mark(live, () => 2);
};

test.each(['cut', 'silent', 'busy', 'denied', 'no_bucket'] as const)(
  'a put while the bucket is away (%s) is refused as that, leaves nothing to be seen, and goes through later',
  async (fault) => {
    const opened = await open(await server.newDatabase());
    const kept = await opened.content.blobs.put(noise(9_000, 1));
    double.fail(() => fault);
    const bytes = noise(500_000, 2);
    await expect(opened.content.blobs.put(bytes)).rejects.toBeInstanceOf(StoreAway);
    await expect(opened.content.blobs.get(kept)).rejects.toBeInstanceOf(StoreAway);
    await expect(opened.content.blobs.check(kept)).rejects.toBeInstanceOf(StoreAway);
    expect((await opened.objects.usage()).objects).toBe(1);
    double.fail(() => undefined);
    const id = await opened.content.blobs.put(bytes);
    for (const each of [id, kept]) expect(await opened.content.blobs.check(each)).toBe('sound');
    expect(await states(opened)).toEqual(['sealed', 'sealed', 'writing']);
  },
);

test.each(['half', 'whole', 'other_range', 'cut'] as const)(
  'a read that meets "%s" a few times gets the bytes all the same',
  async (fault) => {
    const { content } = await open(await server.newDatabase());
    const bytes = noise(3_000_000, 1);
    const id = await content.blobs.put(bytes);
    let nth = 0;
    // Requests go out side by side: more than these, and one of them alone could meet it each time it tries.
    double.fail(() => (nth++ < 3 ? fault : undefined));
    expect(Buffer.compare((await content.blobs.get(id)) ?? noise(1, 1), bytes)).toBe(0);
  },
);

test('other bytes of the right length are asked for again, and never handed out', async () => {
  const { content } = await open(await server.newDatabase());
  const bytes = noise(200_000, 1);
  const id = await content.blobs.put(bytes);
  let first = true;
  double.fail(({ method }) => {
    const lies = method === 'GET' && first;
    first = false;
    return lies ? 'other_bytes' : undefined;
  });
  expect(Buffer.compare((await content.blobs.get(id)) ?? noise(1, 1), bytes)).toBe(0);
  double.fail(() => 'other_bytes');
  expect(await content.blobs.check(id)).toBe('corrupt');
});

test('a cache that was changed, cut or filled is dropped, and the bucket asked once more', async () => {
  const data = await cacheFolder();
  const url = await server.newDatabase();
  const { content } = await open(url, { data });
  const bytes = noise(2_500_000, 1);
  const id = await content.blobs.put(bytes);
  const isRight = async (opened: Opened) =>
    expect(Buffer.compare((await opened.content.blobs.get(id)) ?? noise(1, 1), bytes)).toBe(0);
  await isRight(await open(url, { data }));
  const asked = double.requests.length;
  await isRight(await open(url, { data }));
  expect(double.requests).toHaveLength(asked);
  const blocks = join(data, 'cache', 'blocks');
  for (const [nth, name] of (await readdir(blocks)).entries()) {
    const block = await readFile(join(blocks, name));
    await writeFile(join(blocks, name), nth === 0 ? block.subarray(9) : block.map((byte) => byte ^ 1));
  }
  await isRight(await open(url, { data }));
  // Too small for a single block: every read goes to the bucket, and is right.
  await isRight(await open(url, { data: await cacheFolder(), cacheBytes: 1_000 }));
  // A place where nothing can be written costs the cache alone.
  await isRight(await open(url, { data: '/proc/nowhere' }));
});

test('the least lately used blocks go first when the cache is full', async () => {
  const data = await cacheFolder();
  const { content } = await open(await server.newDatabase(), { data, cacheBytes: 2_500_000 });
  const ids: BlobId[] = [];
  for (const seed of [1, 2, 3]) ids.push(await content.blobs.put(noise(900_000, seed)));
  for (const id of ids) await content.blobs.get(id);
  const kept = await readdir(join(data, 'cache', 'blocks'));
  expect(kept.length).toBe(2);
  double.requests.length = 0;
  await content.blobs.get(ids[2] as BlobId);
  expect(double.requests).toHaveLength(0);
  await content.blobs.get(ids[0] as BlobId);
  expect(double.requests.length).toBeGreaterThan(0);
});

test('what a writer that died left behind is given up after a day and deleted a day later; a late writer is refused', async () => {
  const opened = await open(await server.newDatabase());
  let meanwhile = async (): Promise<void> => undefined;
  const late = opened.objects.write(async (batch) => {
    const bytes = noise(300_000, 1);
    await batch.add([{ id: `sha256:${'a'.repeat(64)}`, role: 'bytes', size: bytes.length, bytes }]);
    await meanwhile();
  });
  meanwhile = async () => {
    await later(opened);
    await opened.objects.mark(nothing, () => 1);
    expect(await states(opened)).toEqual(['gone']);
  };
  await expect(late).rejects.toThrow(/Retry/);
  expect(double.objects.size).toBe(1);
  await opened.objects.mark(nothing, () => 2);
  expect(double.objects.size).toBe(1);
  await later(opened);
  await opened.objects.mark(nothing, () => 3);
  expect([double.objects.size, await states(opened)]).toEqual([0, []]);
});

test('space comes back: a pack nothing needs goes after a day, one that is mostly dead is rewritten first', async () => {
  const opened = await open(await server.newDatabase());
  const ids = await opened.content.together((batch) =>
    Promise.all([1, 2, 3, 4].map((seed) => batch.add(noise(100_000, seed)))),
  );
  const alone = await opened.content.blobs.put(noise(100_000, 9));
  const [kept] = ids;
  if (!kept) throw new Error('four were put');
  await collectTwice(opened, new Set([kept]));
  expect(await states(opened)).toEqual(['gone', 'gone', 'sealed']);
  // Whoever holds a dump of an hour ago finds its packs.
  expect(double.objects.size).toBe(3);
  await later(opened);
  await opened.objects.mark(new Set([kept]), () => 3);
  expect(double.objects.size).toBe(1);
  expect([...double.objects.values()][0]?.length).toBeLessThan(101_000);
  expect(await opened.content.blobs.check(kept)).toBe('sound');
  expect(await opened.content.blobs.check(alone)).toBe('missing');
});

test('a pack with something alive and damaged is never rewritten, and is named', async () => {
  const opened = await open(await server.newDatabase());
  const ids = await opened.content.together((batch) =>
    Promise.all([1, 2, 3, 4].map((seed) => batch.add(noise(100_000, seed)))),
  );
  const [name = '', pack] = [...double.objects][0] ?? [];
  double.objects.set(name, Buffer.from(pack?.map((byte, at) => (at < 99_000 ? byte ^ 1 : byte)) ?? []));
  await collectTwice(opened, new Set(ids.slice(0, 1)));
  expect(await states(opened)).toEqual(['unsound']);
  expect(await opened.objects.damaged?.()).toMatchObject([{ kind: 'unsound', name: name.slice(2) }]);
  await later(opened);
  await opened.objects.mark(new Set(ids.slice(0, 1)), () => 3);
  expect(double.objects.size).toBe(1);
});

test('a pack that goes while it is read is looked for where it moved; one that is lost is damage, and put again is whole', async () => {
  const url = await server.newDatabase();
  const [reader, sweeper] = [await open(url), await open(url)];
  const ids = await reader.content.together((batch) =>
    Promise.all([1, 2, 3].map((seed) => batch.add(noise(100_000, seed)))),
  );
  const kept = ids[2] as BlobId;
  let moved = false;
  // In the midst of a read: between the row and the bytes.
  const query = reader.database.pool.query.bind(reader.database.pool) as (...given: unknown[]) => Promise<unknown>;
  Object.assign(reader.database.pool, {
    query: async (...given: unknown[]) => {
      const answer = await query(...given);
      if (!moved && JSON.stringify(given[0]).includes('left join atelier.packs')) {
        moved = true;
        await collectTwice(sweeper, new Set([kept]));
        await later(sweeper);
        await sweeper.objects.mark(new Set([kept]), () => 3);
      }
      return answer;
    },
  });
  expect(Buffer.compare((await reader.content.blobs.get(kept)) ?? noise(1, 1), noise(100_000, 3))).toBe(0);
  expect(moved).toBe(true);
  double.objects.clear();
  expect(await reader.content.blobs.check(kept)).toBe('corrupt');
  await reader.content.blobs.put(noise(100_000, 3));
  expect(await reader.content.blobs.check(kept)).toBe('sound');
});

test('a check of everything reads each pack once, past the cache', async () => {
  const data = await cacheFolder();
  const { content } = await open(await server.newDatabase(), { data });
  const ids = await content.together((batch) =>
    Promise.all([1, 2, 3, 4, 5].map((seed) => batch.add(noise(seed * 400_000, seed)))),
  );
  double.requests.length = 0;
  expect(await content.blobs.checkAll(new Set(ids))).toEqual(new Map());
  expect(double.requests.length).toBeLessThan(8);
  await expect(readdir(join(data, 'cache', 'blocks'))).rejects.toThrow(/ENOENT/);
});
