import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { checkAppend } from '../../core/log/checked-append.ts';
import { type Batch, planBatch } from '../../core/log/plan-batch.ts';
import { emptyTail, inNewSegment, type Tail } from '../../core/log/tail.ts';
import { said, textsOf, unwrap } from '../../testing/log-promises.ts';
import { makeOlderDatabase } from '../../testing/older-database.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import { nodePlatform, sha256 } from '../node/sha256.ts';
import { systemWorld } from '../node/system-clock.ts';
import { createStamp } from '../stamp.ts';
import { appendValues, keyHash } from './append-call.ts';
import { SCHEMA_VERSION } from './schema.ts';

const server = usePostgres();
const stream = 'session/s';
const beginning = emptyTail(stream, sha256);

const planned = (text: string, tail: Tail): Batch => {
  const checked = unwrap(checkAppend([said(text, text)], {}, createStamp(systemWorld)));
  return planBatch([{ checked, expected: 'any' }], inNewSegment(tail), 0, () => undefined, nodePlatform);
};

const wholeCommits = ({ records, lines }: Batch) =>
  records.map(({ segment: _, offset: __, ...facts }, index) => ({ facts, lines: lines[index] ?? '' }));

/** As every release has made the first commit of a stream. */
const appendAsBefore = async (client: pg.Client, text: string, tail: Tail): Promise<Tail> => {
  const batch = planned(text, tail);
  const answer = await client.query(
    'select * from atelier.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    appendValues(stream, wholeCommits(batch), tail, batch.tail),
  );
  expect(answer.rows[0]).toMatchObject({ done: true });
  return batch.tail;
};

/** As releases up to version 7 made most of the others. */
const appendOneAsBefore = async (client: pg.Client, text: string, tail: Tail): Promise<Tail> => {
  const batch = planned(text, tail);
  const [{ facts, lines } = { facts: undefined, lines: '' }] = wholeCommits(batch);
  if (!facts) throw new Error('nothing was planned');
  const { commit, first, last, bytes, prev, pins, unpins } = facts;
  const place = [stream, commit, tail.head, first, last, bytes, facts.sha256, prev, pins, unpins, lines];
  const answer = await client.query(
    'select * from atelier.append_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)',
    [...place, keyHash(text), first, batch.tail.head],
  );
  expect(answer.rows[0]).toMatchObject({ done: true });
  return batch.tail;
};

const connected = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
};

test.each(Array.from({ length: SCHEMA_VERSION - 1 }, (_, index) => index + 1))(
  'a database of version %i is brought up to date, and its log goes on',
  async (version) => {
    const url = await server.newDatabase();
    await makeOlderDatabase(url, version);
    const older = await connected(url);
    const one = await appendAsBefore(older, 'one', beginning);
    await (version >= 3 ? appendOneAsBefore : appendAsBefore)(older, 'two', one);

    const { log } = await server.openLog(url);
    const { next, lengths } = await log.lengths('session');
    expect([...lengths]).toEqual([[stream, 2]]);
    expect(unwrap(await log.append(stream, [said('two', 'two')], { expected: 1 })).repeated).toBe(true);
    unwrap(await log.append(stream, [said('three', 'three')], { expected: 2 }));
    unwrap(await log.append(stream, [said('four')], { expected: 3 }));
    expect(textsOf(unwrap(await log.read(stream)).events)).toEqual(['one', 'two', 'three', 'four']);
    expect([...(await log.lengths('session', next)).lengths]).toEqual([[stream, 4]]);
    expect(await log.health(stream)).toEqual({ kind: 'healthy', next: 4 });
  },
);

test('servers of the version before go on beside a new one: their commits are taken, told of and looked up', async () => {
  const url = await server.newDatabase();
  await makeOlderDatabase(url, 7);
  const older = await connected(url);
  let tail = await appendAsBefore(older, 'one', beginning);
  const { log } = await server.openLog(url);
  for (const append of [appendOneAsBefore, appendAsBefore]) {
    const { next } = await log.lengths('session');
    const text = append.name;
    tail = await append(older, text, tail);
    expect([...(await log.lengths('session', next)).lengths]).toEqual([[stream, tail.next]]);
    expect(unwrap(await log.append(stream, [said(text, text)], { expected: 0 })).repeated).toBe(true);
  }
  unwrap(await log.append(stream, [said('new')], { expected: tail.next }));
  expect(await log.health(stream)).toEqual({ kind: 'healthy', next: 4 });
});

test('a commit writes the row of its stream in place', async () => {
  const url = await server.newDatabase();
  const { database, log } = await server.openLog(url, { connections: 1 });
  for (let n = 0; n < 100; n += 1) unwrap(await log.append(stream, [said(`${n}`, `${n}`)], { expected: n }));
  await database.pool.query('select pg_stat_force_next_flush()');
  const found = await database.pool.query<{ updated: number; in_place: number }>(
    `select n_tup_upd::integer as updated, n_tup_hot_upd::integer as in_place
      from pg_stat_user_tables where relname = 'streams'`,
  );
  const [counted] = found.rows;
  expect(counted?.updated).toBe(100);
  // The index is written once for sixty-four transactions, those of signing and of words to other servers among them.
  expect(counted?.in_place).toBeGreaterThan(90);
});

test('how long a commit waits for the row of its stream is its own affair', async () => {
  const url = await server.newDatabase();
  const { database, log } = await server.openLog(url, { connections: 1 });
  for (let n = 0; n < 3; n += 1) unwrap(await log.append(stream, [said('x')], { expected: n }));
  expect((await database.pool.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '0' }]);
});
