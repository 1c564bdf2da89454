import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { removalKeepsItsPromises } from '../../testing/removal-promises.ts';
import { useBucket } from '../../testing/use-bucket.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import { createPostgresLog } from '../postgres/postgres-log.ts';
import { createPostgresObjects } from '../postgres/postgres-objects.ts';
import { openDiskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

const server = usePostgres();
const bucket = useBucket();

const partsOf = async ({ log, remove, audit, heads, objects }: Storage) => ({
  log: { ...log, remove, audit, heads },
  objects: await objects(),
});

removalKeepsItsPromises('disk', async () => {
  const data = await mkdtemp(join(tmpdir(), 'atelier-removal-'));
  onTestFinished(() => rm(data, { recursive: true }));
  return {
    open: async () => {
      const storage = openDiskStorage(data);
      onTestFinished(() => storage.close());
      return partsOf(storage);
    },
  };
});

for (const [name, isInBucket] of [
  ['PostgreSQL', false],
  ['PostgreSQL and a bucket', true],
] as const)
  removalKeepsItsPromises(name, async () => {
    const url = await server.newDatabase();
    return {
      open: async () => {
        const database = await server.open(url, { connections: 4 });
        const log = createPostgresLog(database);
        onTestFinished(() => log.close());
        return {
          log,
          objects: createPostgresObjects(database, isInBucket ? bucket.open({ rowBytes: 1_000 }) : undefined),
        };
      },
    };
  });
