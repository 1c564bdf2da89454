import { expect, test, vi } from 'vitest';
import type { BlobId } from '../../ports/blobs.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { inserted, noise } from '../../testing/blobs-noise.ts';
import { dribble } from '../../testing/blobs-promises.ts';
import { changeFile, fileBytes } from '../../testing/damage.ts';
import { createSeeded } from '../../testing/seeded.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { createContentStore } from './content-store.ts';
import { createDiskObjects } from './disk-objects.ts';

const PACKS = '/data/content/packs';

// Megabytes on a simulated disk, on machines that may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** A store, what a pass over it proves, and what a check of everything finds wrong. */
const begin = async () => {
  const fs = createSimulatedDisk().mount();
  const entropy = createSeeded(4);
  const open = () => createDiskObjects({ fs, folder: '/data/content', entropy });
  const objects = await open();
  const fresh = async <T>(job: (objects: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> => {
    const opened = await open();
    return job(opened).finally(() => opened.close());
  };
  return {
    fs,
    content: createContentStore(objects),
    objects,
    proved: (ids: readonly BlobId[]) =>
      fresh(async (opened) => [...((await opened.prove?.(ids, () => undefined)) ?? [])]),
    wrong: (ids: readonly BlobId[]) => fresh((opened) => createContentStore(opened).blobs.checkAll(new Set(ids))),
  };
};

/** Files that are captured side by side: the pieces of each lie between those of the others. */
const sideBySide = (content: ContentStore, files: readonly Uint8Array[]): Promise<readonly BlobId[]> =>
  content.together((batch) =>
    Promise.all(files.map(async (bytes) => (await batch.addFrom(dribble(bytes, 300_000))).id)),
  );

const flip = (fs: FileSystem, path: string, at: number): void =>
  changeFile(fs, path, (bytes) => Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 1 : byte)));

const packPaths = (fs: FileSystem): readonly string[] => fs.readdirSync(PACKS).map((name) => `${PACKS}/${name}`);

test('files that lie between one another are all proved in one pass, small, compressed and repetitive ones too', async () => {
  const { content, proved, wrong } = await begin();
  const ids = [
    ...(await sideBySide(content, [noise(9_000_000, 1), noise(8_000_000, 2), new Uint8Array(5_000_000)])),
    await content.blobs.put(new Uint8Array(0)),
    await content.blobs.put(noise(900, 3)),
    await content.blobs.put(Buffer.from('the same words again and again. '.repeat(900))),
  ];
  expect((await proved(ids)).sort()).toEqual(ids.toSorted());
  expect(await wrong(ids)).toEqual(new Map());
});

test('files that share pieces are each proved, and the shared pieces are read once', async () => {
  const { fs, content, proved } = await begin();
  const first = noise(3_000_000, 1);
  const ids = [await content.blobs.put(first)];
  // Ends as the first one does, so that it goes forward: from its own pack to the other.
  ids.push(await content.blobs.put(inserted(first, 0, noise(400_000, 2))));
  let read = 0;
  const counting: FileSystem = {
    ...fs,
    openSync: (path, mode) => {
      const file = fs.openSync(path, mode);
      return {
        ...file,
        read: async (into, at) => {
          const count = await file.read(into, at);
          read += count;
          return count;
        },
      };
    },
  };
  const entropy = createSeeded(5);
  const objects = await createDiskObjects({ fs: counting, folder: '/data/content', entropy });
  expect(new Set(await objects.prove?.(ids, () => undefined))).toEqual(new Set(ids));
  expect(read).toBeLessThan(4_000_000);
  expect(await proved(ids.toReversed())).toHaveLength(2);
});

test('an edited file goes back to where it was; a pass leaves it out, and it is checked all the same', async () => {
  const { content, proved, wrong } = await begin();
  const first = noise(3_000_000, 1);
  const edited = inserted(inserted(first, 2_000_000, noise(1_000, 2)), 1_000_000, noise(1_000, 3));
  const ids = [await content.blobs.put(first), await content.blobs.put(edited)];
  expect(await proved(ids)).toEqual(ids.slice(0, 1));
  expect(await wrong(ids)).toEqual(new Map());
});

test('a byte that changed is found in each file that has it, and in no other', async () => {
  const { fs, content, proved, wrong } = await begin();
  const first = noise(3_000_000, 1);
  const ids = [await content.blobs.put(first)];
  const [pack = ''] = packPaths(fs);
  ids.push(await content.blobs.put(inserted(first, 1_500_000, noise(1_000, 2))));
  ids.push(await content.blobs.put(inserted(first, 0, noise(1_000, 3))));
  const [other] = await sideBySide(content, [noise(700_000, 4)]);
  const all = [...ids, other as BlobId];
  const before = fileBytes(fs, pack);
  flip(fs, pack, 2_000_000);
  expect(await proved(all)).toEqual([other]);
  expect(await wrong(all)).toEqual(new Map(ids.map((id) => [id, 'corrupt'])));
  changeFile(fs, pack, () => before);
  expect(await wrong(all)).toEqual(new Map());
});

test('what changed, cannot be unpacked, or is not there, spoils nothing beside it', async () => {
  const { fs, content, wrong } = await begin();
  const words = Buffer.from('the same words again and again. '.repeat(900));
  const ids = await content.together((batch) =>
    Promise.all([batch.add(noise(900, 1)), batch.add(words), batch.add(noise(900, 2))]),
  );
  const [pack = ''] = packPaths(fs);
  flip(fs, pack, 8);
  // The first byte of what is compressed says that it is.
  flip(fs, pack, 8 + 900);
  const absent: BlobId = `sha256:${'0'.repeat(64)}`;
  expect(await wrong([absent, ...ids])).toEqual(
    new Map([
      [absent, 'missing'],
      [ids[0], 'corrupt'],
      [ids[1], 'corrupt'],
    ]),
  );
});

test('a recipe that names the pieces of another file proves nothing: the whole is hashed, not only its pieces', async () => {
  const { content, objects, proved, wrong } = await begin();
  const ids = await sideBySide(content, [noise(700_000, 1), noise(700_000, 2)]);
  const [recipe] = await objects.read(ids.slice(0, 1));
  const forged: BlobId = `sha256:${'ab'.repeat(32)}`;
  await objects.write(async (batch) => batch.add(recipe ? [{ ...recipe, id: forged }] : []));
  expect(await proved([forged, ...ids])).not.toContain(forged);
  expect(await wrong([forged, ...ids])).toEqual(new Map([[forged, 'corrupt']]));
});

test('a pack that goes while it is passed over leaves its content to be looked for elsewhere', async () => {
  const { fs, content, objects } = await begin();
  const [kept, moved] = [await content.blobs.put(noise(900, 1)), await content.blobs.put(noise(900, 2))];
  const paths = packPaths(fs);
  // As a sweep does: the same content in another pack, then the first one goes.
  for (const path of paths) {
    const copy = fs.openSync(path.replace('.pack', '0.pack'), 'create');
    copy.writeSync(fileBytes(fs, path), 0);
    copy.closeSync();
    fs.unlinkSync(path);
  }
  expect([...((await objects.prove?.([kept, moved], () => undefined)) ?? [])]).toEqual([]);
  expect(await content.blobs.checkAll(new Set([kept, moved]))).toEqual(new Map());
});

test('a disk that fails is a fault, and no verdict', async () => {
  const { fs, content } = await begin();
  const id = await content.blobs.put(noise(900, 1));
  const failing: FileSystem = {
    ...fs,
    openSync: (path, mode) => ({
      ...fs.openSync(path, mode),
      read: async () => Promise.reject(Object.assign(new Error('the disk failed'), { code: 'EIO' })),
    }),
  };
  const objects = await createDiskObjects({ fs: failing, folder: '/data/content', entropy: createSeeded(5) });
  await expect(createContentStore(objects).blobs.checkAll(new Set([id]))).rejects.toThrow('the disk failed');
});
