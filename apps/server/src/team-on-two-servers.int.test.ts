import type { ServerFrame } from '@atelier/contracts';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveAtelier } from './testing/child.ts';
import { invite, type Joined } from './testing/people.ts';
import { codeOf, done } from './testing/replies.ts';
import { isLive, openTab, pageClient, type Tab } from './testing/tab.ts';
import { tempFolder } from './testing/temp-folder.ts';
import { startOn, startTestServer } from './testing/test-server.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.stop());

const requestId = 'request-000001';

test('[ST-78] a member who is removed while connected is out on both servers, and the project is unknown', {
  timeout: 60_000,
}, async () => {
  const databaseUrl = await postgres.newDatabase();
  const here = await startTestServer({ databaseUrl });
  const there = await startOn({ databaseUrl });
  const { projectId } = await done(here.client.StudioDemoCreate({ requestId }));
  const stream = `project/${projectId}`;
  const dana = await invite(here, 'member', 'Dana', [{ projectId, role: 'editor' }]);
  const eli = await invite(here, 'member', 'Eli', [{ projectId, role: 'viewer' }]);
  const origins = [here.server.origin, there.server.origin];
  const follow = async ({ cookie }: Joined, origin: string): Promise<Tab> => {
    const tab = await openTab(origin, cookie);
    tab.say({ subscribe: [{ stream, from: 0 }] });
    await tab.until(isLive);
    return tab;
  };
  const ofDana = [await follow(dana, origins[0] ?? ''), await follow(dana, origins[1] ?? '')];
  const ofEli = [await follow(eli, origins[0] ?? ''), await follow(eli, origins[1] ?? '')];

  // Removed through the server that the second of the tabs is not on.
  const { seq } = await done(here.client.StudioMemberRemove({ projectId, userId: dana.userId }));
  expect(await Promise.all(ofDana.map(({ closed }) => closed))).toEqual([1008, 1008]);
  for (const tab of ofDana) expect(tab.seqs(stream).at(-1)).toBeLessThan(seq - 1);

  const isRefused = (frame: ServerFrame): frame is Extract<ServerFrame, { refused: unknown }> => 'refused' in frame;
  for (const origin of origins) {
    const client = pageClient(origin, dana.cookie);
    expect(await codeOf(client.StudioGet({ projectId }))).toBe('PROJECT_NOT_FOUND');
    expect(await codeOf(client.StudioMembersGet({ projectId }))).toBe('PROJECT_NOT_FOUND');
    const again = await openTab(origin, dana.cookie);
    again.say({ subscribe: [{ stream, from: 0 }] });
    expect((await again.until(isRefused)).refused.code).toBe('UNKNOWN_STREAM');
    again.close();
  }
  // Whoever stays, stays, and sees the place of what happened.
  for (const tab of ofEli) {
    await tab.until((frame): frame is Extract<ServerFrame, { seq: number }> => 'seq' in frame && frame.seq === seq - 1);
    tab.close();
  }

  // Let in again, what is long past ends nothing.
  await done(here.client.StudioMemberSet({ projectId, userId: dana.userId, role: 'viewer' }));
  const back = await follow(dana, origins[1] ?? '');
  expect(back.seqs(stream)).toContain(seq - 1);
  back.close();

  // Somebody who is disabled is out of everything, on both.
  const tabs = await Promise.all(origins.map((origin) => openTab(origin, eli.cookie)));
  await done(here.client.PersonEnabledSet({ userId: eli.userId, isEnabled: false }));
  expect(await Promise.all(tabs.map(({ closed }) => closed))).toEqual([1008, 1008]);
  for (const origin of origins)
    await expect.poll(() => codeOf(pageClient(origin, eli.cookie).PeopleGet({}))).toBe('UNAUTHENTICATED');
});

test('[ST-80] who is here and where is known on both servers, gone after a crash, and recorded nowhere', {
  timeout: 90_000,
}, async () => {
  const databaseUrl = await postgres.newDatabase();
  const here = await startTestServer({ databaseUrl, presenceLostMs: 7_000 });
  const there = await serveAtelier(await tempFolder(), 0, { ATELIER_DATABASE_URL: databaseUrl });
  const { projectId } = await done(here.client.StudioDemoCreate({ requestId }));
  const stream = `project/${projectId}`;
  const dana = await invite(here, 'member', 'Dana', [{ projectId, role: 'editor' }]);
  const other = await invite(here, 'member', 'Oren');
  const events = async () => {
    const { streams } = await done(here.client.DiagnosticsGet({}));
    return streams.map(({ stream: name, events: count }) => `${name}: ${count}`);
  };
  const before = await events();
  const arrive = async (origin: string, cookie: string, place: string): Promise<Tab> => {
    const tab = await openTab(origin, cookie);
    tab.say({ subscribe: [{ stream, from: 0 }], here: { stream, place } });
    return tab;
  };
  const seenBy = (tab: Tab) => () => {
    const last = tab.frames.findLast((frame) => 'present' in frame);
    return last && 'present' in last ? last.present.map(({ person, place }) => `${person} ${place}`) : [];
  };
  const near = await arrive(here.server.origin, here.cookie, 'elements');
  const far = await arrive(there.origin, dana.cookie, 'quote');
  const stranger = await arrive(there.origin, other.cookie, 'quote');
  const waits = { timeout: 20_000 };
  const local = 'local elements';
  for (const tab of [near, far]) await expect.poll(seenBy(tab), waits).toEqual([local, `${dana.userId} quote`]);
  far.say({ here: { stream, place: 'tasks' } });
  await expect.poll(seenBy(near), waits).toEqual([local, `${dana.userId} tasks`]);
  // Somebody who is not in the project is not there, and is told of nobody.
  expect(stranger.frames.filter((frame) => 'present' in frame)).toEqual([]);

  const second = await arrive(here.server.origin, dana.cookie, 'elements');
  await expect.poll(seenBy(near), waits).toEqual([local, `${dana.userId} elements`, `${dana.userId} tasks`]);
  second.close();
  await expect.poll(seenBy(near), waits).toEqual([local, `${dana.userId} tasks`]);

  there.process.kill('SIGKILL');
  await there.ended;
  await expect.poll(seenBy(near), waits).toEqual([local]);
  expect(await events()).toEqual(before);
  near.close();
});
