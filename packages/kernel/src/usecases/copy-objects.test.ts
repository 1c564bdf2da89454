import { expect, test } from 'vitest';
import { createContentStore } from '../adapters/blobs/content-store.ts';
import { createMemoryObjects } from '../adapters/blobs/memory-objects.ts';
import { blobIdOf } from '../adapters/node/sha256.ts';
import type { BlobId } from '../core/digest.ts';
import { ContentCorrupt } from '../ports/content-corrupt.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import { noise } from '../testing/blobs-noise.ts';
import { copyObjects } from './copy-objects.ts';

const hundred = async () => {
  const from = createMemoryObjects();
  const { blobs } = createContentStore(from);
  const ids: BlobId[] = [];
  for (let n = 0; n < 100; n += 1) ids.push(await blobs.put(noise(50, n)));
  return { from, ids };
};

test.each<[string, (bad: BlobId, read: ObjectStore['read']) => ObjectStore['read']]>([
  [
    'is listed and not there',
    (bad, read) => async (ids) => (await read(ids)).map((o) => (o?.id === bad ? undefined : o)),
  ],
  [
    'cannot be unpacked',
    (bad, read) => async (ids) => {
      if (ids.includes(bad)) throw new ContentCorrupt(bad, 'it cannot be unpacked');
      return read(ids);
    },
  ],
  [
    'is not what its name says',
    (bad, read) => async (ids) => (await read(ids)).map((o) => (o?.id === bad ? { ...o, bytes: noise(50, 1_000) } : o)),
  ],
])('an object that %s is named, and all others arrive', async (_, damage) => {
  const { from, ids } = await hundred();
  const bad = ids[30] as BlobId;
  const to = createMemoryObjects();
  const copied = await copyObjects({ from: { ...from, read: damage(bad, from.read) }, to, idOf: blobIdOf });
  expect(copied).toEqual({ objects: 100, added: 99, damaged: [bad] });
  const arrived = await to.read(ids);
  expect(arrived.filter((object) => object === undefined)).toHaveLength(1);
});
