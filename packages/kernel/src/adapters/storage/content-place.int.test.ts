import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { noise } from '../../testing/blobs-noise.ts';
import { type BucketDouble, startBucketDouble } from '../../testing/bucket-double.ts';
import { tell } from '../../testing/postgres-server.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import { openStorage, storageRefusedToSentence } from './index.ts';

const server = usePostgres();
let double: BucketDouble;
beforeAll(async () => {
  double = await startBucketDouble();
});
afterAll(() => double.stop());

const envOf = ({ settings }: BucketDouble, more: object = {}) => ({
  ATELIER_S3_ENDPOINT: settings.endpoint,
  ATELIER_S3_BUCKET: settings.bucket,
  ATELIER_S3_PREFIX: settings.prefix,
  ATELIER_S3_ACCESS_KEY_ID: settings.credentials.accessKeyId,
  ATELIER_S3_SECRET_ACCESS_KEY: settings.credentials.secretAccessKey,
  ...more,
});
const open = async (databaseUrl: string | undefined, env: object, data?: string) => {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'atelier-storage-')));
  if (!data) onTestFinished(() => rm(folder, { recursive: true }));
  const opened = await openStorage({ data: folder, databaseUrl, env: env as Record<string, string> });
  if (opened.ok) onTestFinished(() => opened.value.close());
  return opened;
};
const refusal = async (...asked: Parameters<typeof open>) => {
  const opened = await open(...asked);
  if (opened.ok) throw new Error('it opened');
  const sentence = storageRefusedToSentence(opened.error);
  expect(sentence).not.toContain(double.settings.credentials.secretAccessKey);
  return `${opened.error.code}: ${sentence}`;
};

test('all processes on a database agree on the bucket with its content, and no secret is written down', async () => {
  const url = await server.newDatabase();
  const first = await open(url, envOf(double));
  if (!first.ok) throw new Error(first.error.code);
  const id = await first.value.blobs.put(noise(300_000, 1));
  const second = await open(url, envOf(double));
  expect(second.ok && Buffer.compare((await second.value.blobs.get(id)) ?? noise(1, 1), noise(300_000, 1))).toBe(0);
  expect(double.objects.size).toBe(1);
  expect(await refusal(url, {})).toMatch(/^BUCKET_MISSING: .*atelier-test\/a\/ at http.*move --content database$/);
  expect(await refusal(url, envOf(double, { ATELIER_S3_PREFIX: 'b' }))).toMatch(/^BUCKET_DIFFERS/);
  await tell(
    url,
    `do $$ begin if exists (select from atelier.records where value like '%secret%') then raise 'written'; end if; end $$`,
  );
});

test('content that is in the database is not left behind by naming a bucket', async () => {
  const url = await server.newDatabase();
  const first = await open(url, {});
  if (!first.ok) throw new Error(first.error.code);
  await first.value.blobs.put(noise(9_000, 1));
  expect(await refusal(url, envOf(double))).toMatch(/^CONTENT_NOT_MOVED: .*move --content bucket/);
  // As an Atelier left it that knew of no buckets.
  await tell(url, `delete from atelier.records where name = 'content.place'`);
  expect(await refusal(url, envOf(double))).toMatch(/^CONTENT_NOT_MOVED/);
});

test('a bucket is used only together with a database, and named whole', async () => {
  expect(await refusal(undefined, envOf(double))).toMatch(/^BUCKET_WITHOUT_DATABASE/);
  expect(await refusal(await server.newDatabase(), envOf(double, { ATELIER_S3_ACCESS_KEY_ID: '' }))).toMatch(
    /^BUCKET_SETTINGS_INVALID: ATELIER_S3_ACCESS_KEY_ID/,
  );
});
