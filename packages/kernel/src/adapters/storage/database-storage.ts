import { ok, type Result } from '../../core/result.ts';
import { createAcceptEnd } from '../accept-end.ts';
import { createContentStore } from '../blobs/content-store.ts';
import type { BucketSettings } from '../bucket/bucket-settings.ts';
import { type ContentBucket, openContentBucket } from '../bucket/content-bucket.ts';
import type { Database } from '../postgres/database.ts';
import { createJobDrivers } from '../postgres/job-drivers.ts';
import { createPostgresLog } from '../postgres/postgres-log.ts';
import { createPostgresObjects } from '../postgres/postgres-objects.ts';
import { type DatabaseRefused, reachDatabase } from '../postgres/reach-database.ts';
import { createPostgresRecords } from '../postgres/shared-records.ts';
import { agreeOnContentPlace, type ContentPlaceRefused } from './content-place.ts';
import { contentOf, type Storage } from './storage.ts';

export type DatabaseStorageOptions = {
  /** Where content lies, when not in the database itself. */
  readonly bucket: BucketSettings | undefined;
  /** Of this machine: blocks of packs are kept in its cache. */
  readonly data: string;
  readonly cacheBytes?: number | undefined;
  readonly readOnly: boolean;
  /** Data is known to be in it: an empty one is another one, or was emptied. */
  readonly mustBeUsed: boolean;
};

/** Everything in one PostgreSQL database, which any number of processes share; content there, or in a bucket. */
export const openDatabaseStorage = async (
  url: string,
  { bucket, data, cacheBytes, readOnly, mustBeUsed }: DatabaseStorageOptions,
): Promise<Result<Storage, DatabaseRefused | ContentPlaceRefused>> => {
  const database = await reachDatabase({ url, mustBeUsed });
  if (!database.ok) return database;
  const records = createPostgresRecords(database.value);
  const hasContent = async (): Promise<boolean> =>
    (await database.value.pool.query('select from atelier.objects limit 1')).rows.length > 0;
  const agreed = await agreeOnContentPlace(records, bucket, { hasContent, readOnly });
  if (!agreed.ok) {
    await database.value.close();
    return agreed;
  }
  return ok(databaseToStorage(database.value, bucket && openContentBucket({ ...bucket, data, cacheBytes })));
};

const databaseToStorage = (database: Database, bucket: ContentBucket | undefined): Storage => {
  const log = createPostgresLog(database);
  const made = createPostgresObjects(database, bucket);
  const objects = async () => made;
  return {
    place: 'database',
    log,
    snapshots: log.snapshots,
    audit: log.audit,
    heads: log.heads,
    headDoubt: log.headDoubt,
    unsignedCommits: log.unsignedCommits,
    signUnsigned: log.signUnsigned,
    unsignedHeads: log.unsignedHeads,
    objects,
    ...contentOf(objects, createContentStore),
    records: createPostgresRecords(database),
    drivers: () => createJobDrivers(database, log.whispers),
    whispers: log.whispers,
    lengths: log.lengths,
    listen: log.listen,
    salvage: log.salvage,
    remove: log.remove,
    acceptEnd: createAcceptEnd(log),
    ...(bucket && { bucket: { clockAhead: bucket.client.clockAhead } }),
    logBytes: async () => {
      const found = await database.pool.query<{ bytes: string }>(
        `select coalesce(sum(pg_total_relation_size(c.oid)), 0) as bytes from pg_class c
          join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'atelier' and c.relkind = 'r' and c.relname <> 'objects'`,
      );
      return Number(found.rows[0]?.bytes);
    },
    close: async () => {
      await log.close();
      await made.close();
      await database.close();
    },
  };
};
