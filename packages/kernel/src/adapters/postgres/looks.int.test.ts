import type { QueryConfig } from 'pg';
import { expect, test } from 'vitest';
import { usePostgres } from '../../testing/use-postgres.ts';
import type { Database } from './database.ts';
import { createPostgresLog } from './postgres-log.ts';
import { createPostgresRecords } from './shared-records.ts';

const server = usePostgres();

/** Counts the looks that are sent, and holds each back until it is let through. */
const watchLooks = ({ pool }: Database) => {
  const query = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>;
  const held: (() => void)[] = [];
  let count = 0;
  let holds = false;
  pool.query = (async (...asked: unknown[]) => {
    if ((asked[0] as QueryConfig).name !== 'atelier-look') return query(...asked);
    count += 1;
    if (holds) await new Promise<void>((resolve) => held.push(resolve));
    return query(...asked);
  }) as typeof pool.query;
  return {
    count: () => count,
    hold: () => {
      holds = true;
    },
    letThrough: () => {
      holds = false;
      for (const each of held.splice(0)) each();
    },
  };
};

const noted = { kind: 'noted', key: null, data: {} };

test('what is asked in one turn is one look: ends of streams, records, and streams that are not there', async () => {
  const database = await server.open(await server.newDatabase());
  const log = createPostgresLog(database);
  const records = createPostgresRecords(database);
  await records.putIfAbsent('rails.keyring', 'keys');
  await log.append('session/one', [noted, noted], { expected: 0 });
  const looks = watchLooks(database);
  const [one, none, record, noRecord] = await Promise.all([
    database.looks.end('session/one'),
    database.looks.end('session/none'),
    records.read('rails.keyring'),
    records.read('rails.other'),
  ]);
  expect(one).toMatchObject({ commit: 1, next: 2 });
  expect(none).toEqual({ commit: 0, next: 0, head: '' });
  expect([record, noRecord]).toEqual(['keys', undefined]);
  expect(looks.count()).toBe(1);
});

test('whoever asks while a look is under way is not told by it: a commit made before the question is always seen', async () => {
  const url = await server.newDatabase();
  const [database, other] = [await server.open(url), await server.open(url)];
  const elsewhere = createPostgresLog(other);
  await elsewhere.append('session/s', [noted], { expected: 0 });
  const looks = watchLooks(database);
  looks.hold();
  const first = database.looks.end('session/s');
  await expect.poll(looks.count).toBe(1);
  await elsewhere.append('session/s', [noted], { expected: 1 });
  const [second, third] = [database.looks.end('session/s'), database.looks.end('session/s')];
  looks.letThrough();
  await first;
  expect([await second, await third]).toMatchObject([{ next: 2 }, { next: 2 }]);
  expect(looks.count()).toBe(2);
});

test('a look that is not answered keeps nobody waiting who asks later', async () => {
  const database = await server.open(await server.newDatabase());
  const looks = watchLooks(database);
  looks.hold();
  const stuck = database.looks.end('session/s');
  await new Promise((resume) => setTimeout(resume, 100));
  expect(looks.count()).toBe(1);
  const later = database.looks.end('session/s');
  await expect.poll(looks.count).toBe(2);
  looks.letThrough();
  expect(await Promise.all([stuck, later])).toHaveLength(2);
});

test('a look that is refused is told to all who shared it, and to nobody after it', async () => {
  const database = await server.open(await server.newDatabase());
  const query = database.pool.query.bind(database.pool);
  database.pool.query = (() => Promise.reject(Object.assign(new Error('no'), { code: '42501' }))) as never;
  const both = await Promise.allSettled([database.looks.end('session/s'), database.looks.record('r')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  database.pool.query = query as never;
  expect(await database.looks.end('session/s')).toMatchObject({ next: 0 });
});
