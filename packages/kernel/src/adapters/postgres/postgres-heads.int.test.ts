import { expect, test } from 'vitest';
import { said, unwrap } from '../../testing/log-promises.ts';
import { tell } from '../../testing/postgres-server.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import { signHeadsAgain } from '../../usecases/sign-heads-again.ts';
import { verify } from '../../usecases/verify.ts';
import { createPostgresLog } from './postgres-log.ts';

const server = usePostgres();

/** Not closed with the others: whoever closes a log signs its heads. */
const open = async (url: string) => createPostgresLog(await server.open(url, { connections: 3 }));

/** A process that appends to each stream and stops cleanly. */
const write = async (url: string, ...streams: string[]) => {
  const log = await open(url);
  for (const stream of streams) unwrap(await log.append(stream, [said('a')], { expected: 'any' }));
  await log.close();
  return log;
};

const findingsIn = async (url: string) => {
  const { audit, heads } = await open(url);
  return (await verify({ audit, heads })()).findings;
};

const REFUSE_BAD = `
  create function refuse_bad() returns trigger language plpgsql as
    $$ begin if new.stream = 'bench/bad' then raise exception 'no room'; end if; return new; end $$;
  create trigger refuse_bad before insert or update on atelier.heads for each row execute function refuse_bad()`;
const KEEP_KEY = `create table kept as select * from atelier.records where name = 'heads.key'`;
const LOSE_KEY = `delete from atelier.records where name = 'heads.key'`;

test('one head that the database refuses holds none of the others back, and is signed once it can be', async () => {
  const url = await server.newDatabase();
  await open(url);
  await tell(url, REFUSE_BAD);
  const stopped = await write(url, 'bench/bad', 'bench/good', 'install');
  expect(stopped.unsignedHeads()).toMatchObject([{ stream: 'bench/bad', reason: 'failed', detail: 'no room' }]);
  const log = await open(url);
  expect(await log.heads.of('bench/good')).toMatchObject({ commits: 1 });
  expect(await log.heads.of('install')).toMatchObject({ commits: 1 });
  unwrap(await log.append('bench/bad', [said('b')], { expected: 1 }));
  await expect.poll(() => log.unsignedHeads(), { timeout: 10_000 }).toMatchObject([{ stream: 'bench/bad' }]);
  await tell(url, 'drop trigger refuse_bad on atelier.heads');
  await log.close();
  expect(log.unsignedHeads()).toEqual([]);
  expect(await log.heads.of('bench/bad')).toMatchObject({ commits: 2 });
});

test('a lost key is missed, no other is made in its place, and the old one brought back is all that is needed', async () => {
  const url = await server.newDatabase();
  await write(url, 'install', 'session/s');
  await tell(url, KEEP_KEY);
  await tell(url, LOSE_KEY);
  const log = await write(url, 'install', 'bench/new');
  expect(log.unsignedHeads().map(({ stream, reason }) => [stream, reason])).toEqual([
    ['install', 'no_key'],
    ['bench/new', 'no_key'],
  ]);
  expect(await log.headDoubt('session/s')).toBe('head_keyless');
  expect(await findingsIn(url)).toEqual([{ kind: 'heads_key_missing', heads: 2 }]);
  await tell(url, 'insert into atelier.records select * from kept');
  expect(await findingsIn(url)).toEqual([]);
  await write(url, 'install', 'bench/new');
  expect(await (await open(url)).heads.of('install')).toMatchObject({ commits: 3 });
  expect(await findingsIn(url)).toEqual([]);
});

test('begun anew, the streams are signed as they stand, and the heads of before are kept', async () => {
  const url = await server.newDatabase();
  await write(url, 'install', 'session/s');
  expect(await signHeadsAgain(await open(url))(1)).toBeUndefined();
  await tell(url, LOSE_KEY);
  const aside = { at: 2, heads: 2, where: 'the record heads.aside.2 in atelier.records' };
  const log = await open(url);
  expect(await signHeadsAgain(log)(2)).toEqual({ aside, signed: 2, damaged: [] });
  await write(url, 'session/s');
  const seen = await verify({ audit: log.audit, heads: log.heads })();
  expect(seen.findings).toEqual([]);
  expect(seen.unproven).toContainEqual({ kind: 'heads_put_aside', ...aside });
});
