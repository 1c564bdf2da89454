import { describe, expect, test } from 'vitest';
import { decodeRecipe } from '../../core/chunks/recipe.ts';
import { encodeTree } from '../../core/trees/tree.ts';
import type { BlobId } from '../../ports/blobs.ts';
import type { LivePins } from '../../ports/collection.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { writeFiles } from '../../testing/blobs-folder.ts';
import { noise } from '../../testing/blobs-noise.ts';
import { changeFile, fileBytes } from '../../testing/damage.ts';
import { createSeeded } from '../../testing/seeded.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { capture } from '../../usecases/capture.ts';
import { BETWEEN_MARKS_MS, collect } from '../../usecases/collect.ts';
import { createCommitGate } from '../../usecases/collect-pins.ts';
import { blobIdOf } from '../node/sha256.ts';
import { ContentCorrupt } from './content-corrupt.ts';
import { createContentStore } from './content-store.ts';
import { createDiskObjects } from './disk-objects.ts';
import { createMemoryStatCache } from './stat-cache.ts';

const FOLDER = '/data/content';
const PACKS = `${FOLDER}/packs`;

const begin = async ({ packBytes = 1024 * 1024 } = {}) => {
  const disk = createSimulatedDisk();
  const fs = disk.mount();
  const entropy = createSeeded(9);
  const open = async () => {
    const objects = await createDiskObjects({ fs, folder: FOLDER, entropy, packBytes });
    return { objects, content: createContentStore(objects) };
  };
  const pinned = new Set<BlobId>();
  const pins: LivePins = {
    livePins: async function* () {
      yield { stream: 'bench/a', ids: [...pinned] };
    },
    carried: async () => new Set(),
  };
  const clock = { at: 1_000, now: () => clock.at };
  const collecting = (objects: Awaited<ReturnType<typeof open>>['objects']) => {
    const step = collect({ objects, pins, clock, gate: createCommitGate(), idOf: blobIdOf });
    return async () => {
      clock.at += BETWEEN_MARKS_MS;
      return step();
    };
  };
  return { disk, fs, open, pinned, clock, collecting };
};

const packPaths = (fs: FileSystem) =>
  fs
    .readdirSync(PACKS)
    .filter((name) => name.endsWith('.pack'))
    .map((name) => `${PACKS}/${name}`);

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
    const world = await begin();
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
    const { fs, open, collecting, pinned } = await begin({ packBytes: 50_000 });
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
      { name: path.slice(PACKS.length + 1), kind: 'unsound', why: 'one object in it is damaged' },
    ]);
    flip(fs, path, at + 5);
    expect(await objects.damaged?.()).toEqual([]);
  });

  test('keeps a tree a tree when the same bytes stand in another pack as a blob', async () => {
    const { open, collecting, pinned } = await begin();
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
    const { fs, open, collecting, pinned } = await begin({ packBytes: 300_000 });
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
          { name: path.slice(PACKS.length + 1), kind: 'unreadable', why: 'its index is unreadable' },
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
  const { fs, open, collecting } = await begin();
  const dead = await (await open()).content.blobs.put(noise(900, 1));
  const [path = ''] = packPaths(fs);
  await (await open()).content.blobs.put(noise(900, 2));
  flip(fs, path, IN_INDEX);
  const { objects, content } = await open();
  const parts = [path.slice(PACKS.length + 1)];
  expect(await collecting(objects)()).toEqual({
    ok: false,
    error: { code: 'LIVE_CONTENT_UNREADABLE', ids: [], parts },
  });
  fs.unlinkSync(path);
  expect(await collecting(objects)()).toMatchObject({ value: { kind: 'marked', condemned: 1 } });
  expect(await content.blobs.has(dead)).toBe(false);
});

describe('content that is put again replaces what is damaged', () => {
  const words = Buffer.from('the same words again and again. '.repeat(900));
  const contents = { raw: noise(20_000, 1), compressed: words, large: noise(700_000, 2) };
  type Kind = keyof typeof contents;
  const cases = (['raw', 'compressed', 'large'] as const).flatMap((kind) =>
    (['get', 'check', 'checkAll', 'stream', 'opening'] as const).map((how): [Kind, typeof how] => [kind, how]),
  );

  test.each(cases)('%s content, noticed by %s', async (kind, how) => {
    const { fs, open } = await begin();
    const bytes = contents[kind];
    const id = await (await open()).content.blobs.put(bytes);
    const [path = ''] = packPaths(fs);
    flip(fs, path, how === 'opening' ? IN_INDEX : 9);
    const { content } = await open();
    if (how === 'get') await expect(content.blobs.get(id)).rejects.toBeInstanceOf(ContentCorrupt);
    if (how === 'check') expect(await content.blobs.check(id)).toBe('corrupt');
    if (how === 'checkAll') expect(await content.blobs.checkAll(new Set([id]))).toEqual(new Map([[id, 'corrupt']]));
    if (how === 'stream')
      await expect(
        (async () => {
          for await (const _ of (await content.blobs.stream(id)) ?? []);
        })(),
      ).rejects.toBeInstanceOf(ContentCorrupt);
    expect(await content.blobs.put(bytes)).toBe(id);
    expect(await content.blobs.check(id)).toBe('sound');
    const after = await open();
    expect(await after.content.blobs.check(id)).toBe('sound');
    expect(Buffer.compare((await after.content.blobs.get(id)) ?? noise(1, 1), bytes)).toBe(0);
  });

  test('a tree', async () => {
    const { fs, open } = await begin();
    const tree = { v: 1, entries: { a: { blob: blobIdOf(noise(1, 1)), size: 1, kind: 'file' } } } as const;
    const put = await (await open()).content.trees.put(tree);
    if (!put.ok) throw new Error(put.error.code);
    flip(fs, packPaths(fs)[0] ?? '', 9);
    const { content } = await open();
    await expect(content.trees.get(put.value)).rejects.toBeInstanceOf(ContentCorrupt);
    await content.trees.put(tree);
    expect(await (await open()).content.trees.get(put.value)).toEqual(tree);
  });

  test('a recipe that makes another whole than its id says', async () => {
    const { open } = await begin();
    const { objects, content } = await open();
    const [wanted, forged] = [noise(700_000, 1), await content.blobs.put(noise(700_000, 2))];
    const [recipe] = await objects.read([forged]);
    if (recipe === undefined || !decodeRecipe(recipe.bytes).ok) throw new Error('it is stored as a recipe');
    const id = blobIdOf(wanted);
    await objects.write((batch) => batch.add([{ ...recipe, id }]));
    expect(await content.blobs.check(id)).toBe('corrupt');
    await content.blobs.put(wanted);
    expect(await content.blobs.check(id)).toBe('sound');
  });

  test.each(['check', 'opening'] as const)(
    'a file that a capture knows to be unchanged, noticed by %s',
    async (how) => {
      const { fs, open, clock } = await begin({ packBytes: 300_000 });
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

test('a list of the condemned that cannot be read stops nothing: nothing relies on it, nothing is deleted, the next mark replaces it', async () => {
  const { fs, open, collecting, pinned } = await begin();
  const first = await open();
  const dead = await first.content.blobs.put(noise(900, 1));
  pinned.add(await first.content.blobs.put(noise(900, 2)));
  const step = collecting(first.objects);
  expect(await step()).toMatchObject({ value: { kind: 'marked', condemned: 1 } });
  for (const text of ['', 'garbage', `${blobIdOf(Buffer.from('{}'))}\n{}`]) {
    changeFile(fs, `${FOLDER}/condemned.json`, () => Buffer.from(text));
    const { objects, content } = await open();
    const again = collecting(objects);
    const before = packPaths(fs).length;
    await content.blobs.put(noise(900, 2));
    // It was there, and might have been on the list.
    expect(packPaths(fs)).toHaveLength(before + 1);
    expect(await again()).toMatchObject({ value: { kind: 'marked' } });
    expect(await content.blobs.check(dead)).toBe('sound');
  }
  await step();
  expect(await first.content.blobs.check(dead)).toBe('missing');
  for (const id of pinned) expect(await first.content.blobs.check(id)).toBe('sound');
});

test('a mark that was made by a clock that was ahead is made anew', async () => {
  const { open, collecting, clock } = await begin();
  const { objects, content } = await open();
  const dead = await content.blobs.put(noise(900, 1));
  const step = collecting(objects);
  clock.at = 1e15;
  await step();
  clock.at = 1e12;
  expect(await step()).toMatchObject({ value: { kind: 'marked', condemned: 1 } });
  expect(await step()).toMatchObject({ value: { kind: 'swept', swept: { objects: 1 } } });
  expect(await content.blobs.check(dead)).toBe('missing');
});

test('a put that fails leaves no part and no open file behind', async () => {
  const { disk, fs, open } = await begin();
  let files = 0;
  const counting: FileSystem = {
    ...fs,
    open: async (path, mode) => {
      const file = await fs.open(path, mode);
      files += 1;
      return {
        ...file,
        close: async () => {
          files -= 1;
          await file.close();
        },
      };
    },
  };
  await open();
  const objects = await createDiskObjects({ fs: counting, folder: FOLDER, entropy: createSeeded(1) });
  const content = createContentStore(objects);
  for (const size of [9_000, 3_000_000]) {
    for (const call of ['write', 'datasync', 'rename', 'syncFolder']) {
      disk.injectFaults(({ name, path }) =>
        name.startsWith(call) && (path.endsWith('.part') || call === 'syncFolder') ? 'ENOSPC' : undefined,
      );
      await expect(content.blobs.put(noise(size, size)), `${call} of ${size}`).rejects.toMatchObject({
        code: 'ENOSPC',
      });
      disk.injectFaults(() => undefined);
      expect(
        fs.readdirSync(PACKS).filter((name) => name.endsWith('.part')),
        `${call} of ${size}`,
      ).toEqual([]);
      expect(files, `${call} of ${size}`).toBe(0);
    }
  }
});

test('a pack that goes between being listed and being opened is not there', async () => {
  const { fs, open } = await begin();
  const { content } = await open();
  const id = await content.blobs.put(noise(900, 1));
  const [gone = ''] = packPaths(fs);
  const racing: FileSystem = {
    ...fs,
    open: async (path, mode) => {
      if (path === gone) fs.unlinkSync(gone);
      return fs.open(path, mode);
    },
  };
  const objects = await createDiskObjects({ fs: racing, folder: FOLDER, entropy: createSeeded(1) });
  expect(await objects.head(id)).toBeUndefined();
});

test('whoever only looks makes nothing', async () => {
  const disk = createSimulatedDisk();
  const fs = disk.mount();
  const objects = await createDiskObjects({ fs, folder: FOLDER, entropy: createSeeded(1), readOnly: true });
  expect(await objects.usage()).toEqual({ objects: 0, storedBytes: 0 });
  expect(await objects.damaged?.()).toEqual([]);
  expect(await createContentStore(objects).blobs.check(blobIdOf(noise(1, 1)))).toBe('missing');
  expect(fs.readdirSync('/data')).toEqual([]);
});

test('what a mark condemns while a batch relies on it is taken along by the batch', async () => {
  const { open, collecting, pinned } = await begin();
  const one = await open();
  const other = await open();
  const bytes = noise(700_000, 1);
  const id = await one.content.blobs.put(bytes);
  const step = collecting(other.objects);
  await one.content.together(async (batch) => {
    expect(await batch.held([id])).toEqual(new Set([id]));
    // Nothing pins it yet: the batch is to be named by a commit that comes after it.
    expect(await step()).toMatchObject({ value: { kind: 'marked' } });
  });
  await step();
  expect(await (await open()).content.blobs.check(id)).toBe('sound');
  expect(pinned.size).toBe(0);
});
