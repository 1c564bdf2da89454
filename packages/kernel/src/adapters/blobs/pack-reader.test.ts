import { expect, test } from 'vitest';
import { noise } from '../../testing/blobs-noise.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { blobIdOf } from '../node/sha256.ts';
import type { Located } from './pack-folder.ts';
import { createPackReader } from './pack-reader.ts';

const PACK = noise(600_000, 1);

const entry = (offset: number, length: number): Located => ({
  id: blobIdOf(PACK.subarray(offset, offset + length)),
  role: 'bytes',
  encoding: 'raw',
  offset,
  storedLength: length,
  size: length,
  pack: 'p',
});

const begin = () => {
  const fs = createSimulatedDisk().mount();
  const file = fs.openSync('/data/p.pack', 'create');
  file.writeSync(PACK, 0);
  file.closeSync();
  return createPackReader(fs, '/data');
};

test('memory that was given back serves the next run of about that length, and memory in use never does', async () => {
  const reader = begin();
  const read = async (offset: number, length: number) => {
    const [object] = await reader.read([entry(offset, length)]);
    if (object === undefined) throw new Error('nothing was read');
    return object;
  };
  const first = await read(0, 140_000);
  const second = await read(140_000, 220_000);
  reader.done([first]);
  const third = await read(360_000, 240_000);
  // Compared outside of `expect`, which would print both buffers byte by byte.
  expect(second.bytes.buffer === first.bytes.buffer).toBe(false);
  expect(third.bytes.buffer === first.bytes.buffer).toBe(true);
  expect([second, third].map(({ bytes }) => blobIdOf(bytes))).toEqual([second.id, third.id]);
  await reader.close();
});
