import { expect, test, vi } from 'vitest';
import type { ContentStore } from '../../ports/content-store.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { type Faulted, meetEveryFault } from '../../testing/blobs-faults.ts';
import { filesIn, syncFolders, writeFiles } from '../../testing/blobs-folder.ts';
import { noise } from '../../testing/blobs-noise.ts';
import { createSeeded } from '../../testing/seeded.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { capture } from '../../usecases/capture.ts';
import { restore } from '../../usecases/restore.ts';
import { blobIdOf } from '../node/sha256.ts';
import { createDiskContent } from './disk-objects.ts';
import { createMemoryStatCache } from './stat-cache.ts';

// Hundreds of faults each, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 });

const small = noise(900, 1);
const large = noise(290_000, 2);
const other = noise(5_000, 3);

const entropy = createSeeded(4);
const open = (fs: FileSystem): Promise<ContentStore> => createDiskContent({ fs, folder: '/data/content', entropy });

/** The store in the process that met the fault, or in the one after it. */
const storeAfter = (faulted: Faulted, content: ContentStore, own: FileSystem): Promise<ContentStore> =>
  faulted.fs === own ? Promise.resolve(content) : open(faulted.fs);

test('blob puts: whatever fails and whenever, what was acknowledged is there and nothing is half there', async () => {
  const points = await meetEveryFault({
    begin: async (fs) => {
      const content = await open(fs);
      await content.blobs.put(small);
      return { fs, content, acknowledged: [blobIdOf(small)] };
    },
    act: async ({ content, acknowledged }) => {
      acknowledged.push(await content.blobs.put(large));
      acknowledged.push(
        ...(await content.together((batch) =>
          Promise.all([batch.add(other), batch.add(noise(10, 9)), batch.add(small)]),
        )),
      );
    },
    check: async ({ fs, content, acknowledged }, faulted) => {
      const after = await storeAfter(faulted, content, fs);
      for (const bytes of [small, large, other]) {
        const id = blobIdOf(bytes);
        const found = await after.blobs.check(id);
        expect(found, faulted.name).not.toBe('corrupt');
        if (acknowledged.includes(id)) expect(found, faulted.name).toBe('sound');
        expect(await after.blobs.put(bytes), faulted.name).toBe(id);
      }
      const later = await open(faulted.powerCut());
      for (const bytes of [small, large, other]) {
        expect(await later.blobs.check(blobIdOf(bytes)), faulted.name).toBe('sound');
      }
    },
  });
  expect(points).toBeGreaterThan(150);
});

test('opening the store for the first time can fail anywhere and is simply done again', async () => {
  const points = await meetEveryFault({
    begin: async (fs) => ({ fs }),
    act: async ({ fs }) => void (await (await open(fs)).blobs.put(small)),
    check: async (_, faulted) => {
      const after = await open(faulted.fs);
      await after.blobs.put(small);
      expect(await (await open(faulted.powerCut())).blobs.check(blobIdOf(small)), faulted.name).toBe('sound');
    },
  });
  expect(points).toBeGreaterThan(100);
});

test('content of several packs: whoever sees what names it sees all of it', async () => {
  const openSmall = (fs: FileSystem) => createDiskContent({ fs, folder: '/data/content', entropy, packBytes: 100_000 });
  const points = await meetEveryFault({
    begin: async (fs) => ({ content: await openSmall(fs) }),
    act: async ({ content }) => {
      const id = await content.blobs.put(large);
      const seen = await content.blobs.check(id);
      if (seen !== 'sound') throw new Error(seen);
    },
    check: async (_, faulted) => {
      const after = await openSmall(faulted.fs);
      const id = blobIdOf(large);
      const found = await after.blobs.check(id);
      expect(found, faulted.name).not.toBe('corrupt');
      if (faulted.finished) expect(found, faulted.name).toBe('sound');
      // What is seen may be named, so it must outlive the next cut.
      const later = await openSmall(faulted.powerCut());
      expect(await later.blobs.check(id), faulted.name).toBe(found);
      await later.blobs.put(large);
      expect(await later.blobs.check(id), faulted.name).toBe('sound');
    },
  });
  expect(points).toBeGreaterThan(100);
});

test('tree puts: a tree that can be read is whole', async () => {
  const tree = { v: 1, entries: { a: { blob: blobIdOf(small), size: small.length, kind: 'file' } } } as const;
  const points = await meetEveryFault({
    begin: async (fs) => ({ fs, content: await open(fs) }),
    act: async ({ content }) => {
      await content.together(async (batch) => {
        await batch.add(small);
        await batch.addTree(tree);
      });
    },
    check: async ({ fs, content }, faulted) => {
      const after = await storeAfter(faulted, content, fs);
      const id = await content.trees.put(tree).catch(() => after.trees.put(tree));
      if (!id.ok) throw new Error(id.error.code);
      expect(await after.trees.get(id.value), faulted.name).toEqual(tree);
      if (faulted.finished) expect(await after.blobs.check(blobIdOf(small)), faulted.name).toBe('sound');
    },
  });
  expect(points).toBeGreaterThan(60);
});

const FOLDER = '/data/work';
const before = { 'a.txt': small, 'deck.bin': large, 'gone/x': noise(20, 5) };
const after = { 'a.txt': small, 'deck.bin': other, 'new/y': noise(30, 6) };

const bench = (fs: FileSystem, content: ContentStore) => ({
  fs,
  content,
  cache: createMemoryStatCache(),
  clock: { now: () => 10_000 },
  entropy,
});

const taken = async (fs: FileSystem, content: ContentStore) => {
  const captured = await capture(bench(fs, content))(FOLDER);
  if (!captured.ok) throw new Error(captured.error.code);
  return captured.value.tree;
};

const wholeTree = async (content: ContentStore, id: `sha256:${string}`): Promise<boolean> => {
  const tree = await content.trees.get(id);
  if (tree === undefined) return false;
  for (const { blob } of Object.values(tree.entries)) if ((await content.blobs.check(blob)) !== 'sound') return false;
  return true;
};

test('captures: the tree of an interrupted one is not there or whole, and the next one works', async () => {
  const disk = createSimulatedDisk().mount();
  await writeFiles(disk, FOLDER, after);
  const afterId = await taken(disk, await open(disk));
  const points = await meetEveryFault({
    begin: async (fs) => {
      await writeFiles(fs, FOLDER, before);
      await syncFolders(fs, '/data');
      const content = await open(fs);
      const first = await taken(fs, content);
      await fs.unlink(`${FOLDER}/gone/x`);
      await writeFiles(fs, FOLDER, { 'deck.bin': other, 'new/y': after['new/y'] });
      await syncFolders(fs, '/data');
      return { fs, content, first, second: undefined as undefined | `sha256:${string}` };
    },
    act: async (world) => {
      world.second = await taken(world.fs, world.content);
    },
    check: async ({ fs, content, first, second }, faulted) => {
      const store = await storeAfter(faulted, content, fs);
      expect(await wholeTree(store, first), faulted.name).toBe(true);
      if (second !== undefined) expect(await wholeTree(store, second), faulted.name).toBe(true);
      const again = afterId;
      if ((await store.trees.get(again)) !== undefined) expect(await wholeTree(store, again), faulted.name).toBe(true);
      expect(await taken(faulted.fs, store), faulted.name).toBe(again);
      const later = await open(faulted.powerCut());
      expect(await wholeTree(later, again), faulted.name).toBe(true);
      expect(await wholeTree(later, first), faulted.name).toBe(true);
    },
  });
  expect(points).toBeGreaterThan(150);
});

test('restores: every file is the old one or the new one, and doing it again finishes it', async () => {
  const points = await meetEveryFault({
    begin: async (fs) => {
      await writeFiles(fs, FOLDER, before);
      const content = await open(fs);
      const tree = await taken(fs, content);
      await fs.unlink(`${FOLDER}/gone/x`);
      await fs.rmdir(`${FOLDER}/gone`);
      await writeFiles(fs, FOLDER, { 'deck.bin': other, 'new/y': after['new/y'] });
      await syncFolders(fs, '/data');
      return { fs, content, tree };
    },
    act: async ({ fs, content, tree }) => {
      const restored = await restore(bench(fs, content))(tree, FOLDER);
      if (!restored.ok) throw new Error(restored.error.code);
    },
    check: async ({ fs, content, tree }, faulted) => {
      for (const [path, bytes] of Object.entries(await filesIn(faulted.fs, FOLDER))) {
        if (path.startsWith('.atelier-')) continue;
        const known = [before, after].map(
          (state): Uint8Array | undefined => (state as Record<string, Uint8Array>)[path],
        );
        expect(
          known.some((each) => each && Buffer.compare(each, bytes) === 0),
          `${faulted.name}: ${path}`,
        ).toBe(true);
      }
      const store = await storeAfter(faulted, content, fs);
      expect(await restore(bench(faulted.fs, store))(tree, FOLDER), faulted.name).toMatchObject({ ok: true });
      const files = await filesIn(faulted.powerCut(), FOLDER);
      const names = Object.keys(files).filter((path) => !path.startsWith('.atelier-'));
      expect(names.sort(), faulted.name).toEqual(Object.keys(before).sort());
      for (const [path, bytes] of Object.entries(before)) expect(Buffer.compare(files[path] ?? small, bytes)).toBe(0);
    },
  });
  expect(points).toBeGreaterThan(150);
});
