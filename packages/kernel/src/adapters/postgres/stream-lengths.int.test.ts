import { expect, test } from 'vitest';
import { said, unwrap } from '../../testing/log-promises.ts';
import { tell } from '../../testing/postgres-server.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import type { PostgresLog } from './postgres-log.ts';
import { MOVED_ABOUT } from './schema-steps.ts';

const server = usePostgres();

const commit = async (log: PostgresLog, stream: string) =>
  unwrap(await log.append(stream, [said('x')], { expected: 'any' }));

test('the first look tells of every stream of a kind, a later one of those that moved', async () => {
  const url = await server.newDatabase();
  const [one, other] = [await server.openLog(url), await server.openLog(url)];
  for (const id of ['a', 'b', 'c']) await commit(one.log, `session/${id}`);
  await commit(one.log, 'bench/a');
  const first = await one.log.lengths('session');
  expect([...first.lengths]).toEqual([
    ['session/a', 1],
    ['session/b', 1],
    ['session/c', 1],
  ]);
  await commit(other.log, 'session/b');
  await commit(other.log, 'bench/a');
  await commit(other.log, 'session/d');
  const second = await one.log.lengths('session', first.next);
  expect([...second.lengths].toSorted()).toEqual([
    ['session/b', 2],
    ['session/d', 1],
  ]);
  expect([...(await one.log.lengths('session', second.next)).lengths]).toEqual([]);
});

test('a commit that began before a look and ends after it is told of by the next one', async () => {
  const url = await server.newDatabase();
  const { log, database } = await server.openLog(url);
  await commit(log, 'session/slow');
  await commit(log, 'session/quick');
  const slow = await database.pool.connect();
  await slow.query('begin');
  await slow.query(
    `update atelier.streams set next_seq = 7, moved = pg_current_xact_id(), moved_about = ${MOVED_ABOUT} where name = 'session/slow'`,
  );
  await commit(log, 'session/quick');
  const looked = await log.lengths('session');
  expect(looked.lengths.get('session/slow')).toBe(1);
  await slow.query('commit');
  slow.release();
  expect((await log.lengths('session', looked.next)).lengths.get('session/slow')).toBe(7);
});

test('what was removed is told of once, and one that was made again is there', async () => {
  const url = await server.newDatabase();
  const { log } = await server.openLog(url);
  for (const id of ['a', 'b']) await commit(log, `session/${id}`);
  const { next } = await log.lengths('session');
  for (const table of ['commits', 'keys', 'content']) await tell(url, `delete from atelier.${table}`);
  await tell(url, 'delete from atelier.streams');
  const gone = await log.lengths('session', next);
  expect(gone.removed.toSorted()).toEqual(['session/a', 'session/b']);
  const { log: later } = await server.openLog(url);
  await commit(later, 'session/a');
  const again = await log.lengths('session', next);
  expect(again).toMatchObject({ removed: ['session/b'], lengths: new Map([['session/a', 1]]) });
  expect((await log.lengths('session')).removed).toEqual([]);
});

test('numbers of another server, brought by a dump, do not count as moved for ever', async () => {
  const url = await server.newDatabase();
  const { log } = await server.openLog(url);
  await commit(log, 'session/a');
  await tell(url, `update atelier.streams set moved = '9000000000', moved_about = 9000000000 >> 6`);
  const restored = await server.openLog(url);
  const { next, lengths } = await restored.log.lengths('session');
  expect(lengths.size).toBe(1);
  expect((await restored.log.lengths('session', next)).lengths.size).toBe(0);
});
