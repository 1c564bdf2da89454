import { expect, onTestFinished, test } from 'vitest';
import { DatabaseAway } from '../../core/system-error.ts';
import { said, textsOf, unwrap } from '../../testing/log-promises.ts';
import { startTcpProxy } from '../../testing/tcp-proxy.ts';
import { usePostgres } from '../../testing/use-postgres.ts';

const server = usePostgres();
const silentMs = 300;

/** A log whose connections go over a network that can lose things. */
const behindNetwork = async (connectWithinMs = 5_000) => {
  const direct = new URL(await server.newDatabase());
  const proxy = await startTcpProxy({ host: direct.hostname, port: Number(direct.port) });
  onTestFinished(proxy.stop);
  const url = Object.assign(new URL(direct), { port: String(proxy.port) }).href;
  const opened = await server.openLog(url, { silentMs, connectWithinMs });
  unwrap(await opened.log.append('session/s', [said('before')], { expected: 0 }));
  return { proxy, url: direct.href, ...opened };
};

test('a database that says nothing more is away, and a commit under way is settled once it is back', async () => {
  const { proxy, log } = await behindNetwork(silentMs);
  proxy.swallow('all');
  const lost = await log.append('session/s', [said('under way', 'k')], { expected: 1 });
  expect(['DATABASE_AWAY', 'WRITE_FAILED', 'LOCKED']).toContain(lost.ok ? 'taken' : lost.error.code);
  await expect(log.read('session/s')).rejects.toBeInstanceOf(DatabaseAway);
  proxy.swallow('none');
  await expect
    .poll(async () => (await log.append('session/s', [said('under way', 'k')], { expected: 'any' })).ok)
    .toBe(true);
  expect(textsOf(unwrap(await log.read('session/s')).events)).toEqual(['before', 'under way']);
});

test('connections that a network forgot are replaced, while the database answers others', async () => {
  const { proxy, log } = await behindNetwork();
  proxy.swallow('open');
  const appended = await log.append('session/s', [said('after')], { expected: 1 });
  expect(unwrap(appended).repeated).toBe(false);
  expect(textsOf(unwrap(await log.read('session/s')).events)).toEqual(['before', 'after']);
});

test('a statement that is only long is left to its work', async () => {
  const { database } = await behindNetwork();
  const slept = await database.pool.query(`select pg_sleep(${(8 * silentMs) / 1_000}), 'done' as said`);
  expect(slept.rows[0]).toMatchObject({ said: 'done' });
});

test('a connection that only hears, and that a network forgot, is replaced', async () => {
  const { proxy, log, url } = await behindNetwork();
  const heard: string[] = [];
  log.whispers.hear('topic', (text) => heard.push(text));
  const other = (await server.openLog(url)).log;
  const isHeard = async (text: string): Promise<boolean> => {
    other.whispers.say('topic', text);
    await new Promise((resume) => setTimeout(resume, 50));
    return heard.includes(text);
  };
  await expect.poll(() => isHeard('before')).toBe(true);
  proxy.swallow('open');
  await expect.poll(() => isHeard('after'), { timeout: 10_000 }).toBe(true);
});
