import { expect, test } from 'vitest';
import type { FileSystem } from '../../ports/file-system.ts';
import { noise } from '../../testing/blobs-noise.ts';
import { changeFile } from '../../testing/damage.ts';
import { createSeeded } from '../../testing/seeded.ts';
import { beginContent, CONTENT_FOLDER, PACK_FOLDER, packPaths } from '../../testing/simulated-content.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { blobIdOf } from '../node/sha256.ts';
import { createContentStore } from './content-store.ts';
import { createDiskObjects } from './disk-objects.ts';

test('a list of the condemned that cannot be read stops nothing: nothing relies on it, nothing is deleted, the next mark replaces it', async () => {
  const { fs, open, collecting, pinned } = beginContent();
  const first = await open();
  const dead = await first.content.blobs.put(noise(900, 1));
  pinned.add(await first.content.blobs.put(noise(900, 2)));
  const step = collecting(first.objects);
  expect(await step()).toMatchObject({ value: { kind: 'marked', condemned: 1 } });
  for (const text of ['', 'garbage', `${blobIdOf(Buffer.from('{}'))}\n{}`]) {
    changeFile(fs, `${CONTENT_FOLDER}/condemned.json`, () => Buffer.from(text));
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
  const { open, collecting, clock } = beginContent();
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
  const { disk, fs, open } = beginContent();
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
  const objects = await createDiskObjects({ fs: counting, folder: CONTENT_FOLDER, entropy: createSeeded(1) });
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
        fs.readdirSync(PACK_FOLDER).filter((name) => name.endsWith('.part')),
        `${call} of ${size}`,
      ).toEqual([]);
      expect(files, `${call} of ${size}`).toBe(0);
    }
  }
});

test('a pack that goes between being listed and being opened is not there', async () => {
  const { fs, open } = beginContent();
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
  const objects = await createDiskObjects({ fs: racing, folder: CONTENT_FOLDER, entropy: createSeeded(1) });
  expect(await objects.head(id)).toBeUndefined();
});

test('whoever only looks makes nothing', async () => {
  const disk = createSimulatedDisk();
  const fs = disk.mount();
  const objects = await createDiskObjects({ fs, folder: CONTENT_FOLDER, entropy: createSeeded(1), readOnly: true });
  expect(await objects.usage()).toEqual({ objects: 0, storedBytes: 0 });
  expect(await objects.damaged?.()).toEqual([]);
  expect(await createContentStore(objects).blobs.check(blobIdOf(noise(1, 1)))).toBe('missing');
  expect(fs.readdirSync('/data')).toEqual([]);
});

test('what a mark condemns while a batch relies on it is taken along by the batch', async () => {
  const { open, collecting, pinned } = beginContent();
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

test.each([
  ['EIO', 'read'],
  ['EIO', 'size'],
  ['EACCES', 'open'],
] as const)('a pack that the system refuses (%s at its %s) keeps nothing else from being used', async (code, call) => {
  const { disk, fs, open, pinned, collecting } = beginContent();
  const first = await open();
  const [inIt, bytes] = [noise(900, 1), noise(900, 2)];
  const lost = await first.content.blobs.put(inIt);
  const [pack = ''] = packPaths(fs);
  const other = await first.content.blobs.put(bytes);
  for (const id of [lost, other]) pinned.add(id);
  disk.injectFaults(({ name, path }) => (name === call && path === pack ? code : undefined));

  const { objects, content } = await open();
  expect(await content.blobs.get(other)).toEqual(bytes);
  expect(await content.blobs.checkAll(pinned)).toEqual(new Map([[lost, 'missing']]));
  const part = pack.slice(PACK_FOLDER.length + 1);
  expect(await objects.damaged?.()).toEqual([{ name: part, kind: 'refused', why: `the system refuses it (${code})` }]);
  const step = collecting(objects);
  for (let again = 0; again < 2; again += 1)
    expect(await step()).toEqual({
      ok: false,
      error: { code: 'LIVE_CONTENT_UNREADABLE', ids: [lost], parts: [part] },
    });
  // What it held can be stored again meanwhile, and is then there twice.
  expect(await content.blobs.put(inIt)).toBe(lost);
  expect(await content.blobs.get(lost)).toEqual(inIt);

  disk.injectFaults(() => undefined);
  expect(await objects.damaged?.()).toEqual([]);
  expect(await step()).toMatchObject({ ok: true });
  expect(await content.blobs.checkAll(pinned)).toEqual(new Map());
});

test('a process that has no file left to open does not take its packs for damaged', async () => {
  const { fs, open } = beginContent();
  await (await open()).content.blobs.put(noise(900, 1));
  const tooMany: FileSystem = {
    ...fs,
    open: () => Promise.reject(Object.assign(new Error('too many open files'), { code: 'EMFILE' })),
  };
  const opening = createDiskObjects({ fs: tooMany, folder: CONTENT_FOLDER, entropy: createSeeded(1) });
  await expect(opening).rejects.toMatchObject({ code: 'EMFILE' });
});
