import { expect, test } from 'vitest';
import { tell } from '../../testing/postgres-server.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import { type Database, openDatabase } from './database.ts';

const server = usePostgres();

const WHO = 'select pg_backend_pid() as pid';
const pidOf = async (asked: Promise<{ readonly rows: readonly { readonly pid: number }[] }>): Promise<number> =>
  (await asked).rows[0]?.pid ?? 0;
const ask = (database: Database, text = WHO): Promise<number> => pidOf(database.pool.query<{ pid: number }>(text));

test('statements that follow each other go over one connection, and those beside them over others that are kept, too', async () => {
  const database = await server.open(await server.newDatabase());
  const kept = await ask(database);
  const taken = database.pool.idleCount;
  expect([await ask(database), await ask(database)]).toEqual([kept, kept]);
  expect(database.pool.idleCount).toBe(taken);
  const all = () => Promise.all(Array.from({ length: 4 }, () => ask(database, `${WHO}, pg_sleep(0.05)`)));
  const first = await all();
  expect(new Set(first).size).toBe(4);
  expect(first[0]).toBe(kept);
  // The same again: none was given back meanwhile.
  expect(new Set(await all())).toEqual(new Set(first));
  expect(database.pool.idleCount).toBe(0);
});

test('however many are asked at once, some connections stay for those who need one for longer', async () => {
  const database = await server.open(await server.newDatabase());
  const all = Array.from({ length: 9 }, () => ask(database, `${WHO}, pg_sleep(0.1)`));
  expect(new Set(await Promise.all(all)).size).toBe(9);
  // Those beyond what is kept are back in the pool at once.
  expect(database.pool.idleCount).toBeGreaterThanOrEqual(3);
  await expect.poll(() => database.pool.idleCount).toBe(database.pool.totalCount);
});

test('whoever needs a connection when none is left gets the kept one at once, and those who wait get it next', async () => {
  const database = await server.open(await server.newDatabase(), { connections: 1 });
  const kept = await ask(database);
  // Shorter than it would stay taken.
  database.pool.options.connectionTimeoutMillis = 5;
  const client = await database.pool.connect();
  expect(await pidOf(client.query(WHO))).toBe(kept);
  client.release();
  database.pool.options.connectionTimeoutMillis = 5_000;
  const all = await Promise.all(Array.from({ length: 5 }, () => ask(database)));
  expect(new Set(all)).toEqual(new Set([kept]));
});

test('a statement that is refused harms none after it, and neither does a connection that ends while nobody uses it', async () => {
  const url = await server.newDatabase();
  const database = await server.open(url);
  await expect(database.pool.query('select 1 / 0')).rejects.toThrow('division by zero');
  for (let round = 0; round < 3; round += 1) {
    const kept = await ask(database);
    const connections = database.pool.totalCount;
    await tell(url, `select pg_terminate_backend(${kept})`);
    await expect.poll(() => database.pool.totalCount).toBeLessThan(connections);
    expect(await ask(database)).not.toBe(kept);
  }
});

test('a database closes while its connection is kept, and while it is asked', async () => {
  const database = await openDatabase({ url: await server.newDatabase() });
  await ask(database);
  const asked = ask(database, `${WHO}, pg_sleep(0.1)`);
  await database.close();
  expect(await asked).toBeGreaterThan(0);
  expect(database.pool.totalCount).toBe(0);
});
