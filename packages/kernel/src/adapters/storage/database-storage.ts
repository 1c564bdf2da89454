import { ok, type Result } from '../../core/result.ts';
import { createAcceptEnd } from '../accept-end.ts';
import { createContentStore } from '../blobs/content-store.ts';
import type { Database } from '../postgres/database.ts';
import { createPostgresLog } from '../postgres/postgres-log.ts';
import { createPostgresObjects } from '../postgres/postgres-objects.ts';
import { type DatabaseRefused, reachDatabase } from '../postgres/reach-database.ts';
import { createPostgresRecords } from '../postgres/shared-records.ts';
import { contentOf, type Storage } from './storage.ts';

/** Everything in one PostgreSQL database, which any number of processes share. */
export const openDatabaseStorage = async (url: string): Promise<Result<Storage, DatabaseRefused>> => {
  const database = await reachDatabase({ url });
  return database.ok ? ok(databaseToStorage(database.value)) : database;
};

const databaseToStorage = (database: Database): Storage => {
  const log = createPostgresLog(database);
  const made = createPostgresObjects(database);
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
    lengths: log.lengths,
    listen: log.listen,
    salvage: log.salvage,
    acceptEnd: createAcceptEnd(log),
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
      await database.close();
    },
  };
};
