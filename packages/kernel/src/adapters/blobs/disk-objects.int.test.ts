import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ContentStore } from '../../ports/content-store.ts';
import { noise } from '../../testing/blobs-noise.ts';
import { blobsKeepTheirPromises } from '../../testing/blobs-promises.ts';
import { treesKeepTheirPromises } from '../../testing/blobs-tree-promises.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { createNodeFileSystem } from '../node/node-file-system.ts';
import { ContentCorrupt } from './content-corrupt.ts';
import { createDiskContent } from './disk-objects.ts';

const folders: string[] = [];
const stores: ContentStore[] = [];
afterAll(async () => {
  for (const store of stores) await store.close();
  for (const folder of folders) await rm(folder, { recursive: true });
});

const entropy = { bytes: (count: number) => randomBytes(count) };
const create = async () => {
  const root = await mkdtemp(join(tmpdir(), 'atelier-content-'));
  folders.push(root);
  const folder = join(root, 'content');
  const open = async () => {
    const store = await createDiskContent({ fs: createNodeFileSystem(), folder, entropy });
    stores.push(store);
    return store;
  };
  return { content: await open(), reopen: open, packs: join(folder, 'packs') };
};

blobsKeepTheirPromises('disk', create);
treesKeepTheirPromises('disk', create);

describe('packs', () => {
  test('a capture of 1,000 files costs one sync of data and one of the folder', async () => {
    const disk = createSimulatedDisk();
    const content = await createDiskContent({ fs: disk.mount(), folder: '/data/content', entropy });
    const before = disk.syncs();
    await content.together(async (batch) => {
      for (let index = 0; index < 1_000; index++) await batch.add(noise(300, index));
    });
    expect(disk.syncs() - before).toBe(2);
    const after = disk.calls();
    await content.together(async (batch) => batch.add(noise(300, 1)));
    expect(disk.syncs() - before).toBe(2);
    expect(disk.calls() - after).toBeLessThan(6);
  });

  test('text is kept compressed', async () => {
    const { content } = await create();
    await content.blobs.put(new TextEncoder().encode('the same words again and again. '.repeat(5_000)));
    expect((await content.usage()).storedBytes).toBeLessThan(10_000);
  });

  test('a store that is open sees what another one adds', async () => {
    const { content, reopen } = await create();
    const other = await reopen();
    const id = await other.blobs.put(noise(900_000, 6));
    expect(await content.blobs.check(id)).toBe('sound');
  });

  test.each([100, 900_000])('a changed byte in %i bytes is found, and nobody gets them', async (size) => {
    const { content, reopen, packs } = await create();
    const id = await content.blobs.put(noise(size, 8));
    const [pack] = await readdir(packs);
    const path = join(packs, pack ?? '');
    const bytes = await readFile(path);
    bytes[50] = (bytes[50] ?? 0) ^ 1;
    await writeFile(path, bytes);
    const damaged = await reopen();
    expect(await damaged.blobs.check(id)).toBe('corrupt');
    await expect(damaged.blobs.get(id)).rejects.toBeInstanceOf(ContentCorrupt);
  });

  test('a pack with a damaged index hides its content and stays where it is', async () => {
    const { content, reopen, packs } = await create();
    const id = await content.blobs.put(noise(100, 8));
    const [pack] = await readdir(packs);
    const path = join(packs, pack ?? '');
    const bytes = await readFile(path);
    bytes[bytes.length - 70] = (bytes.at(-70) ?? 0) ^ 1;
    await writeFile(path, bytes);
    const damaged = await reopen();
    expect(await damaged.blobs.has(id)).toBe(false);
    expect(await damaged.blobs.put(noise(100, 8))).toBe(id);
    expect(await damaged.blobs.check(id)).toBe('sound');
    expect(await readdir(packs)).toHaveLength(2);
  });

  test('a failed batch leaves no file behind', async () => {
    const { content, packs } = await create();
    const fail = content.together(async (batch) => {
      await batch.add(noise(3_000_000, 1));
      throw new Error('stop');
    });
    await expect(fail).rejects.toThrow('stop');
    expect(await readdir(packs)).toEqual([]);
  });
});
