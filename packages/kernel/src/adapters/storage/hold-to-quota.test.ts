import { expect, test } from 'vitest';
import { QuotaRefused } from '../../core/trees/quota.ts';
import { noise } from '../../testing/blobs-noise.ts';
import { unwrap } from '../../testing/log-promises.ts';
import { sourceOf } from '../blobs/chunked-writer.ts';
import { holdToQuota, type QuotaOf } from './hold-to-quota.ts';
import { openMemoryStorage } from './memory-storage.ts';

const quotaOf: QuotaOf = {
  stream: 'house',
  after: (quota, { kind, data }) => (kind === 'room.given' ? (data['bytes'] as number | undefined) : quota),
};

const begin = async (quotaBytes: number) => {
  const opened = openMemoryStorage();
  const { storage } = holdToQuota(opened, quotaOf);
  const setQuota = async (bytes: number | undefined) =>
    unwrap(
      await opened.log.append(
        'house',
        [{ kind: 'room.given', key: null, data: bytes === undefined ? {} : { bytes } }],
        {
          expected: 'any',
        },
      ),
    );
  await setQuota(quotaBytes);
  const content = await storage.content();
  return { storage, content, setQuota, stored: async () => (await content.usage()).objects };
};

test('every way to store content holds to the quota, and a refusal leaves nothing', async () => {
  const { storage, content, stored } = await begin(10_000);
  const large = noise(400_000, 1);
  const refusal = { refusal: { code: 'QUOTA_EXCEEDED', quotaBytes: 10_000, neededBytes: 400_000 } };
  await expect(storage.blobs.put(large)).rejects.toMatchObject(refusal);
  await expect(content.blobs.put(large)).rejects.toBeInstanceOf(QuotaRefused);
  await expect(content.blobs.putFrom(sourceOf(large))).rejects.toBeInstanceOf(QuotaRefused);
  await expect(
    content.together(async (batch) => {
      await batch.add(noise(6_000, 2));
      await batch.add(noise(6_000, 3));
    }),
  ).rejects.toBeInstanceOf(QuotaRefused);
  expect(await stored()).toBe(0);
  await storage.blobs.put(noise(6_000, 2)); // what a refused batch had asked for is free again
});

test('two puts at once do not both get the last room', async () => {
  const { storage, stored } = await begin(10_000);
  const done = await Promise.allSettled([storage.blobs.put(noise(6_000, 1)), storage.blobs.put(noise(6_000, 2))]);
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await stored()).toBe(1);
});

test('what is stored already can be put again at the quota, and everything once it is lifted', async () => {
  const { storage, setQuota } = await begin(10_000);
  const kept = await storage.blobs.put(noise(9_000, 1));
  await expect(storage.blobs.put(noise(9_000, 2))).rejects.toBeInstanceOf(QuotaRefused);
  expect(await storage.blobs.put(noise(9_000, 1))).toBe(kept);
  await setQuota(undefined);
  await storage.blobs.put(noise(9_000, 2));
});
