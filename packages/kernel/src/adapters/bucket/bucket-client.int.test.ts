import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { StoreAway } from '../../core/system-error.ts';
import { noise } from '../../testing/blobs-noise.ts';
import { type BucketDouble, type BucketFault, startBucketDouble } from '../../testing/bucket-double.ts';
import { createBucketClient } from './bucket-client.ts';
import { readBucketSettings } from './bucket-settings.ts';
import { createPackUpload } from './pack-upload.ts';

let double: BucketDouble;
beforeAll(async () => {
  double = await startBucketDouble('some where/');
});
afterAll(() => double.stop());
beforeEach(() => {
  double.fail(() => undefined);
  double.requests.length = 0;
});
const connect = (more: object = {}) =>
  createBucketClient({ ...double.settings, quietMs: 300, pause: async () => undefined, ...more });
/** The first so many requests go wrong. */
const failFirst = (count: number, fault: BucketFault): void => {
  let left = count;
  double.fail(() => (left-- > 0 ? fault : undefined));
};

test('what is put comes back by stretches, and is gone once it was removed', async () => {
  const client = connect();
  const bytes = noise(5_000, 1);
  await client.put('one+two', bytes);
  expect([...double.objects.keys()]).toEqual(['some where/one+two']);
  expect(await client.read('one+two', 100, 50)).toEqual(Buffer.from(bytes.subarray(100, 150)));
  expect(await client.read('none', 0, 1)).toBeUndefined();
  await client.remove('one+two');
  await client.remove('one+two');
  expect(await client.read('one+two', 0, 1)).toBeUndefined();
});

test('a store that does not know our keys, or our bucket, is away when its clock is asked, too', async () => {
  expect(Math.abs(await connect().clockAhead())).toBeLessThan(60_000);
  const { accessKeyId } = double.settings.credentials;
  for (const wrong of [
    { credentials: { accessKeyId, secretAccessKey: 'another' } },
    { credentials: { ...double.settings.credentials, accessKeyId: 'nobody' } },
    { bucket: 'another' },
  ])
    await expect(connect(wrong).clockAhead()).rejects.toThrow(/SignatureDoesNotMatch|InvalidAccessKeyId|NoSuchBucket/);
  // Who may not list is told that what is missing is denied.
  failFirst(1, 'denied');
  expect(Math.abs(await connect().clockAhead())).toBeLessThan(60_000);
});

test.each(['cut', 'cut_after', 'half', 'silent', 'busy', 'whole', 'other_range'] as const)(
  'a read that meets "%s" is asked again, and is away when it stays so',
  async (fault) => {
    const client = connect();
    const bytes = noise(5_000, 2);
    await client.put('it', bytes);
    failFirst(2, fault);
    expect(await client.read('it', 7, 90)).toEqual(Buffer.from(bytes.subarray(7, 97)));
    failFirst(99, fault);
    await expect(client.read('it', 7, 90)).rejects.toBeInstanceOf(StoreAway);
  },
);

test('a store that is slow and goes on is waited for, however long all of it takes', async () => {
  const client = connect({ quietMs: 250 });
  const bytes = noise(5_000, 3);
  await client.put('it', bytes);
  failFirst(1, 'slow');
  double.requests.length = 0;
  expect(await client.read('it', 7, 4_000)).toEqual(Buffer.from(bytes.subarray(7, 4_007)));
  expect(double.requests).toHaveLength(1);
});

test('a bucket that is not there, or refuses the key, is away at once: nothing in it is called missing', async () => {
  for (const fault of ['no_bucket', 'denied'] as const) {
    failFirst(99, fault);
    double.requests.length = 0;
    await expect(connect().read('it', 0, 1)).rejects.toBeInstanceOf(StoreAway);
    expect(double.requests).toHaveLength(1);
  }
  double.fail(() => undefined);
  const credentials = { ...double.settings.credentials, secretAccessKey: 'another' };
  await expect(connect({ credentials }).put('it', noise(9, 1))).rejects.toThrow(/SignatureDoesNotMatch/);
  const nobody = connect({ endpoint: 'http://127.0.0.1:1' });
  await expect(nobody.read('it', 0, 1)).rejects.toBeInstanceOf(StoreAway);
});

test('a pack goes out in parts as it fills; one that fits in a part goes out whole', async () => {
  const client = connect({ quietMs: 10_000 });
  const upload = createPackUpload(client, 'large');
  const pieces = Array.from({ length: 17 }, (_, seed) => noise(1024 * 1024, seed));
  for (const [seed, stored] of pieces.entries())
    await upload.add(
      { id: `sha256:${seed}`.padEnd(71, '0') as never, role: 'bytes', size: stored.length },
      { encoding: 'raw', stored },
    );
  const pack = await upload.finish();
  expect(double.objects.get('some where/large')).toHaveLength(pack.bytes);
  for (const [seed, { offset, storedLength }] of pack.entries.entries())
    expect(
      Buffer.compare((await client.read('large', offset, storedLength)) ?? noise(1, 1), pieces[seed] ?? noise(1, 2)),
    ).toBe(0);
  double.requests.length = 0;
  const small = createPackUpload(client, 'small');
  await small.add({ id: `sha256:${'a'.repeat(64)}`, role: 'bytes', size: 9 }, { encoding: 'raw', stored: noise(9, 1) });
  await small.finish();
  expect(double.requests.map(({ method }) => method)).toEqual(['PUT']);
});

test('an upload that fails at its end says so, and leaves no parts behind', async () => {
  const client = connect({ quietMs: 10_000 });
  double.fail(({ method, query }) => (method === 'POST' && query.has('uploadId') ? 'failed_in_body' : undefined));
  const upload = createPackUpload(client, 'never');
  for (let seed = 0; seed < 9; seed += 1)
    await upload.add(
      { id: `sha256:${'b'.repeat(64)}`, role: 'bytes', size: 1 },
      { encoding: 'raw', stored: noise(1024 * 1024, seed) },
    );
  await expect(upload.finish()).rejects.toBeInstanceOf(StoreAway);
  await upload.discard();
  expect(double.uploads.size).toBe(0);
  expect(double.objects.has('some where/never')).toBe(false);
});

test('a bucket is named whole or not at all', () => {
  const env = {
    ATELIER_S3_ENDPOINT: 'https://s3.example.org/',
    ATELIER_S3_BUCKET: 'content',
    ATELIER_S3_ACCESS_KEY_ID: 'key',
    ATELIER_S3_SECRET_ACCESS_KEY: 'secret',
  };
  expect(readBucketSettings({})).toEqual({ ok: true, value: undefined });
  expect(readBucketSettings({ ...env, ATELIER_S3_PREFIX: '/team/' })).toMatchObject({
    value: { endpoint: 'https://s3.example.org', prefix: 'team/', region: 'us-east-1', addressing: 'path' },
  });
  const wrong = {
    ATELIER_S3_ENDPOINT: 'ftp://s3.example.org',
    ATELIER_S3_BUCKET: 'A bucket',
    ATELIER_S3_ACCESS_KEY_ID: '',
    ATELIER_S3_SECRET_ACCESS_KEY: undefined,
    ATELIER_S3_ADDRESSING: 'both',
  };
  for (const [variable, value] of Object.entries(wrong))
    expect(readBucketSettings({ ...env, [variable]: value })).toEqual({
      ok: false,
      error: { code: 'BUCKET_SETTINGS_INVALID', variable },
    });
});
