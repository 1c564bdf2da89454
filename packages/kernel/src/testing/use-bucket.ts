import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { BucketSettings } from '../adapters/bucket/bucket-settings.ts';
import { type ContentBucket, type ContentBucketOptions, openContentBucket } from '../adapters/bucket/content-bucket.ts';
import { startBucketDouble } from './bucket-double.ts';

export type BucketInUse = {
  /** The bucket as one more process opens it. Nothing is kept in rows and nothing cached, unless asked for. */
  readonly open: (options?: Partial<ContentBucketOptions>) => ContentBucket;
  /** Changes the byte at `at` of a pack behind everybody's back. */
  readonly damage: (pack: string, packBytes: number, at: number) => Promise<void>;
};

/** A bucket for the tests of a file: the strict double, or the store that ATELIER_TEST_S3 names. */
export const useBucket = (): BucketInUse => {
  let settings: BucketSettings | undefined;
  let stop = async (): Promise<void> => undefined;
  const opened: ContentBucket[] = [];
  beforeAll(async () => {
    const named = process.env.ATELIER_TEST_S3;
    if (named) {
      settings = storeToSettings(named);
      return;
    }
    const double = await startBucketDouble();
    settings = double.settings;
    stop = double.stop;
  });
  afterAll(async () => {
    for (const { client } of opened) client.close();
    await stop();
  });
  const open: BucketInUse['open'] = (options) => {
    if (settings === undefined) throw new Error('The bucket starts with the first test: ask for it inside one.');
    const bucket = openContentBucket({ ...settings, rowBytes: 0, ...options });
    opened.push(bucket);
    return bucket;
  };
  return {
    open,
    damage: async (pack, packBytes, at) => {
      const { client } = open();
      const bytes = Buffer.from((await client.read(pack, 0, packBytes)) ?? []);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      await client.put(pack, bytes);
    },
  };
};

/** `http://key:secret@host:port/bucket`: a place of its own in the bucket for each run. */
const storeToSettings = (named: string): BucketSettings => {
  const { origin, pathname, username, password } = new URL(named);
  return {
    endpoint: origin,
    bucket: pathname.slice(1),
    prefix: `test-${randomUUID()}/`,
    region: 'us-east-1',
    addressing: 'path',
    credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
  };
};
