import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDiskLog } from '@atelier/kernel/adapters';
import { createPostgresLog, type Database, openDatabase } from '@atelier/kernel/postgres';
import { openStorage, readPlaceInUse } from '@atelier/kernel/storage';
import { startPostgres, tell } from '@atelier/kernel/testing/postgres';
import { spawnAtelier, tempFolder } from '@atelier/server/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Io } from './io.ts';
import { moveEverything } from './move-everything.ts';
import { runHere } from './testing/run-here.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.stop());

const STREAM = 'session/s';
const noted = { kind: 'noted', key: null, data: {} } as const;

const open = async (data: string) => {
  const opened = await openStorage({ data });
  if (!opened.ok) throw new Error(opened.error.code);
  return opened.value;
};

/** Three commits, each with content of its own, signed; and one piece of content that nothing pins. */
const dataFolder = async () => {
  const data = await tempFolder();
  const storage = await open(data);
  const pieces: string[] = [];
  const packs = join(data, 'objects', 'packs');
  for (let n = 0; n < 4; n += 1) {
    const id = await storage.blobs.put(Buffer.from(`${n} words that are stored packed. `.repeat(300)));
    pieces.push((await readdir(packs)).find((name) => !pieces.includes(name)) ?? '');
    if (n < 3) await storage.log.append(STREAM, [noted], { expected: n, pins: [id] });
  }
  await storage.close();
  return { data, packs: pieces.map((name) => join(packs, name)) };
};

const damage = async (pack: string): Promise<void> => {
  const bytes = await readFile(pack);
  bytes[30] = (bytes[30] ?? 0) ^ 1;
  await writeFile(pack, bytes);
};

const moveTo = (to: string, data: string, url: string) =>
  runHere(['move', '--to', to, '--data', data], { ATELIER_DATABASE_URL: url });
/** As people start it: another process than the one that has something open. */
const startMoveTo = (to: string, data: string, url: string) =>
  spawnAtelier(['move', '--to', to, '--data', data], { env: { ATELIER_DATABASE_URL: url } }).ended;

test('a source that is not whole is not moved: a cut tail, a stream left only as a head, content that cannot be unpacked', {
  timeout: 120_000,
}, async () => {
  const { data, packs } = await dataFolder();
  const url = await postgres.newDatabase();
  const streams = join(data, 'streams', 'session', 's');
  const part = join(streams, 'manifest', '000000000000.jsonl');
  const records = await readFile(part);
  const refused = async (words: string): Promise<void> => {
    const moved = await moveTo('database', data, url);
    expect(moved).toMatchObject({ code: 1, err: expect.stringContaining(words) });
    expect(moved.err).not.toMatch(/\n\s+at /);
    expect(moved.out).not.toContain('Everything is there');
    expect(readPlaceInUse(data)).toBeUndefined();
  };

  await writeFile(part, records.subarray(0, records.indexOf(10, records.indexOf(10) + 1) + 1));
  await refused('a signed head attests 3 commits');
  await writeFile(part, records);

  await rename(streams, join(data, 'elsewhere'));
  await refused(`${STREAM}, commit 0: the stream ends here`);
  await rename(join(data, 'elsewhere'), streams);

  await damage(packs[1] ?? '');
  await refused('is not what its name says');
  await damage(packs[1] ?? '');
  await rename(packs[1] ?? '', join(data, 'pack'));
  await refused('is missing');
  await rename(join(data, 'pack'), packs[1] ?? '');

  // What nothing needs may be damaged: it is said, and left behind.
  await damage(packs[3] ?? '');
  const moved = await moveTo('database', data, url);
  expect(moved).toMatchObject({ code: 0, err: expect.stringContaining('Nothing uses it') });
  expect(moved.out).toContain('Everything is there');
});

test('an empty database, named by mistake, is not moved back from, checked or begun with', {
  timeout: 60_000,
}, async () => {
  const { data } = await dataFolder();
  expect(await moveTo('database', data, await postgres.newDatabase())).toMatchObject({ code: 0 });
  const url = await postgres.newDatabase();
  const calls = [['move', '--to', 'disk'], ['verify'], ['doctor'], ['start', '--no-open', '--port', '0']];
  for (const call of calls)
    expect(await runHere([...call, '--data', data], { ATELIER_DATABASE_URL: url }), call.join(' ')).toMatchObject({
      out: '',
      err: expect.stringContaining('has no data of Atelier. Check its name in ATELIER_DATABASE_URL'),
    });
  expect(readPlaceInUse(data)).toBe('database');
  // A dump can still be restored into it.
  await tell(url, 'create schema atelier');
});

test('a head that was signed elsewhere over another end is not written over by a move', {
  timeout: 60_000,
}, async () => {
  const { data } = await dataFolder();
  const url = await postgres.newDatabase();
  expect(await moveTo('database', data, url)).toMatchObject({ code: 0 });
  const database = await openDatabase({ url });
  await database.pool.query(`update atelier.heads set signature = 'junk'`);
  await database.close();
  await rm(join(data, 'storage.json'));
  expect(await moveTo('database', data, url)).toMatchObject({
    code: 1,
    err: expect.stringContaining("the head is not signed with this installation's key"),
  });
});

test("another installation's data is refused before anything is copied, and so is a side that went on by itself", {
  timeout: 60_000,
}, async () => {
  const url = await postgres.newDatabase();
  const [mine, other] = [await dataFolder(), await dataFolder()];
  expect(await moveTo('database', mine.data, url)).toMatchObject({ code: 0 });
  // Closed each time: nothing is moved under somebody who has it open.
  const withDatabase = async <T>(act: (database: Database) => Promise<T>): Promise<T> => {
    const database = await openDatabase({ url });
    return act(database).finally(database.close);
  };
  const inDatabase = () =>
    withDatabase(async ({ pool }) => {
      const tables = ['streams', 'commits', 'objects', 'records', 'heads'];
      const texts = tables.map((table) => `select '${table}' || t::text as row from atelier.${table} t`);
      const found = await pool.query<{ row: string }>(`${texts.join(' union all ')} order by 1`);
      return found.rows.map(({ row }) => row);
    });
  // Sorted before the stream that differs: it was copied before that one was met.
  const storage = await open(other.data);
  await storage.log.append('session/a', [noted], { expected: 0 });
  await storage.close();
  await mkdir(join(other.data, 'keys'), { recursive: true });
  await writeFile(join(other.data, 'keys', 'install-token'), 'a token of another installation');
  const before = await inDatabase();
  const refused = {
    code: 1,
    out: '',
    err: expect.stringContaining(`nothing was copied: in the database, the stream ${STREAM} went another way`),
  };
  expect(await moveTo('database', other.data, url)).toMatchObject(refused);
  expect(await inDatabase()).toEqual(before);
  expect(readPlaceInUse(other.data)).toBeUndefined();

  await withDatabase(async (database) => {
    const log = createPostgresLog(database);
    await log.append(STREAM, [noted], { expected: 3 });
    await log.close();
  });
  await rm(join(mine.data, 'storage.json'));
  const grown = await inDatabase();
  expect(await moveTo('database', mine.data, url)).toMatchObject(refused);
  expect(await inDatabase()).toEqual(grown);
});

test('damaged content that an earlier move left over there is copied anew, in either direction', {
  timeout: 120_000,
}, async () => {
  const { data } = await dataFolder();
  const url = await postgres.newDatabase();
  const storage = await open(data);
  // Large enough to be stored in chunks.
  const large = await storage.blobs.put(randomBytes(700_000));
  await storage.log.append(STREAM, [noted], { expected: 3, pins: [large] });
  await storage.close();
  const healed = async (to: 'database' | 'disk') => {
    const moved = await moveTo(to, data, url);
    expect(moved).toMatchObject({ code: 0, err: '' });
    expect(moved.out).toContain('Content that was already there is damaged, so it is copied again.');
    expect(moved.out).toContain('Everything is there');
    expect(readPlaceInUse(data)).toBe(to);
    const env: Record<string, string> = to === 'database' ? { ATELIER_DATABASE_URL: url } : {};
    expect((await runHere(['verify', '--data', data], env)).out).not.toContain('WRONG');
  };

  expect(await moveTo('database', data, url)).toMatchObject({ code: 0 });
  await tell(url, 'update atelier.objects set bytes = set_byte(bytes, 9, get_byte(bytes, 9) # 1)');
  await rm(join(data, 'storage.json'));
  await healed('database');

  // The folder still holds what it held: it is what a move back finds there.
  const packs = join(data, 'objects', 'packs');
  for (const name of await readdir(packs)) await damage(join(packs, name));
  await healed('disk');
});

test('nothing is moved under a process that has the folder or the database open', { timeout: 60_000 }, async () => {
  const { data } = await dataFolder();
  const url = await postgres.newDatabase();
  const agent = await open(data);
  expect(await startMoveTo('database', data, url)).toMatchObject({
    code: 2,
    err: expect.stringContaining('another process has'),
  });
  await agent.close();
  const server = await openDatabase({ url });
  await server.pool.query('select 1');
  expect(await startMoveTo('database', data, url)).toMatchObject({
    code: 2,
    err: expect.stringContaining('another server or agent uses the database'),
  });
  await server.close();
  expect(await startMoveTo('database', data, url)).toMatchObject({ code: 0 });
});

test('a source that is written to while it is moved is not left', { timeout: 60_000 }, async () => {
  const { data } = await dataFolder();
  const database = await openDatabase({ url: await postgres.newDatabase() });
  onTestFinished(() => database.close());
  const unnoticed = createDiskLog({ data });
  let writing: Promise<unknown> | undefined;
  const told: string[] = [];
  const io: Io = {
    platform: process.platform,
    env: {},
    err: (line: string) => void told.push(line),
    out: (line: string) => {
      if (line.startsWith(STREAM)) writing ??= unnoticed.append(STREAM, [noted], { expected: 'any' });
    },
  };
  expect(await moveEverything('database', data, database, undefined, io)).toBe(false);
  expect(await writing).toMatchObject({ ok: true });
  await unnoticed.close();
  expect(told.join('\n')).toContain(`${STREAM} was written to while it was moved`);
  expect(await moveEverything('database', data, database, undefined, io)).toBe(true);
});
