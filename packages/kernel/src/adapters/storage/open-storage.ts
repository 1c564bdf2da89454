import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '../../core/result.ts';
import { readBucketSettings } from '../bucket/bucket-settings.ts';
import type { DatabaseRefused } from '../postgres/reach-database.ts';
import type { ContentPlaceRefused } from './content-place.ts';
import { openDiskStorage } from './disk-storage.ts';
import { shareFolder } from './folder-use.ts';
import { readPlaceInUse, writePlaceInUse } from './place-in-use.ts';
import type { Storage } from './storage.ts';

export type StorageRefused =
  | DatabaseRefused
  | ContentPlaceRefused
  /** The folder's data is in a database, and nobody said in which. */
  | { readonly code: 'DATABASE_URL_MISSING'; readonly data: string }
  /** A database is named, but the data was moved back to the folder. */
  | { readonly code: 'MOVED_TO_DISK'; readonly data: string }
  /** A database is named, and the folder has data that no finished move has brought there. */
  | { readonly code: 'NOT_MOVED_YET'; readonly data: string }
  /** `atelier move` is at work on it. */
  | { readonly code: 'BEING_MOVED'; readonly data: string };

export type StorageOptions = {
  readonly data: string;
  /** `ATELIER_DATABASE_URL`; the data folder when absent or empty. */
  readonly databaseUrl?: string | undefined;
  /** Where `ATELIER_S3_…` is read from: the bucket for content, only together with a database. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Only looks: does not note down that the database is in use now, and stands in nobody's way. */
  readonly readOnly?: boolean;
};

/** Opens the side that is in use. Two sides that both have data are never chosen between silently. */
export const openStorage = async (options: StorageOptions): Promise<Result<Storage, StorageRefused>> => {
  if (options.readOnly) return openSide(options);
  // Before anything is read: whoever replaces the data waits until nobody has it open.
  const letGo = shareFolder(options.data);
  if (!letGo) return err({ code: 'BEING_MOVED', data: options.data });
  let opened: Result<Storage, StorageRefused> | undefined;
  try {
    opened = await openSide(options);
  } finally {
    if (!opened?.ok) letGo();
  }
  if (!opened.ok) return opened;
  const { close } = opened.value;
  return ok({ ...opened.value, close: () => close().finally(letGo) });
};

const openSide = async (options: StorageOptions): Promise<Result<Storage, StorageRefused>> => {
  const { data, databaseUrl, env = process.env, readOnly = false } = options;
  const inUse = readPlaceInUse(data);
  const bucket = readBucketSettings(env);
  if (!databaseUrl) {
    if (inUse !== 'database' && (!bucket.ok || bucket.value)) return err({ code: 'BUCKET_WITHOUT_DATABASE' });
    return inUse === 'database' ? err({ code: 'DATABASE_URL_MISSING', data }) : ok(openDiskStorage(data, { readOnly }));
  }
  if (inUse === 'disk') return err({ code: 'MOVED_TO_DISK', data });
  // Whatever the database has by now: a move that was cut off has brought some of it, and only a whole one changes sides.
  if (inUse === undefined && hasStreams(data)) return err({ code: 'NOT_MOVED_YET', data });
  // Loaded only here: who works on disk never pays for the driver.
  const { openDatabaseStorage } = await import('./database-storage.ts');
  if (!bucket.ok) return bucket;
  const cacheBytes = Number(env['ATELIER_S3_CACHE_BYTES']) || undefined;
  // Looking makes nothing, and an empty database is never taken for the one that this folder's data is in.
  const mustBeUsed = readOnly || inUse === 'database';
  const place = { bucket: bucket.value, data, cacheBytes, readOnly, mustBeUsed };
  const storage = await openDatabaseStorage(databaseUrl, place);
  if (!storage.ok || inUse === 'database') return storage;
  if (!readOnly) await writePlaceInUse(data, 'database');
  return storage;
};

const hasStreams = (data: string): boolean => {
  const top = join(data, 'streams');
  return namesIn(top).some((kind) => namesIn(join(top, kind)).length > 0);
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw cause;
  }
};
