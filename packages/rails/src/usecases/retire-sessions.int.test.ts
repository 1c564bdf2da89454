import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskLog, createMemoryContent, createSqliteLocks } from '@atelier/kernel/adapters';
import { afterEach, expect, test } from 'vitest';
import { createConsoleFacts } from '../adapters/console/console-facts.ts';
import { createResumeIndex } from '../adapters/resume/resume-index.ts';
import { createDiskStamps } from '../adapters/resume/stamps.ts';
import { createSessionRemoval } from '../adapters/retention/session-removal.ts';
import type { SessionOrigin } from '../core/events/bodies.ts';
import type { SessionId } from '../core/ids.ts';
import { createTestWorld, linear, notes } from '../testing/world.ts';
import { BETWEEN_LOOKS_MS, createDueTwice } from './due-twice.ts';
import { dueSessions, retireSessions } from './retire-sessions.ts';

const undo: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Three sessions that were worked on, and the world a hundred days later. */
const open = async (origin?: SessionOrigin['origin']) => {
  const data = mkdtempSync(join(tmpdir(), 'rails-retire-'));
  undo.push(() => rmSync(data, { recursive: true, force: true }));
  const log = createDiskLog({ data });
  undo.push(() => log.close());
  const blobs = createMemoryContent().blobs;
  const world = createTestWorld({ 'project.ab': linear('project.ab', ['a', 'b', 'c']) }, { log, blobs });
  const sessionIds: SessionId[] = [];
  for (const word of ['one', 'two', 'three']) {
    const at = await world.start('project.ab', origin && word === 'two' ? { origin } : {});
    await world.advance(at, notes(`the ${word} clue`));
    sessionIds.push(at.session.sessionId);
  }
  await log.close();
  const later = createDiskLog({ data });
  undo.push(() => later.close());
  const stamps = createDiskStamps(data, () => Date.now() + 1_000);
  const again = createTestWorld({}, { log: later, blobs });
  const index = createResumeIndex({ sessions: again.deps.sessions, workflows: again.deps.workflows, stamps });
  const { marks } = createConsoleFacts(later);
  const deps = {
    index,
    marks,
    removal: createSessionRemoval({ log: later, remove: later.remove, stamps }),
    log: later,
    now: () => Date.now() + 100 * 24 * 60 * 60 * 1_000,
    ripe: (due: readonly SessionId[]) => new Set(due),
  };
  const here = (): readonly string[] => readdirSync(join(data, 'streams', 'session')).sort();
  return { data, deps, sessionIds, here, world: again };
};

test('what nobody touched for longer than a person said goes for good; what they keep stays', async () => {
  const { data, deps, sessionIds, here, world } = await open();
  const [kept, ...others] = sessionIds;
  await deps.marks.set([kept as SessionId], { kept: true });
  await deps.marks.set([others[0] as SessionId], { archived: true });
  expect((await dueSessions(deps)(90)).map(({ sessionId }) => sessionId).sort()).toEqual([...others].sort());
  expect(await retireSessions(deps)(90)).toMatchObject({ ok: true, value: { length: 2 } });
  expect(here()).toEqual([kept]);
  expect(readdirSync(join(data, 'heads', 'session'))).toEqual([`${kept}.json`]);
  expect(readdirSync(join(data, 'removed'))).toEqual([]);
  expect([...(await deps.marks.all()).keys()]).toEqual([kept]);
  expect((await deps.index.runs()).map(({ sessionId }) => sessionId)).toEqual([kept]);
  expect(await world.deps.sessions.at(others[0] as SessionId)).toEqual({ ok: true, value: undefined });
});

test('nothing goes before its time, nor unless a person set one', async () => {
  const { deps, sessionIds, here } = await open();
  expect(await retireSessions(deps)(null)).toEqual({ ok: true, value: [] });
  expect(await retireSessions(deps)(101)).toEqual({ ok: true, value: [] });
  expect(here()).toEqual([...sessionIds].sort());
});

test('a clock that is ahead for some minutes takes no session along; one that is due an hour later, too, goes', async () => {
  const { deps, sessionIds, here } = await open();
  const running = { ms: 5_000 };
  const { ripe, isWaiting } = createDueTwice(() => running.ms);
  const look = (now: () => number) => retireSessions({ ...deps, now, ripe })(90);
  const later = (ms: number): void => {
    running.ms += ms;
  };
  expect(await look(deps.now)).toEqual({ ok: true, value: [] });
  expect(isWaiting()).toBe(true);
  later(BETWEEN_LOOKS_MS);
  // The clock was set right meanwhile: whoever was due once begins anew.
  expect(await look(Date.now)).toEqual({ ok: true, value: [] });
  expect(isWaiting()).toBe(false);
  later(BETWEEN_LOOKS_MS);
  expect(await look(deps.now)).toEqual({ ok: true, value: [] });
  later(BETWEEN_LOOKS_MS - 1);
  expect(await look(deps.now)).toEqual({ ok: true, value: [] });
  expect(here()).toEqual([...sessionIds].sort());
  later(1);
  expect(await look(deps.now)).toMatchObject({ ok: true, value: { length: 3 } });
  expect([here(), isWaiting()]).toEqual([[], false]);
});

test('while any session is damaged, none goes', async () => {
  const { data, deps, sessionIds, here } = await open();
  const segment = join(data, 'streams', 'session', sessionIds[2] as string, 'events', '000000000000.jsonl');
  writeFileSync(segment, readFileSync(segment, 'latin1').replace('three', 'thrEe'), 'latin1');
  expect(await retireSessions(deps)(90)).toEqual({
    ok: false,
    error: { code: 'SESSIONS_UNHEALTHY', sessionIds: [sessionIds[2]] },
  });
  expect(here()).toEqual([...sessionIds].sort());
});

test('a session that another process is writing, or that moved since, stays', async () => {
  const { data, deps, sessionIds } = await open();
  const [first, second] = sessionIds as [SessionId, SessionId];
  const locks = createSqliteLocks();
  undo.push(() => locks.close());
  const held = await locks.acquire(join(data, 'streams', 'session', first), 100);
  expect(held.ok).toBe(true);
  expect(await deps.removal.remove(first, 'any')).toBe(false);
  expect(await deps.removal.remove(second, 'an old stamp')).toBe(false);
  expect(existsSync(join(data, 'streams', 'session', first, 'manifest'))).toBe(true);
  expect(existsSync(join(data, 'streams', 'session', second, 'manifest'))).toBe(true);
});

test('a session that stays, whatever kept it, can be written again at once', async () => {
  const { data, deps, sessionIds } = await open();
  const [first] = sessionIds as [SessionId];
  const isFree = async (): Promise<boolean> => {
    const locks = createSqliteLocks();
    const lock = await locks.acquire(join(data, 'streams', 'session', first), 0);
    if (lock.ok) lock.value.release();
    locks.close();
    return lock.ok;
  };
  expect(await deps.removal.remove(first, 'an old stamp')).toBe(false);
  expect(await isFree()).toBe(true);
  writeFileSync(join(data, 'removed'), 'in the way');
  const stamp = await createDiskStamps(data, () => Date.now() + 1_000).of(first);
  await expect(deps.removal.remove(first, stamp ?? '')).rejects.toThrow();
  expect(await isFree()).toBe(true);
});

test('while what people keep cannot be read, nothing goes', async () => {
  const { data, deps, sessionIds, here } = await open();
  await deps.marks.set([sessionIds[0] as SessionId], { kept: true });
  const segment = join(data, 'streams', 'console', '_', 'events', '000000000000.jsonl');
  writeFileSync(segment, readFileSync(segment, 'latin1').replace('"kept":true', '"kept":tRue'), 'latin1');
  const log = createDiskLog({ data });
  undo.push(() => log.close());
  const { marks } = createConsoleFacts(log);
  expect([...(await marks.all()).keys()]).toEqual([]);
  expect(await retireSessions({ ...deps, marks, log })(90)).toMatchObject({
    ok: false,
    error: { code: 'SESSIONS_UNHEALTHY' },
  });
  expect(here()).toEqual([...sessionIds].sort());
});

test('the run of a Workbench stays with it, however old', async () => {
  const { deps, sessionIds, here } = await open({ kind: 'workbench', workbenchId: 'wb_1' });
  expect(await retireSessions(deps)(90)).toMatchObject({ ok: true, value: { length: 2 } });
  expect(here()).toEqual([sessionIds[1]]);
});
