import pg from 'pg';
import { expect, test } from 'vitest';
import type { EventLog } from '../../ports/event-log.ts';
import { said, textsOf, unwrap } from '../../testing/log-promises.ts';
import { tell } from '../../testing/postgres-server.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import { reachDatabase } from './reach-database.ts';
import { SCHEMA_VERSION } from './schema.ts';

const server = usePostgres();

const KILL = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'atelier' and pid <> pg_backend_pid()`;
const allTexts = async (log: EventLog) => textsOf(unwrap(await log.read('session/s')).events);

/** Sends one commit; a refusal or an unknown outcome is tried again with the same key, as a caller would. */
const surely = async (log: EventLog, text: string): Promise<void> => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await log.append('session/s', [said(text, text)], { expected: 'any' });
    if (answer.ok) return;
    expect(['LOCKED', 'DATABASE_AWAY', 'WRITE_FAILED']).toContain(answer.error.code);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${text} was never taken`);
};

test('backends killed around commit, again and again: every commit is there once, in order', async () => {
  const url = await server.newDatabase();
  const { log } = await server.openLog(url);
  const texts = Array.from({ length: 150 }, (_, index) => `n${index}`);
  let writing = true;
  const killer = (async () => {
    while (writing) {
      await tell(url, KILL);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  })();
  for (const text of texts) await surely(log, text);
  writing = false;
  await killer;
  expect(await allTexts(log)).toEqual(texts);
  expect(await log.health('session/s')).toEqual({ kind: 'healthy', next: texts.length });
});

test('a lost answer is settled without a key: the commit is sent again and taken once', async () => {
  const url = await server.newDatabase();
  const { database, log } = await server.openLog(url);
  await log.append('session/s', [said('first')], { expected: 0 });
  // The server does it, and the answer never arrives.
  const query = database.pool.query.bind(database.pool) as (...given: unknown[]) => Promise<unknown>;
  let lost = 0;
  Object.assign(database.pool, {
    query: async (...given: unknown[]) => {
      const answer = await query(...given);
      const isAppend = /atelier-(append|commit)/.test(JSON.stringify(given[0]));
      if (isAppend && lost === 0) {
        lost += 1;
        throw new Error('Connection terminated unexpectedly');
      }
      return answer;
    },
  });
  const second = await log.append('session/s', [said('second')], { expected: 1 });
  expect(second).toMatchObject({ ok: true, value: { first: 1, repeated: false } });
  expect(lost).toBe(1);
  expect(await allTexts(log)).toEqual(['first', 'second']);
});

test('two processes append to one stream while backends die: nothing is lost, doubled or torn', async () => {
  const url = await server.newDatabase();
  const logs = [(await server.openLog(url)).log, (await server.openLog(url)).log];
  const texts = Array.from({ length: 60 }, (_, index) => `n${index}`);
  let writing = true;
  const killer = (async () => {
    while (writing) {
      await new Promise((resolve) => setTimeout(resolve, 40));
      await tell(url, KILL);
    }
  })();
  await Promise.all(
    logs.map(async (log, half) => {
      for (const text of texts.slice(half * 30, half * 30 + 30)) await surely(log, text);
    }),
  );
  writing = false;
  await killer;
  for (const log of logs) expect((await allTexts(log)).toSorted()).toEqual(texts.toSorted());
});

test('reading is not refused because connections died while nobody used them', async () => {
  const url = await server.newDatabase();
  const { database, log } = await server.openLog(url);
  await log.append('session/s', [said('a')], { expected: 0 });
  for (let round = 0; round < 5; round += 1) {
    // As many idle connections as the pool keeps; then all of them are gone, and no word of it has come yet.
    await Promise.all(Array.from({ length: 6 }, () => database.pool.query('select pg_sleep(0.02)')));
    const killing = tell(url, KILL);
    expect(await allTexts(log)).toEqual(['a']);
    await killing;
    expect(await allTexts(log)).toEqual(['a']);
  }
});

test('a held row makes an append wait a little and then say so', async () => {
  const url = await server.newDatabase();
  const { log } = await server.openLog(url);
  await log.append('session/s', [said('a')], { expected: 0 });
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('begin');
  await holder.query(`select * from atelier.streams for update`);
  expect(await log.append('session/s', [said('b')], { expected: 1 })).toEqual({
    ok: false,
    error: { code: 'LOCKED', afterMs: 200 },
  });
  await holder.query('rollback');
  await holder.end();
  expect(unwrap(await log.append('session/s', [said('b')], { expected: 1 })).first).toBe(1);
});

test('an empty pool is a refusal that passes, not a fault', async () => {
  const url = await server.newDatabase();
  const { database, log } = await server.openLog(url, { connections: 1 });
  const only = await database.pool.connect();
  // Only now: a loaded machine may need longer to connect than anybody here wants to wait for a free connection.
  database.pool.options.connectionTimeoutMillis = 100;
  expect(await log.append('session/s', [said('a', 'k')], { expected: 0 })).toMatchObject({ error: { code: 'LOCKED' } });
  only.release();
  expect(unwrap(await log.append('session/s', [said('a', 'k')], { expected: 0 })).repeated).toBe(false);
});

test('a follower whose connection is cut hears of later commits all the same', async () => {
  const url = await server.newDatabase();
  const [reader, writer] = [(await server.openLog(url)).log, (await server.openLog(url)).log];
  const stop = new AbortController();
  const seen: unknown[] = [];
  const following = (async () => {
    for await (const event of reader.follow('session/s', 0, stop.signal)) {
      seen.push(event.data['text']);
      if (seen.length === 3) stop.abort();
    }
  })();
  await surely(writer, 'a');
  await tell(url, KILL.replace(`= 'atelier'`, `= 'atelier listen'`));
  await surely(writer, 'b');
  await tell(url, KILL.replace(`= 'atelier'`, `= 'atelier listen'`));
  await surely(writer, 'c');
  await following;
  expect(seen).toEqual(['a', 'b', 'c']);
});

test('a server that crashes and comes back: what was acknowledged is there, and appends go on', async () => {
  const url = await server.newDatabase();
  const { log } = await server.openLog(url);
  const texts = Array.from({ length: 40 }, (_, index) => `n${index}`);
  const writing = (async () => {
    for (const text of texts) await surely(log, text);
  })();
  await new Promise((resolve) => setTimeout(resolve, 60));
  await server.crash();
  expect(await log.append('session/other', [said('x')], { expected: 0 })).toMatchObject({
    error: { code: 'DATABASE_AWAY' },
  });
  await server.start();
  await writing;
  expect(await allTexts(log)).toEqual(texts);
});

test('damage to a row is found when it is read', async () => {
  const url = await server.newDatabase();
  const { log } = await server.openLog(url);
  await log.append('session/s', [said('a')], { expected: 0 });
  await log.append('session/s', [said('b')], { expected: 1 });
  await tell(url, `update atelier.commits set lines = replace(lines, '"b"', '"B"') where commit = 1`);
  expect(await log.read('session/s')).toEqual({
    ok: false,
    error: {
      code: 'UNHEALTHY',
      health: { kind: 'corrupt_tail', reason: 'digest_mismatch', validNext: 1, commit: 1 },
    },
  });
  expect(await log.health('session/s')).toMatchObject({ kind: 'corrupt_tail', commit: 1 });
});

test.each([
  ['in the midst', 'delete from atelier.commits where commit = 3', 'non_contiguous_indices', 3],
  ['at the end', 'delete from atelier.commits where commit >= 4', 'missing_attested_segment', 4],
  ['at the start', 'delete from atelier.commits where commit = 0', 'non_contiguous_indices', 0],
])('a commit that is gone %s is not read over, nor built upon', async (_, sql, reason, gone) => {
  const url = await server.newDatabase();
  const { log } = await server.openLog(url);
  for (let n = 0; n < 6; n += 1) await log.append('session/s', [said(`${n}`, `k${n}`)], { expected: n });
  await tell(url, sql);
  const health = { kind: gone === 0 ? 'corrupt_head' : 'corrupt_tail', reason, validNext: gone, commit: gone };
  const unhealthy = { ok: false, error: { code: 'UNHEALTHY', health } };
  expect(await log.health('session/s')).toEqual(health);
  expect(await log.read('session/s')).toEqual(unhealthy);
  expect(await log.read('session/s', { from: gone, limit: 1 })).toMatchObject({ error: { health: { commit: gone } } });
  expect(await log.commits('session/s')).toEqual(unhealthy);
  expect(unwrap(await log.read('session/s', { limit: gone })).events).toHaveLength(gone);
  const refused = { ok: false, error: { code: 'UNHEALTHY', reason, health } };
  const other = (await server.openLog(url)).log;
  expect(await other.append('session/s', [said('more')], { expected: 'any' })).toEqual(refused);
  expect(await log.append('session/s', [said(`${gone}`, `k${gone}`)], { expected: 'any' })).toMatchObject({
    error: { code: 'UNHEALTHY' },
  });
});

test('rows changed together with their digests are found by the chain, and events of a later version are not read', async () => {
  const url = await server.newDatabase();
  const { log } = await server.openLog(url);
  for (let n = 0; n < 3; n += 1) await log.append('session/s', [said(`n${n}`)], { expected: n });
  const change = (from: string, to: string) => `update atelier.commits set
    lines = replace(lines, '${from}', '${to}'),
    sha256 = encode(sha256(convert_to(replace(lines, '${from}', '${to}'), 'UTF8')), 'hex') where commit = 1`;
  await tell(url, change('n1', 'N1'));
  expect(await log.read('session/s')).toMatchObject({ error: { health: { reason: 'digest_mismatch', commit: 2 } } });
  await tell(url, change('"v":1', '"v":2'));
  expect(await log.read('session/s')).toMatchObject({
    error: { health: { kind: 'unknown_version', reason: 'unknown_schema_version', validNext: 1, commit: 1 } },
  });
});

test('a database of a newer program is refused, and so is one that is not UTF8', async () => {
  const url = await server.newDatabase();
  const { database } = await server.openLog(url);
  await database.pool.query('update atelier.schema_version set version = 99');
  expect(await reachDatabase({ url })).toMatchObject({
    ok: false,
    error: { code: 'DATABASE_VERSION', what: 'schema', found: 99, known: SCHEMA_VERSION },
  });
  await tell(url, `create database latin encoding 'LATIN1' template template0`);
  expect(await reachDatabase({ url: url.replace(/[^/]+$/, 'latin') })).toMatchObject({
    ok: false,
    error: { code: 'DATABASE_ENCODING', found: 'LATIN1' },
  });
});
