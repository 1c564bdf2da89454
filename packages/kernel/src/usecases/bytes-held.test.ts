import { expect, test } from 'vitest';
import { createContentStore } from '../adapters/blobs/content-store.ts';
import { createMemoryObjects } from '../adapters/blobs/memory-objects.ts';
import { blobIdOf } from '../adapters/node/sha256.ts';
import type { BlobId } from '../ports/blobs.ts';
import { unwrap } from '../testing/log-promises.ts';
import { bytesHeld } from './bytes-held.ts';

test('each content counts once, in however many trees it stands, and what is gone counts nothing', async () => {
  const content = createContentStore(createMemoryObjects());
  const put = async (text: string) => {
    const bytes = Buffer.from(text);
    return { blob: await content.blobs.put(bytes), size: bytes.length, kind: 'text' };
  };
  const [four, six, nine] = [await put('four'), await put('sixsix'), await put('nine nine')];
  const tree = async (entries: Record<string, typeof four>) => unwrap(await content.trees.put({ v: 1, entries }));
  const one = await tree({ 'a.txt': four, 'b.txt': six });
  const other = await tree({ 'a.txt': four, 'c.txt': four });
  const gone = blobIdOf(Buffer.from('never put')) as BlobId;
  expect(await bytesHeld(content, [])).toBe(0);
  expect(await bytesHeld(content, [one])).toBe(10);
  expect(await bytesHeld(content, [one, other, one])).toBe(10);
  expect(await bytesHeld(content, [one, nine.blob, four.blob, gone])).toBe(19);
});
