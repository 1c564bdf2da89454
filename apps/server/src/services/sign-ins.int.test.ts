import { emptyInstall, foldInstall } from '@atelier/contracts';
import { createMemoryLog, createProjection } from '@atelier/kernel/adapters';
import { expect, onTestFinished, test } from 'vitest';
import { openTab, pageClient, signIn } from '../testing/tab.ts';
import { startTestServer } from '../testing/test-server.ts';
import { createSignIns } from './sign-ins.ts';

test('signing out everywhere ends every browser and its open tabs, here and after a restart; programs stay', async () => {
  const first = await startTestServer();
  const { server, dataFolder, installToken, cookie } = first;
  const other = await signIn(await server.link());
  const tab = await openTab(server.origin, other);

  const reply = await first.client.SignOutEverywhere({ confirmed: true });
  if (!reply.ok) throw new Error(reply.error.code);
  expect(await tab.closed).toBe(1008);
  for (const each of [cookie, other])
    expect(await pageClient(server.origin, each).InstallGet({})).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
  const program = await fetch(`${server.origin}/api/InstallGet`, {
    method: 'POST',
    headers: { authorization: `Bearer ${installToken}`, 'content-type': 'application/json' },
    body: '{"json":{}}',
  });
  expect(program.status).toBe(200);
  // The link in the answer signs this browser in again.
  const again = await signIn(reply.value.url);
  expect(await pageClient(server.origin, again).InstallGet({})).toMatchObject({ ok: true });

  await server.stop();
  const next = await startTestServer({ dataFolder });
  expect(await pageClient(next.server.origin, other).InstallGet({})).toMatchObject({
    error: { code: 'UNAUTHENTICATED' },
  });
  expect(await pageClient(next.server.origin, again).InstallGet({})).toMatchObject({ ok: true });
});

const bench = () => {
  const log = createMemoryLog();
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  let now = 1_000_000;
  let ended = 0;
  const signIns = createSignIns({
    installs: createProjection({ log, initial: emptyInstall, evolve: foldInstall }),
    log,
    now: () => now,
    stopping: stopping.signal,
    onEnded: () => {
      ended += 1;
    },
    onFault: (cause) => {
      throw cause;
    },
  });
  return { log, signIns, endings: () => ended, pass: (ms: number) => (now += ms) };
};

const day = 24 * 60 * 60 * 1000;

test('a sign-in ends on the server’s side after as many days as were set', async () => {
  const { log, signIns, pass } = bench();
  await signIns.refresh();
  const signedIn = { issuedAt: 1_000_000, generation: 0 };
  pass(180 * day - 1);
  expect(signIns.isGood(signedIn)).toBe(true);
  pass(1);
  expect(signIns.isGood(signedIn)).toBe(false);
  const set = { kind: 'settings.changed', key: null, data: { set: { signInDays: 181 } } };
  await log.append('install', [set], { expected: 'any' });
  await expect.poll(() => signIns.isGood(signedIn)).toBe(true);
});

test('an end that another server recorded is heeded, and a newer sign-in than this server knows is good', async () => {
  const { log, signIns, endings } = bench();
  await signIns.refresh();
  const ended = { kind: 'sign_ins.ended', key: null, data: { by: 'local' } };
  expect(signIns.isGood({ issuedAt: 1_000_000, generation: 1 })).toBe(true);
  await log.append('install', [ended], { expected: 'any' });
  await expect.poll(endings).toBe(1);
  expect(signIns.isGood({ issuedAt: 1_000_000, generation: 0 })).toBe(false);
  expect(signIns.isGood({ issuedAt: 1_000_000, generation: 1 })).toBe(true);
});

test('while the log cannot be read, only a sign-in of this start is good', () => {
  const { signIns } = bench();
  expect(signIns.isGood({ issuedAt: 999_999, generation: 7 })).toBe(false);
  expect(signIns.isGood({ issuedAt: 1_000_000, generation: 0 })).toBe(true);
});
