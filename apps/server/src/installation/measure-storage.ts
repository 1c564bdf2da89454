import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { StorageFacts, StorageView } from '@atelier/contracts';
import type { Storage } from '@atelier/kernel/storage';

type Measured = Omit<StorageFacts, 'trouble'>;

/** What storage takes, of what. Walks the data folder and changes nothing in it. */
export const measureStorage = async (storage: Storage, dataFolder: string, view: StorageView): Promise<Measured> => {
  const sizes = await sizesIn(dataFolder);
  // Opening content begins its folder: where none is yet, there is nothing to measure either.
  const begun = storage.place !== 'disk' || sizes.has('objects');
  const objects = begun ? await storage.objects() : undefined;
  const usage = (await objects?.usage()) ?? { objects: 0, storedBytes: 0 };
  const markedAt = await objects?.markedAt();
  const onDisk = storage.place === 'disk';
  const log = (await storage.logBytes?.()) ?? sizes.get('streams') ?? 0;
  const cache = sizes.get('cache') ?? 0;
  const whole = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return {
    place: storage.place,
    usedBytes: usage.storedBytes,
    objects: usage.objects,
    quotaBytes: view.quotaBytes,
    freeBytes: await freeBytes(dataFolder),
    byKind: {
      content: usage.storedBytes,
      log,
      cache,
      other: Math.max(0, whole - cache - (onDisk ? log + usage.storedBytes : 0)),
    },
    lastCollection: view.lastCollection,
    lookedAt: markedAt === undefined ? null : new Date(markedAt).toISOString(),
  };
};

export const freeBytes = (folder: string): Promise<number | null> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );

/** By what stands in the folder itself, everything below it included. */
const sizesIn = async (folder: string): Promise<ReadonlyMap<string, number>> => {
  const names = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map(async (entry): Promise<[string, number]> => {
      const path = join(folder, entry.name);
      return [entry.name, entry.isDirectory() ? await folderBytes(path) : await fileBytes(path)];
    }),
  );
  return new Map(sizes);
};

/** Files may come and go while we count. */
export const folderBytes = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? folderBytes(path) : fileBytes(path);
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

const fileBytes = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );
