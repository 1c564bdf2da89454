import { emptyInstall, foldInstall, type ServerFrame } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { isLive, openTab } from '../../testing/tab.ts';
import { startTestServer } from '../../testing/test-server.ts';

const isKind =
  (kind: string) =>
  (frame: ServerFrame): frame is Extract<ServerFrame, { seq: number }> =>
    'event' in frame && frame.event.kind === kind;

test('a setting changed in one tab is folded in another, to what the server itself shows', async () => {
  const { server, cookie, client } = await startTestServer();
  const tab = await openTab(server.origin, cookie);
  tab.say({ subscribe: [{ stream: 'install', from: 0 }] });
  await tab.until(isLive);
  expect(await client.SettingsSet({ set: { theme: 'dark', language: 'he' } })).toEqual({ ok: true, value: { seq: 1 } });
  const { event } = await tab.until(isKind('settings.changed'));
  const shown = await client.InstallGet({});
  expect(shown).toMatchObject({ ok: true, value: { view: foldInstall(emptyInstall, event), seq: 1 } });
  expect(foldInstall(emptyInstall, event).settings).toMatchObject({ theme: 'dark', language: 'he' });
  tab.close();
});

test('setting nothing is refused, setting what is so already records nothing', async () => {
  const { client } = await startTestServer();
  expect(await client.SettingsSet({ set: {} })).toMatchObject({ ok: false, error: { code: 'NOTHING_TO_SET' } });
  expect(await client.SettingsSet({ set: { theme: 'auto' } })).toEqual({ ok: true, value: { seq: 0 } });
});

test('a retry with the same request id does not undo what came in between', async () => {
  const { client } = await startTestServer();
  await client.SettingsSet({ set: { theme: 'dark' }, requestId: 'r1' });
  await client.SettingsSet({ set: { theme: 'light' }, requestId: 'r2' });
  expect(await client.SettingsSet({ set: { theme: 'dark' }, requestId: 'r1' })).toEqual({
    ok: true,
    value: { seq: 1 },
  });
  expect(await client.InstallGet({})).toMatchObject({
    ok: true,
    value: { view: { settings: { theme: 'light' } }, seq: 2 },
  });
});

test('twenty tabs that set at once all get through', async () => {
  const { client } = await startTestServer();
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => client.SettingsSet({ set: { theme: index % 2 ? 'dark' : 'light' } })),
  );
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
});

test('a check of the store runs, tells how far it is, and leaves its report', async () => {
  const { server, cookie, client } = await startTestServer();
  await client.SettingsSet({ set: { theme: 'dark' } });
  const tab = await openTab(server.origin, cookie);
  tab.say({ subscribe: [{ stream: 'install', from: 1 }] });
  await tab.until(isLive);
  const started = await client.StoreCheckStart({ requestId: 'once' });
  if (!started.ok) throw new Error(started.error.code);
  await tab.until(isKind('store_check.finished'));
  const progress = tab.frames.flatMap((frame) => ('delta' in frame ? [frame.delta] : []));
  expect(progress[0]).toMatchObject({ kind: 'progress', id: started.value.checkId, done: 0 });
  expect(progress.at(-1)).toEqual({ kind: 'ended', id: started.value.checkId });
  const shown = await client.InstallGet({});
  // The installation itself, and who came in: a link, its use, and the sign-in by it.
  expect(shown).toMatchObject({
    ok: true,
    value: { view: { storeCheck: { state: 'finished', report: { streams: 2, events: 5, findings: [], missing: 0 } } } },
  });
  // The same request again is the same check, not another.
  expect(await client.StoreCheckStart({ requestId: 'once' })).toMatchObject({
    value: { checkId: started.value.checkId },
  });
  expect(await client.StoreCheckCancel({ checkId: started.value.checkId })).toMatchObject({
    error: { code: 'CHECK_NOT_RUNNING' },
  });
  tab.close();
});
