import { openStorage } from '@atelier/kernel/storage';
import { startBucketDouble } from '@atelier/kernel/testing/bucket';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import { tempFolder } from '@atelier/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from './testing/run-here.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let double: Awaited<ReturnType<typeof startBucketDouble>>;
beforeAll(async () => {
  postgres = await startPostgres();
  double = await startBucketDouble();
}, 60_000);
afterAll(async () => {
  await double.stop();
  await postgres.stop();
});

const noted = { kind: 'noted', key: null, data: {} } as const;

test('content goes to a bucket and back, is proved both times, and a bucket that cannot be used changes nothing', {
  timeout: 120_000,
}, async () => {
  const data = await tempFolder();
  const databaseUrl = await postgres.newDatabase();
  const { settings } = double;
  const named = {
    ATELIER_DATABASE_URL: databaseUrl,
    ATELIER_S3_ENDPOINT: settings.endpoint,
    ATELIER_S3_BUCKET: settings.bucket,
    ATELIER_S3_PREFIX: settings.prefix,
    ATELIER_S3_ACCESS_KEY_ID: settings.credentials.accessKeyId,
    ATELIER_S3_SECRET_ACCESS_KEY: settings.credentials.secretAccessKey,
  };
  const texts = [1, 20, 20_000].map((times) => Buffer.from(`${times} words that are stored. `.repeat(times)));
  const putAll = async () => {
    const opened = await openStorage({ data, databaseUrl, env: {} });
    if (!opened.ok) throw new Error(opened.error.code);
    const { blobs, log, close } = opened.value;
    const put = await Promise.all(texts.map((text) => blobs.put(text)));
    await log.append('session/s', [noted], { expected: 0, pins: put });
    await close();
    return put;
  };
  const ids = await putAll();
  const areThere = async (env: Record<string, string>) => {
    const opened = await openStorage({ data, databaseUrl, env });
    if (!opened.ok) throw new Error(opened.error.code);
    for (const [nth, id] of ids.entries())
      expect(Buffer.compare((await opened.value.blobs.get(id)) ?? Buffer.of(), texts[nth] ?? Buffer.of())).toBe(0);
    await opened.value.close();
  };
  const move = (to: string, env: Record<string, string>) => runHere(['move', '--content', to, '--data', data], env);

  expect(await move('bucket', { ATELIER_DATABASE_URL: databaseUrl })).toMatchObject({ code: 2 });
  const wrong = await move('bucket', { ...named, ATELIER_S3_SECRET_ACCESS_KEY: 'another' });
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('SignatureDoesNotMatch') });
  await areThere({});

  const moved = await move('bucket', named);
  expect(moved).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Content is in the bucket') });
  expect(double.objects.size).toBe(1);
  await areThere(named);
  const verified = await runHere(['verify', '--data', data], named);
  expect(verified.code).toBe(0);
  const again = await move('bucket', named);
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining('content: 0 objects moved now') });

  // A copy of the bucket takes its place once it is complete, as after a restore.
  const copy = { ...named, ATELIER_S3_PREFIX: 'copy/' };
  expect(await runHere(['verify', '--data', data], copy)).toMatchObject({
    code: 1,
    err: expect.stringContaining('move --content bucket'),
  });
  const incomplete = await move('bucket', copy);
  expect(incomplete).toMatchObject({ code: 1, err: expect.stringContaining('no complete copy') });
  await areThere(named);
  for (const [name, bytes] of [...double.objects]) double.objects.set(name.replace(settings.prefix, 'copy/'), bytes);
  expect(await move('bucket', copy)).toMatchObject({ code: 0, err: '' });
  for (const name of [...double.objects.keys()]) if (!name.startsWith('copy/')) double.objects.delete(name);
  await areThere(copy);
  expect(await move('database', named)).toMatchObject({ code: 2, err: expect.stringContaining('copy/') });

  const back = await move('database', copy);
  expect(back).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Content is in the database') });
  await areThere({});

  const toDisk = await runHere(['move', '--content', 'bucket', '--data', data], named);
  expect(toDisk.code).toBe(0);
  const disk = await runHere(['move', '--to', 'disk', '--data', data], named);
  expect(disk).toMatchObject({ code: 0, err: '' });
  const onDisk = await openStorage({ data, env: {} });
  if (!onDisk.ok) throw new Error(onDisk.error.code);
  for (const id of ids) expect(await onDisk.value.blobs.get(id)).toBeDefined();
  await onDisk.value.close();
});
