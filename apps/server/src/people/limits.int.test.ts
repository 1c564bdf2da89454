import { workbenchUploadsPath } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { startModelsServer } from '../testing/models-server.ts';
import { invite } from '../testing/people.ts';
import { codeOf, done } from '../testing/replies.ts';
import { openTab } from '../testing/tab.ts';
import { startTestServer } from '../testing/test-server.ts';
import { untilStill, workbenchOn } from '../testing/workshop.ts';

const megabyte = 1024 * 1024;
const files = { 'a.txt': 'hello' };

test('whoever asks too much is told how long to wait; others, and the owner, go on', async () => {
  const started = await startTestServer();
  const { server, client } = started;
  const dana = await invite(started, 'member', 'Dana');
  const eli = await invite(started, 'member', 'Eli');
  await done(client.SettingsSet({ set: { requestsPerSecond: 1 } }));
  const ask = () =>
    fetch(`${server.origin}/api/PeopleGet`, {
      method: 'POST',
      headers: { cookie: dana.cookie, origin: server.origin, 'content-type': 'application/json' },
      body: '{"json":{}}',
    });
  let answer = await ask();
  for (let asked = 0; asked < 40 && answer.status === 200; asked += 1) answer = await ask();
  expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  expect(await answer.json()).toMatchObject({
    json: { error: { code: 'TOO_MANY_REQUESTS', retry: { kind: 'retryable_after_ms' }, details: { most: 1 } } },
  });
  await done(eli.client.PeopleGet({}));
  for (let asked = 0; asked < 20; asked += 1) await done(client.PeopleGet({}));
});

test('somebody with a hundred tabs at a server opens no more until one is closed; others do', async () => {
  const started = await startTestServer();
  const { origin } = started.server;
  const dana = await invite(started, 'viewer', 'Dana');
  const tabs = await Promise.all(Array.from({ length: 100 }, () => openTab(origin, dana.cookie)));
  await expect(openTab(origin, dana.cookie)).rejects.toThrow('429');
  (await openTab(origin, started.cookie)).close();
  tabs[0]?.close();
  await tabs[0]?.closed;
  await expect.poll(() => openTab(origin, dana.cookie).then(() => 'open', String)).toBe('open');
});

test('a tab that asks for streams without end is cut off; other people’s, and the owner’s, are not', async () => {
  const started = await startTestServer();
  const { server, client } = started;
  const dana = await invite(started, 'viewer', 'Dana');
  const eli = await invite(started, 'viewer', 'Eli');
  await done(client.SettingsSet({ set: { requestsPerSecond: 5 } }));
  const open = async (cookie: string) => openTab(server.origin, cookie);
  const [flooding, other, owners] = [await open(dana.cookie), await open(eli.cookie), await open(started.cookie)];
  const streams = Array.from({ length: 60 }, () => ({ stream: 'install', from: 0 }));
  for (let said = 0; said < 10; said += 1) {
    flooding.say({ subscribe: streams });
    owners.say({ subscribe: streams });
  }
  other.say({ subscribe: streams });
  expect(await flooding.closed).toBe(1013);
  for (const tab of [other, owners]) {
    tab.say({ ping: 7 });
    await tab.until((frame): frame is Extract<typeof frame, { pong: number }> => 'pong' in frame);
    tab.close();
  }
});

test('uploads of a person are counted by their bytes, and refused once an hour’s worth has come', async () => {
  const started = await startTestServer();
  const { server, client } = started;
  const dana = await invite(started, 'member', 'Dana');
  await done(client.SettingsSet({ set: { uploadBytesPerHour: megabyte } }));
  const put = async (bytes: number, cookie: string) => {
    const headers = { cookie, origin: server.origin };
    const body = Buffer.alloc(bytes, 'x');
    return (await fetch(`${server.origin}${workbenchUploadsPath('a.txt')}`, { method: 'PUT', headers, body })).status;
  };
  expect(await put(3 * megabyte, dana.cookie)).toBe(200);
  expect(await put(10, dana.cookie)).toBe(429);
  expect(await put(10, started.cookie)).toBe(200);
});

test('a person who has as many runs as one may begins no more until one has ended; others do', async () => {
  const started = await startModelsServer();
  const { server, client, doubles } = started;
  await client.ProvidersSetApiKey({ provider: 'openai', key: 'sk-good-key-1234' });
  await client.UserSetConsentMode({ mode: 'allow_all', confirmed: true });
  await done(client.SettingsSet({ set: { runsPerPerson: 1 } }));
  const benchOf = async (name: string) => {
    const joined = await invite(started, 'member', name);
    return { ...joined, bench: workbenchOn({ server, cookie: joined.cookie, client: joined.client }) };
  };
  const [dana, eli] = [await benchOf('Dana'), await benchOf('Eli')];
  const [first, second, third] = [
    await dana.bench.create(files),
    await dana.bench.create(files),
    await eli.bench.create(files),
  ];
  doubles.script({ text: 'One two three four.', hold: { after: 4, ms: 60_000 } });
  await done(dana.client.WorkshopSwitchModel({ workbenchId: first, modelId: 'openai:gpt-5.2' }));
  await done(dana.client.WorkshopSend({ workbenchId: first, text: 'Say something', mode: 'ask' }));
  const send = (who: typeof dana, workbenchId: string) =>
    who.client.WorkshopSend({ workbenchId, text: 'What can you do?', mode: 'ask' });
  expect(await codeOf(send(dana, second))).toBe('TOO_MANY_OWN_RUNS');
  await done(send(eli, third));
  await untilStill(eli.client, third);
  await done(dana.client.WorkshopCancel({ workbenchId: first }));
  await done(send(dana, second));
  await untilStill(dana.client, second);
});

test('with somebody who is shut out ends what is at work for them, and nobody else’s', async () => {
  const started = await startModelsServer();
  const { server, client, doubles } = started;
  await client.ProvidersSetApiKey({ provider: 'openai', key: 'sk-good-key-1234' });
  await client.UserSetConsentMode({ mode: 'allow_all', confirmed: true });
  doubles.script(
    { text: 'One two three four.', hold: { after: 4, ms: 60_000 } },
    { text: 'One two three four.', hold: { after: 4, ms: 60_000 } },
  );
  const begun = async (name: string) => {
    const joined = await invite(started, 'member', name);
    const workbenchId = await workbenchOn({ server, cookie: joined.cookie, client: joined.client }).create(files);
    await done(joined.client.WorkshopSwitchModel({ workbenchId, modelId: 'openai:gpt-5.2' }));
    await done(joined.client.WorkshopSend({ workbenchId, text: 'Say something', mode: 'ask' }));
    return { ...joined, workbenchId };
  };
  const [dana, eli] = [await begun('Dana'), await begun('Eli')];
  const stateOf = async (workbenchId: string) => (await done(client.WorkbenchGet({ workbenchId }))).view.run?.state;
  expect([await stateOf(dana.workbenchId), await stateOf(eli.workbenchId)]).toEqual(['running', 'running']);
  await done(client.PersonEnabledSet({ userId: dana.userId, isEnabled: false }));
  expect([await stateOf(dana.workbenchId), await stateOf(eli.workbenchId)]).toEqual(['stopped', 'running']);
  await done(client.PersonForget({ userId: eli.userId, confirmed: true }));
  expect(await stateOf(eli.workbenchId)).toBe('stopped');
});
