import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createPostgresContent, openDatabase } from '@atelier/kernel/postgres';
import { openContentBucket } from '@atelier/kernel/storage';
import { startBucketDouble } from '@atelier/kernel/testing/bucket';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import { noise } from '../../packages/kernel/src/testing/blobs-noise.ts';
import { type Bench, median } from '../bench.ts';
import { timed } from '../timing.ts';

const BYTES = 64 * 1024 * 1024;
const ROUNDS = 5;

/** The same content as rows and in a bucket, in turn. The bucket is a double in this process; both sides sync it. */
export const bucketPut: Bench = {
  ids: ['bucket-put-64mb', 'bucket-requests-64mb'],
  run: async ({ folder, say }) => {
    const postgres = await startPostgres({ syncs: true });
    const synced = join(folder, 'bucket');
    await mkdir(synced);
    const double = await startBucketDouble('a/', { syncedIn: synced });
    try {
      const rowsDatabase = await openDatabase({ url: await postgres.newDatabase() });
      const packsDatabase = await openDatabase({ url: await postgres.newDatabase() });
      const bucket = openContentBucket({ ...double.settings, data: join(folder, 'data') });
      const rows = createPostgresContent(rowsDatabase);
      const packs = createPostgresContent(packsDatabase, bucket);
      const [inRows, inPacks, requests]: [number[], number[], number[]] = [[], [], []];
      for (let round = -1; round < ROUNDS; round += 1) {
        const bytes = noise(BYTES, round + 2);
        const before = bucket.client.requests();
        const took = { rows: 0, packs: 0 };
        const turns = [
          async () => (took.rows = await timed(() => rows.blobs.put(bytes))),
          async () => (took.packs = await timed(() => packs.blobs.put(bytes))),
        ];
        // What the disk still writes back of one side falls on the other: neither always goes first.
        for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
        double.objects.clear();
        if (round < 0) continue; // warm-up
        inRows.push(took.rows);
        inPacks.push(took.packs);
        requests.push(bucket.client.requests() - before);
        say(`round ${round + 1}: rows ${took.rows.toFixed(0)} ms, bucket ${took.packs.toFixed(0)} ms`);
      }
      bucket.client.close();
      await rowsDatabase.close();
      await packsDatabase.close();
      return [
        { id: 'bucket-put-64mb', value: median(inPacks), unit: 'ms', yardstick: median(inRows) },
        { id: 'bucket-requests-64mb', value: median(requests), unit: 'requests' },
      ];
    } finally {
      await double.stop();
      await postgres.stop();
    }
  },
};
