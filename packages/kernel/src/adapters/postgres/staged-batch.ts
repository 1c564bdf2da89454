import type { Pool, PoolClient } from 'pg';
import type { StoredObject } from '../../ports/object-store.ts';
import { encode } from '../blobs/encoding.ts';
import { encodings, roles } from '../blobs/stored-codes.ts';
import { columnsOf, type InsertRow, insertObjects, ROWS, STAGED_COLUMNS } from './object-inserts.ts';

/** What is added waits in memory up to this size; then it goes to a staging table of the connection. */
const IN_MEMORY = 8 * 1024 * 1024;

export type ObjectsInFlight = {
  readonly ask: <T>(question: (via: Pick<PoolClient, 'query'>) => Promise<T>) => Promise<T>;
  readonly add: (objects: readonly StoredObject[]) => Promise<void>;
  readonly publish: () => Promise<void>;
  readonly discard: () => Promise<void>;
};

/** Gathers a batch and makes it durable with one statement: nothing can be seen before, everything after. */
export const createStagedBatch = (pool: Pool): ObjectsInFlight => {
  let rows: InsertRow[] = [];
  let bytes = 0;
  let client: PoolClient | undefined;
  let tail: Promise<void> = Promise.resolve();

  const stage = async (): Promise<void> => {
    if (client === undefined) {
      client = await pool.connect();
      await client.query('begin');
      await client.query(
        `create temporary table if not exists atelier_staged (${STAGED_COLUMNS}) on commit delete rows`,
      );
    }
    await client.query(`insert into atelier_staged select * from ${ROWS}`, columnsOf(rows));
    rows = [];
    bytes = 0;
  };

  const addAll = async (objects: readonly StoredObject[]): Promise<void> => {
    for (const { id, role, size, bytes: plain } of objects) {
      const { encoding, stored } = await encode(plain);
      // A copy: the caller's window is used again before this row is sent.
      rows.push({
        id,
        role: roles.indexOf(role),
        encoding: encodings.indexOf(encoding),
        size,
        stored: stored.length,
        bytes: stored.slice(),
      });
      bytes += stored.length;
    }
    if (bytes > IN_MEMORY) await stage();
  };

  const release = (broken: boolean): void => {
    client?.release(broken);
    client = undefined;
  };

  return {
    /** On its own connection once it has one, in turn: a batch that waited for a second could wait for itself. */
    ask: <T>(question: (via: Pick<PoolClient, 'query'>) => Promise<T>): Promise<T> => {
      const asking = tail.then(() => question(client ?? pool));
      tail = asking.then(
        () => undefined,
        () => undefined,
      );
      return asking;
    },

    add: (objects: readonly StoredObject[]): Promise<void> => {
      const adding = tail.then(() => addAll(objects));
      tail = adding.catch(() => undefined);
      return adding;
    },

    publish: async (): Promise<void> => {
      await tail;
      if (client === undefined) {
        if (rows.length === 0) return;
        await pool.query(insertObjects(ROWS), columnsOf(rows));
        return;
      }
      if (rows.length > 0) await stage();
      await client.query(insertObjects('atelier_staged'));
      await client.query('commit');
      release(false);
    },

    discard: async (): Promise<void> => {
      await tail;
      // A connection in an unknown state is closed, and the server undoes what it had begun.
      release(true);
    },
  };
};
