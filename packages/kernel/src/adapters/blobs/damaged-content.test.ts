import { describe, expect, test } from 'vitest';
import { encodeTree } from '../../core/trees/tree.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { damagedContentIsReplaced } from '../../testing/blobs-damage-promises.ts';
import { writeFiles } from '../../testing/blobs-folder.ts';
import { noise } from '../../testing/blobs-noise.ts';
import { changeFile, fileBytes } from '../../testing/damage.ts';
import { beginContent, PACK_FOLDER, packPaths } from '../../testing/simulated-content.ts';
import { capture } from '../../usecases/capture.ts';
import { blobIdOf } from '../node/sha256.ts';
import { createMemoryStatCache } from './stat-cache.ts';

const flip = (fs: FileSystem, path: string, at: number) =>
  changeFile(fs, path, (bytes) => {
    const place = at < 0 ? bytes.length + at : at;
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    return bytes;
  });

/** Where these bytes lie as they are. */
const placeOf = (fs: FileSystem, bytes: Uint8Array) => {
  const found = packPaths(fs).flatMap((path) => {
    const at = fileBytes(fs, path).indexOf(bytes.subarray(0, 64));
    return at < 0 ? [] : [{ path, at }];
  });
  return found;
};

/** In the trailer of a pack with one row: between its row and its end. */
const IN_INDEX = -70;

describe('a damaged copy gives way to a sound one', () => {
  const twice = async (bytes: Uint8Array, which: 0 | 1) => {
    const world = beginContent();
    const [one, other] = [await world.open(), await world.open()];
    // Both succeed, each in a pack of its own.
    const [id] = await Promise.all([one.content.blobs.put(bytes), other.content.blobs.put(bytes)]);
    if (id === undefined) throw new Error('it was put');
    const places = placeOf(world.fs, bytes);
    expect(places).toHaveLength(2);
    flip(world.fs, places[which]?.path ?? '', (places[which]?.at ?? 0) + 30);
    return { ...world, id };
  };

  test.each([
    ['small', 20_000, 0],
    ['small', 20_000, 1],
    ['large', 700_000, 0],
    ['large', 700_000, 1],
  ] as const)('for every reader of %s content (%i bytes, copy %i)', async (_, size, which) => {
    const bytes = noise(size, 3);
    const { open, id } = await twice(bytes, which);
    expect(Buffer.compare((await (await open()).content.blobs.get(id)) ?? noise(1, 1), bytes)).toBe(0);
    expect(await (await open()).content.blobs.check(id)).toBe('sound');
    expect(await (await open()).content.blobs.checkAll(new Set([id]))).toEqual(new Map());
    const pieces: Uint8Array[] = [];
    for await (const piece of (await (await open()).content.blobs.stream(id)) ?? []) pieces.push(piece.slice());
    expect(Buffer.compare(Buffer.concat(pieces), bytes)).toBe(0);
  });

  test.each([0, 1] as const)('and a sweep that gathers packs leaves the sound one (damaged copy %i)', async (which) => {
    const bytes = noise(20_000, 3);
    const { open, collecting, pinned, id } = await twice(bytes, which);
    pinned.add(id);
    const { objects, content } = await open();
    for (let n = 0; n < 20; n += 1) pinned.add(await content.blobs.put(noise(500, 100 + n)));
    const step = collecting(objects);
    await step();
    expect(await step()).toMatchObject({ ok: true, value: { kind: 'swept' } });
    for (const each of pinned) expect(await (await open()).content.blobs.check(each)).toBe('sound');
  });
});

describe('a sweep', () => {
  test('leaves a pack alone that holds something live and damaged, and goes on with the others', async () => {
    const { fs, open, collecting, pinned } = beginContent({ packBytes: 50_000 });
    const { objects, content } = await open();
    // Each of these packs is half dead, and more than one step is needed for all of them.
    const bad = noise(30_000, 1);
    for (const live of [bad, noise(30_000, 2), noise(30_000, 3), noise(30_000, 4)]) {
      pinned.add(blobIdOf(live));
      await content.together((batch) => Promise.all([batch.add(live), batch.add(live.toReversed().subarray(1))]));
    }
    const [{ path, at } = { path: '', at: 0 }] = placeOf(fs, bad);
    flip(fs, path, at + 5);
    const before = fileBytes(fs, path);
    const step = collecting(objects);
    await step();
    expect(await step()).toMatchObject({ ok: true, value: { kind: 'swept', swept: { objects: 3 } } });
    expect(Buffer.compare(fileBytes(fs, path), before)).toBe(0);
    for (const seed of [2, 3, 4]) expect(await content.blobs.check(blobIdOf(noise(30_000, seed)))).toBe('sound');
    expect(await objects.damaged?.()).toEqual([
      { name: path.slice(PACK_FOLDER.length + 1), kind: 'unsound', why: 'one object in it is damaged' },
    ]);
    flip(fs, path, at + 5);
    expect(await objects.damaged?.()).toEqual([]);
  });

  test('keeps a tree a tree when the same bytes stand in another pack as a blob', async () => {
    const { open, collecting, pinned } = beginContent();
    const { objects, content } = await open();
    const blob = await content.blobs.put(noise(700_000, 1));
    const tree = { v: 1, entries: { a: { blob, size: 700_000, kind: 'file' } } } as const;
    const encoded = encodeTree(tree);
    if (!encoded.ok) throw new Error(encoded.error.code);
    const asTree = () => content.trees.put(tree);
    const asBlob = () => content.blobs.put(encoded.value);
    for (const put of [asBlob, asTree]) await put();
    pinned.add(blobIdOf(encoded.value));
    for (let n = 0; n < 20; n += 1) pinned.add(await content.blobs.put(noise(500, 100 + n)));
    const step = collecting(objects);
    for (let n = 0; n < 4; n += 1) expect(await step()).toMatchObject({ ok: true });
    expect(await (await open()).content.blobs.check(blob)).toBe('sound');
  });
});

test.each(['flipped', 'gone'] as const)(
  'with a pack of chunks, a recipe and a tree each: nothing is deleted while one is %s',
  async (how) => {
    const { fs, open, collecting, pinned } = beginContent({ packBytes: 300_000 });
    const first = await open();
    const bytes = noise(900_000, 1);
    const blob = await first.content.blobs.put(bytes);
    const tree = await first.content.trees.put({ v: 1, entries: { a: { blob, size: bytes.length, kind: 'file' } } });
    if (!tree.ok) throw new Error(tree.error.code);
    pinned.add(tree.value);
    const paths = packPaths(fs);
    expect(paths.length).toBeGreaterThan(3);
    for (const [n, path] of paths.entries()) {
      const dead = await first.content.blobs.put(noise(400, 50 + n));
      expect(await collecting(first.objects)()).toMatchObject({ ok: true });
      const before = fileBytes(fs, path);
      if (how === 'flipped') flip(fs, path, IN_INDEX);
      else fs.renameSync(path, `${path}.away`);
      const { objects, content } = await open();
      const step = collecting(objects);
      for (let again = 0; again < 2; again += 1)
        expect(await step()).toMatchObject({ ok: false, error: { code: 'LIVE_CONTENT_UNREADABLE' } });
      expect(await content.blobs.check(dead)).toBe('sound');
      if (how === 'flipped') {
        expect(await objects.damaged?.()).toEqual([
          { name: path.slice(PACK_FOLDER.length + 1), kind: 'unreadable', why: 'its index is unreadable' },
        ]);
        changeFile(fs, path, () => before);
      } else fs.renameSync(`${path}.away`, path);
      // Brought back while the store is open: it goes on.
      expect(await objects.damaged?.()).toEqual([]);
      expect(await content.blobs.check(blob)).toBe('sound');
      expect(await step()).toMatchObject({ ok: true });
    }
  },
);

test('a pack that cannot be read is in the way by itself: nobody knows that nothing needs it', async () => {
  const { fs, open, collecting } = beginContent();
  const dead = await (await open()).content.blobs.put(noise(900, 1));
  const [path = ''] = packPaths(fs);
  await (await open()).content.blobs.put(noise(900, 2));
  flip(fs, path, IN_INDEX);
  const { objects, content } = await open();
  const parts = [path.slice(PACK_FOLDER.length + 1)];
  expect(await collecting(objects)()).toEqual({
    ok: false,
    error: { code: 'LIVE_CONTENT_UNREADABLE', ids: [], parts },
  });
  fs.unlinkSync(path);
  expect(await collecting(objects)()).toMatchObject({ value: { kind: 'marked', condemned: 1 } });
  expect(await content.blobs.has(dead)).toBe(false);
});

damagedContentIsReplaced('disk', async () => {
  const { fs, open } = beginContent();
  return { open, damage: async () => flip(fs, packPaths(fs)[0] ?? '', 9) };
});

describe('content that is put again replaces what cannot be read', () => {
  test.each([
    ['small', 20_000],
    ['large', 700_000],
  ])('%s content in a pack without its index', async (_, size) => {
    const { fs, open } = beginContent();
    const bytes = noise(size, 1);
    const id = await (await open()).content.blobs.put(bytes);
    flip(fs, packPaths(fs)[0] ?? '', IN_INDEX);
    const { content } = await open();
    expect(await content.blobs.put(bytes)).toBe(id);
    expect(await content.blobs.check(id)).toBe('sound');
    expect(await (await open()).content.blobs.check(id)).toBe('sound');
  });

  test.each(['check', 'opening'] as const)(
    'a file that a capture knows to be unchanged, noticed by %s',
    async (how) => {
      const { fs, open, clock } = beginContent({ packBytes: 300_000 });
      const cache = createMemoryStatCache();
      const bytes = noise(900_000, 5);
      await writeFiles(fs, '/data/work', { 'deck.bin': bytes });
      clock.at = 1e12;
      const first = await open();
      expect(await capture({ fs, content: first.content, cache, clock })('/data/work')).toMatchObject({ ok: true });
      const [{ path, at } = { path: '', at: 0 }] = placeOf(fs, bytes);
      flip(fs, path, how === 'opening' ? IN_INDEX : at + 5);
      const { content } = await open();
      if (how === 'check') expect(await content.blobs.check(blobIdOf(bytes))).toBe('corrupt');
      expect(await capture({ fs, content, cache, clock })('/data/work')).toMatchObject({ ok: true });
      expect(await (await open()).content.blobs.check(blobIdOf(bytes))).toBe('sound');
    },
  );
});
