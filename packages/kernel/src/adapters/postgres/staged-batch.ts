import type { Pool, PoolClient } from 'pg';
import type { BlobId } from '../../ports/blobs.ts';
import type { StoredObject } from '../../ports/object-store.ts';
import { encode } from '../blobs/encoding.ts';
import { encodings, roles } from '../blobs/stored-codes.ts';

/** What is added waits in memory up to this size; then it goes to a staging table of the connection. */
const IN_MEMORY = 8 * 1024 * 1024;

const [RECIPE, TREE] = [roles.indexOf('recipe'), roles.indexOf('tree')];
// The same bytes as blob and as tree: the tree wins, for only it keeps its blobs alive. A tree is stored whole.
const KEEPS_ITS_BYTES = `atelier.objects.role = ${TREE} and excluded.role = ${RECIPE}`;
const keptOr = (column: string): string =>
  `${column} = case when ${KEEPS_ITS_BYTES} then atelier.objects.${column} else excluded.${column} end`;
// Ordered, so that two batches with common content lock its rows in one order and never wait for each other.
// Bytes that are put again were hashed just now; those in the row may have been damaged since.
const INTO_OBJECTS = `
  on conflict (id) do update set condemned = false,
    role = case when atelier.objects.role = ${TREE} then ${TREE} else excluded.role end,
    ${['encoding', 'size', 'stored', 'bytes'].map(keptOr).join(', ')}`;
const COLUMNS = 'id, role, encoding, size, stored, bytes';
// The bytes of all rows are one value: the driver sends that as it is, and an array of them as escaped text.
const ROWS = `(select r.id, r.role, r.encoding, r.size, r.stored, substring($7::bytea from r.start for r.stored) as bytes
  from unnest($1::text[], $2::smallint[], $3::smallint[], $4::bigint[], $5::integer[], $6::integer[])
    as r(id, role, encoding, size, stored, start)) as rows`;

type Row = readonly [id: BlobId, role: number, encoding: number, size: number, stored: number, bytes: Uint8Array];

/** Gathers a batch and makes it durable with one statement: nothing can be seen before, everything after. */
export const createStagedBatch = (pool: Pool) => {
  let rows: Row[] = [];
  let bytes = 0;
  let client: PoolClient | undefined;
  let tail: Promise<void> = Promise.resolve();

  const stage = async (): Promise<void> => {
    if (client === undefined) {
      client = await pool.connect();
      await client.query('begin');
      await client.query(`create temporary table if not exists atelier_staged
        (id text, role smallint, encoding smallint, size bigint, stored integer, bytes bytea) on commit delete rows`);
    }
    await client.query(`insert into atelier_staged select * from ${ROWS}`, columnsOf(rows));
    rows = [];
    bytes = 0;
  };

  const addAll = async (objects: readonly StoredObject[]): Promise<void> => {
    for (const { id, role, size, bytes: plain } of objects) {
      const { encoding, stored } = await encode(plain);
      // A copy: the caller's window is used again before this row is sent.
      rows.push([id, roles.indexOf(role), encodings.indexOf(encoding), size, stored.length, stored.slice()]);
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
        await pool.query(
          `insert into atelier.objects (${COLUMNS}) select distinct on (id) ${COLUMNS} from ${ROWS} order by id, role desc ${INTO_OBJECTS}`,
          columnsOf(rows),
        );
        return;
      }
      if (rows.length > 0) await stage();
      await client.query(
        `insert into atelier.objects (${COLUMNS}) select distinct on (id) ${COLUMNS} from atelier_staged order by id, role desc ${INTO_OBJECTS}`,
      );
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

const columnsOf = (rows: readonly Row[]): unknown[] => {
  const starts: number[] = [];
  let start = 1;
  for (const row of rows) {
    starts.push(start);
    start += row[4];
  }
  return [
    ...[0, 1, 2, 3, 4].map((column) => rows.map((row) => row[column])),
    starts,
    Buffer.concat(rows.map((row) => row[5])),
  ];
};
