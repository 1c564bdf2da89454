import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { workbenchFilesPath } from '@atelier/contracts';
import { startBucketDouble } from '@atelier/kernel/testing/bucket';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import { expect, onTestFinished, test } from 'vitest';
import { noise } from '../../../packages/kernel/src/testing/blobs-noise.ts';
import { serveAtelier } from './testing/child.ts';
import { pageClient, signIn } from './testing/tab.ts';
import { tempFolder } from './testing/temp-folder.ts';
import { workbenchOn } from './testing/workshop.ts';

test('while its bucket is away a server says so where content is needed, and goes on elsewhere; a bucket that is slow, cuts or lies about ranges costs time and no byte', {
  timeout: 180_000,
}, async () => {
  const [postgres, bucket] = [await startPostgres(), await startBucketDouble()];
  onTestFinished(async () => {
    await bucket.stop();
    await postgres.stop();
  });
  const { endpoint, bucket: name, prefix, credentials } = bucket.settings;
  const dataFolder = await tempFolder();
  const server = await serveAtelier(dataFolder, 0, {
    ATELIER_DATABASE_URL: await postgres.newDatabase(),
    ATELIER_S3_ENDPOINT: endpoint,
    ATELIER_S3_BUCKET: name,
    ATELIER_S3_PREFIX: prefix,
    ATELIER_S3_ACCESS_KEY_ID: credentials.accessKeyId,
    ATELIER_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
  const cookie = await signIn(server.link);
  const client = pageClient(server.origin, cookie);
  const bench = workbenchOn({ server, cookie, client });
  const bytes = Buffer.from(noise(3_000_000, 7));
  const workbenchId = await bench.create({ 'a.bin': bytes });
  expect(bucket.objects.size).toBeGreaterThan(0);
  const forgetBlocks = () => rm(join(dataFolder, 'cache', 'blocks'), { recursive: true, force: true });
  const uploadId = await bench.upload('b.bin', Buffer.from(noise(2_000_000, 8)));

  bucket.fail(() => 'denied');
  await forgetBlocks();
  const away = { code: 'STORE_AWAY', retry: { kind: 'retryable_after_ms' } };
  expect(await client.WorkbenchFilesAdd({ workbenchId, uploads: [uploadId] })).toMatchObject({ error: away });
  const read = await bench.fetch(workbenchFilesPath(workbenchId, 'a.bin'));
  expect([read.status, await read.json()]).toMatchObject([503, { error: away }]);
  // What needs no content is recorded as ever, and nothing is called missing.
  expect(await client.SettingsSet({ set: { theme: 'dark' } })).toMatchObject({ ok: true });
  expect((await bench.view(workbenchId)).files.map(({ path }) => path)).toEqual(['a.bin']);

  for (const fault of ['slow', 'half', 'whole', 'other_range', 'cut'] as const) {
    await forgetBlocks();
    let nth = 0;
    // Requests go out side by side: more than these, and one of them alone could meet it each time it tries.
    bucket.fail(({ method }) => (method === 'GET' && nth++ < 3 ? fault : undefined));
    expect(bytes.equals(await bench.bytes(workbenchId, 'a.bin')), fault).toBe(true);
  }
  bucket.fail(() => undefined);
  // The same call, once it is back.
  expect(await client.WorkbenchFilesAdd({ workbenchId, uploads: [uploadId] })).toMatchObject({ ok: true });
  expect((await bench.view(workbenchId)).files.map(({ path }) => path)).toEqual(['a.bin', 'b.bin']);
});
