import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { said, unwrap } from '../../testing/log-promises.ts';
import { makeOlderDatabase } from '../../testing/older-database.ts';
import { tell } from '../../testing/postgres-server.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import { claimFolder, openStorage, storageRefusedToSentence, writePlaceInUse } from './index.ts';

const server = usePostgres();

const tempFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-storage-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
};
const secret = 'p4ss-w0rd-planted';

describe('a database that cannot be used is refused in a sentence without the password', () => {
  const refusedFor = async (databaseUrl: string) => {
    const opened = await openStorage({ data: await tempFolder(), databaseUrl });
    if (opened.ok) throw new Error('it opened');
    const sentence = storageRefusedToSentence(opened.error);
    expect(JSON.stringify(opened.error) + sentence).not.toContain(secret);
    expect(sentence).toMatch(/^[A-Z].*\.$|^[A-Z].*: [a-z]/);
    return opened.error;
  };

  test.each([
    'nonsense',
    'http://host/db',
    `postgres://user:${secret}@host`,
    `postgres://user:${secret}@host:notaport/db`,
    `postgres://user:${secret}@host/a/b`,
  ])('%s is no address of one', async (url) => {
    expect(await refusedFor(url)).toEqual({ code: 'DATABASE_URL_INVALID' });
  });

  test('nobody listens, or what listens is something else', async () => {
    const place = { host: '127.0.0.1', port: 1, database: 'db' };
    expect(await refusedFor(`postgres://user:${secret}@127.0.0.1:1/db`)).toEqual({
      code: 'DATABASE_UNREACHABLE',
      reason: 'nobody_listens',
      place,
    });
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : 0;
    expect(await refusedFor(`postgres://user:${secret}@127.0.0.1:${port}/db`)).toMatchObject({
      code: 'DATABASE_UNREACHABLE',
      reason: 'no_answer',
    });
    expect(await refusedFor(`postgres://user:${secret}@no-such-host.invalid/db`)).toMatchObject({
      code: 'DATABASE_UNREACHABLE',
      reason: 'unknown_host',
    });
  });

  test('another password, another database, no right to make anything', async () => {
    const url = new URL(await server.newDatabase());
    const named = (change: (url: URL) => void): string => {
      const other = new URL(url);
      change(other);
      return other.href;
    };
    expect(await refusedFor(named((it) => (it.password = secret)))).toMatchObject({ code: 'DATABASE_LOGIN_REFUSED' });
    expect(await refusedFor(named((it) => (it.password = '')))).toMatchObject({ code: 'DATABASE_LOGIN_REFUSED' });
    expect(await refusedFor(named((it) => (it.pathname = '/none')))).toMatchObject({ code: 'DATABASE_MISSING' });
    await tell(url.href, `create role guest login password '${secret}'`);
    const guest = named((it) => {
      it.username = 'guest';
      it.password = secret;
    });
    expect(await refusedFor(guest)).toMatchObject({ code: 'DATABASE_FORBIDDEN' });
  });
});

describe('who replaces the data has the folder alone', () => {
  test('while one process has it open it cannot be claimed, and while it is claimed none opens it', async () => {
    const data = await tempFolder();
    const one = unwrap(await openStorage({ data }));
    const two = unwrap(await openStorage({ data }));
    expect(claimFolder(data)).toBeUndefined();
    await one.close();
    expect(claimFolder(data)).toBeUndefined();
    await two.close();
    const letGo = claimFolder(data);
    expect(letGo).toBeTypeOf('function');
    const refused = await openStorage({ data });
    expect(refused).toEqual({ ok: false, error: { code: 'BEING_MOVED', data } });
    if (!refused.ok) expect(storageRefusedToSentence(refused.error)).toContain('is being moved');
    const looking = unwrap(await openStorage({ data, readOnly: true }));
    await looking.close();
    letGo?.();
    await unwrap(await openStorage({ data })).close();
  });

  test("one that could not be opened stands in nobody's way", async () => {
    const data = await tempFolder();
    expect(await openStorage({ data, databaseUrl: 'nonsense' })).toMatchObject({ ok: false });
    claimFolder(data)?.();
    expect(claimFolder(data)).toBeTypeOf('function');
  });
});

describe('which side is in use is never guessed', () => {
  const addInstall = async (data: string, databaseUrl?: string) => {
    const storage = unwrap(await openStorage({ data, databaseUrl }));
    unwrap(await storage.log.append('install', [said('here')], { expected: 'any' }));
    await storage.close();
  };

  test('a folder that was started on a database does not open without it', async () => {
    const [data, databaseUrl] = [await tempFolder(), await server.newDatabase()];
    await addInstall(data, databaseUrl);
    expect(await openStorage({ data })).toEqual({ ok: false, error: { code: 'DATABASE_URL_MISSING', data } });
    await addInstall(data, databaseUrl);
    expect(await readFile(join(data, 'storage.json'), 'utf8')).not.toContain('postgres');
  });

  test('a folder with data has to be moved first, also when the database has something, as after a move cut off', async () => {
    const [data, databaseUrl] = [await tempFolder(), await server.newDatabase()];
    await addInstall(data);
    const refused = { ok: false, error: { code: 'NOT_MOVED_YET', data } };
    expect(await openStorage({ data, databaseUrl })).toEqual(refused);
    await addInstall(await tempFolder(), databaseUrl);
    for (const readOnly of [false, true]) expect(await openStorage({ data, databaseUrl, readOnly })).toEqual(refused);
    await addInstall(data);
  });

  test('a folder that was moved back does not open on the database', async () => {
    const [data, databaseUrl] = [await tempFolder(), await server.newDatabase()];
    await writePlaceInUse(data, 'disk');
    expect(await openStorage({ data, databaseUrl })).toEqual({ ok: false, error: { code: 'MOVED_TO_DISK', data } });
    await addInstall(data);
  });

  test('a database that is empty is never taken for the one the data is in, and looking makes nothing in it', async () => {
    const [data, url] = [await tempFolder(), await server.newDatabase()];
    const refused = async (readOnly: boolean): Promise<string> => {
      const opened = await openStorage({ data, databaseUrl: url, readOnly });
      if (opened.ok) await opened.value.close();
      return opened.ok ? 'opened' : storageRefusedToSentence(opened.error);
    };
    const sentence = expect.stringMatching(/^The database "\w+" at .* has no data of Atelier\. Check its name /);
    expect(await refused(true)).toEqual(sentence);
    await unwrap(await openStorage({ data, databaseUrl: await server.newDatabase() })).close();
    for (const readOnly of [true, false]) expect(await refused(readOnly)).toEqual(sentence);
    // It would not pass over one that is there.
    await tell(url, 'create schema atelier; drop schema atelier');
    const fresh = unwrap(await openStorage({ data: await tempFolder(), databaseUrl: url }));
    await fresh.close();
    expect(await refused(false)).toBe('opened');
  });

  test('only looking notes nothing down', async () => {
    const [data, databaseUrl] = [await tempFolder(), await server.newDatabase()];
    await addInstall(await tempFolder(), databaseUrl);
    await unwrap(await openStorage({ data, databaseUrl, readOnly: true })).close();
    await addInstall(data);
  });

  test('a note that says something else is a fault, not a guess', async () => {
    const data = await tempFolder();
    await mkdir(data, { recursive: true });
    await writeFile(join(data, 'storage.json'), '{"v":2}');
    await expect(openStorage({ data })).rejects.toThrow('storage.json cannot be understood');
  });
});

test('several servers that start at once on an older database bring it up to date once', async () => {
  const [data, databaseUrl] = [await tempFolder(), await server.newDatabase()];
  await makeOlderDatabase(databaseUrl, 1);
  const opened = await Promise.all([1, 2, 3].map(() => openStorage({ data, databaseUrl })));
  for (const [seq, each] of opened.entries()) {
    const storage = unwrap(each);
    unwrap(await storage.log.append('session/s', [said('new')], { expected: seq }));
    expect(await storage.heads.streams()).toEqual([]);
  }
  for (const each of opened) await unwrap(each).close();
});
