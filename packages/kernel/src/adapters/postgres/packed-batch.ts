import type { Pool, PoolClient } from 'pg';
import type { ObjectHead, StoredObject } from '../../ports/object-store.ts';
import { type Encoded, encode } from '../blobs/encoding.ts';
import type { FinishedPack } from '../blobs/pack-writer.ts';
import { encodings, roles } from '../blobs/stored-codes.ts';
import type { ContentBucket } from '../bucket/content-bucket.ts';
import { createPackUpload, type PackUpload } from '../bucket/pack-upload.ts';
import { columnsOf, type InsertRow, insertObjects, ROWS } from './object-inserts.ts';
import type { ObjectsInFlight } from './staged-batch.ts';

export type PackedObject = { readonly object: ObjectHead; readonly encoded: Encoded };

/**
 * A batch whose bytes go to packs in the bucket as they come. The packs are noted before their first byte goes out, and
 * sealed by the transaction that inserts the rows: nothing of them can be seen before, and what a writer that died
 * left behind is known.
 */
export const createPackedBatch = (pool: Pool, bucket: ContentBucket): ObjectsInFlight => {
  const finished: FinishedPack[] = [];
  let waiting: PackedObject[] = [];
  let waitingBytes = 0;
  let upload: PackUpload | undefined;
  let tail: Promise<void> = Promise.resolve();
  let failed: { readonly cause: unknown } | undefined;

  const current = async (): Promise<PackUpload> => {
    if (upload === undefined) {
      const name = bucket.newName();
      await notePack(pool, name);
      upload = createPackUpload(bucket.client, name);
    }
    return upload;
  };
  const finish = async (): Promise<void> => {
    if (upload === undefined) return;
    finished.push(await upload.finish());
    upload = undefined;
  };
  const sendWaiting = async (): Promise<void> => {
    const taken = waiting;
    waiting = [];
    waitingBytes = 0;
    for (const { object, encoded } of taken) {
      await (await current()).add(object, encoded);
      if (upload && upload.bytes() >= bucket.packBytes) await finish();
    }
  };
  const addAll = async (objects: readonly StoredObject[], encoding: Promise<readonly Encoded[]>): Promise<void> => {
    const encoded = await encoding;
    for (const [index, { bytes: _, ...object }] of objects.entries()) {
      const { encoding: how, stored } = encoded[index] as Encoded;
      // A copy: the caller's window is used again before this is sent.
      waiting.push({ object, encoded: { encoding: how, stored: stored.slice() } });
      waitingBytes += stored.length;
    }
    if (waitingBytes > bucket.rowBytes || upload !== undefined) await sendWaiting();
  };

  return {
    ask: (question) => question(pool),
    add: (objects) => {
      const encoding = Promise.all(objects.map(({ bytes }) => encode(bytes)));
      encoding.catch(() => undefined);
      const adding = tail.then(() => addAll(objects, encoding));
      tail = adding.catch((cause) => {
        failed ??= { cause };
      });
      return adding;
    },
    publish: async () => {
      await tail;
      if (failed) throw failed.cause;
      if (finished.length > 0) await sendWaiting();
      await finish();
      const rows: InsertRow[] = waiting.map(({ object: { id, role, size }, encoded: { encoding, stored } }) => ({
        id,
        role: roles.indexOf(role),
        encoding: encodings.indexOf(encoding),
        size,
        stored: stored.length,
        bytes: stored,
      }));
      if (finished.length > 0) await sealPacks(pool, finished, (client) => insertAll(client, finished));
      else if (rows.length > 0) await pool.query(insertObjects(ROWS), columnsOf(rows));
    },
    discard: async () => {
      await tail;
      await upload?.discard();
      // What was uploaded is found by its note and goes after a day.
    },
  };
};

const notePack = async (pool: Pool, name: string): Promise<void> => {
  await pool.query(`insert into atelier.packs (name, bytes, state) values ($1, 0, 'writing')`, [name]);
};

const insertAll = async (client: PoolClient, packs: readonly FinishedPack[]): Promise<void> => {
  const rows = packs.flatMap(({ name, entries }) =>
    entries.map(({ id, role, encoding, size, storedLength, offset }) => ({
      id,
      role: roles.indexOf(role),
      encoding: encodings.indexOf(encoding),
      size,
      stored: storedLength,
      pack: name,
      at: offset,
    })),
  );
  await client.query(insertObjects(ROWS), columnsOf(rows));
};

/** Packs become part of the store together with what points into them. Refused when they were given up meanwhile. */
const sealPacks = async (
  pool: Pool,
  packs: readonly FinishedPack[],
  point: (client: PoolClient) => Promise<void>,
): Promise<void> => {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('begin');
    const sealed = await client.query(
      `update atelier.packs p set state = 'sealed', bytes = n.bytes, since = now()
        from unnest($1::text[], $2::bigint[]) as n(name, bytes) where p.name = n.name and p.state = 'writing'`,
      [packs.map(({ name }) => name), packs.map(({ bytes }) => bytes)],
    );
    if (sealed.rowCount !== packs.length)
      throw new Error('The content took more than a day to arrive, and was given up. Retry.');
    await point(client);
    await client.query('commit');
    broken = false;
  } finally {
    // A connection in an unknown state is closed, and the server undoes what it had begun.
    client.release(broken);
  }
};

/** Writes one pack of what is already encoded, and moves rows there in the transaction that seals it. */
export const writePack = async (
  pool: Pool,
  bucket: ContentBucket,
  objects: Iterable<PackedObject> | AsyncIterable<PackedObject>,
  point: (client: PoolClient, pack: FinishedPack) => Promise<void>,
): Promise<void> => {
  const name = bucket.newName();
  await notePack(pool, name);
  const upload = createPackUpload(bucket.client, name);
  try {
    for await (const { object, encoded } of objects) await upload.add(object, encoded);
    const pack = await upload.finish();
    await sealPacks(pool, [pack], (client) => point(client, pack));
  } catch (cause) {
    await upload.discard();
    throw cause;
  }
};
