import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultFacts } from './installation/server-log.ts';
import { surfaces } from './surfaces/index.ts';
import { createInstallSurface } from './surfaces/install/index.ts';
import type { CreateSurface } from './surfaces/surface.ts';
import { ask } from './testing/ask.ts';
import { openTab } from './testing/tab.ts';
import { startTestServer } from './testing/test-server.ts';

const secret = 'sk-planted-7f3a91';

/** The real surfaces; looking at the diagnostics breaks with a message that quotes a file. */
const breaking: CreateSurface = (kit) => {
  const install = createInstallSurface(kit);
  const quote = () => Promise.reject(new Error(`cannot parse "${secret}"`, { cause: new SyntaxError(secret) }));
  return { ...install, handlers: { ...install.handlers, DiagnosticsGet: quote } };
};

test('the log has an entry for every request and none of what was planted in them', async () => {
  const { server, cookie, installToken, client, dataFolder } = await startTestServer({
    surfaces: surfaces.map((create) => (create === createInstallSurface ? breaking : create)),
  });
  const { port, origin } = server;
  const link = await server.link();
  const headers = {
    cookie,
    origin,
    'content-type': 'application/json',
    referer: `${origin}/${secret}`,
    'user-agent': secret,
  };
  const post = (path: string, body: string) => ask({ port, method: 'POST', path, headers, body });
  await post('/api/SettingsSet', `{"json":{"set":{"theme":"${secret}","${secret}":1}}}`);
  await post('/api/SettingsSet', `{"json":{"${secret}`);
  await post(`/api/${secret}`, '{"json":{}}');
  await post('/api/DiagnosticsGet', '{"json":{}}');
  await client.SettingsSet({ set: { theme: 'dark' }, requestId: secret });
  await ask({ port, path: `/${secret}/x.js?key=${secret}` });
  await ask({ port, path: `/?token=${secret}` });
  await ask({ port, path: new URL(link).search.replace(/^/, '/') });
  await ask({ port, path: '/', headers: { host: secret } });
  await ask({ port, path: '/', headers: { origin: `https://${secret}` } });
  await ask({ port, path: '/mcp', headers: { authorization: `Bearer ${secret}` } });
  await ask({ port, path: '/mcp', headers: { authorization: `Bearer ${installToken}` } });
  const tab = await openTab(origin, cookie);
  tab.say({ subscribe: [{ stream: secret, from: 0 }] });
  tab.say(secret);
  await expect.poll(() => tab.frames.length).toBe(3);
  await server.stop();

  const text = await logOf(dataFolder);
  const entries = linesOf(text);
  expect(entries.filter(({ event }) => event === 'request').length).toBeGreaterThanOrEqual(13);
  expect(entries.filter(({ event }) => event === 'fault')).toMatchObject([
    { name: 'Error', where: 'DiagnosticsGet', cause: { name: 'SyntaxError' } },
  ]);
  const planted = [
    secret,
    installToken,
    cookie.split('=')[1] ?? secret,
    new URL(link).searchParams.get('token') ?? secret,
  ];
  for (const value of planted) expect(text).not.toContain(value);
});

test('files that are sent, read, changed and asked about leave neither their text nor their names in the log', async () => {
  const { server, cookie, client, dataFolder } = await startTestServer();
  const { port, origin } = server;
  const put = async (path: string, body: string) =>
    (await ask({ port, method: 'PUT', path, headers: { cookie, origin }, body })).status;
  const csv = `Name,Amount\n${secret},1\n${secret},2\n`;
  const [whole, broken] = [`${secret}.csv`, `${secret}.xlsx`];
  expect(await put(`/lab-files/${whole}`, csv)).toBe(200);
  expect(await put(`/lab-files/${broken}`, `PK${secret}`)).toBe(200);
  for (const path of [whole, broken]) {
    await client.LabFilesCall({ tool: 'get_file_map', args: { path, part: null, detail: null } });
    await client.LabFilesCall({ tool: 'table_query', args: { path, sql: `select ${secret} from ${secret}` } });
    await client.LabFilesReview({ path });
  }
  expect(await put(`/chat-files/${whole}`, csv)).toBe(200);
  expect(await put(`/chat-files/${broken}`, `PK${secret}`)).toBe(200);
  for (const path of [whole, broken]) {
    await client.ChatLabSend({ text: `What is the total of Amount in ${path}? Not of ${secret}.` });
    await expect
      .poll(async () => await client.ChatLabGet({}), { timeout: 20_000 })
      .toMatchObject({ ok: true, value: { view: { run: null } } });
  }
  const chat = await client.ChatLabGet({});
  expect(chat.ok && chat.value.view.items.filter(({ kind }) => kind === 'assistant').length).toBeGreaterThanOrEqual(2);
  await ask({ port, path: `/chat-files/${whole}`, headers: { cookie, origin } });
  await server.stop();

  const text = await logOf(dataFolder);
  expect(linesOf(text).filter(({ event }) => event === 'request').length).toBeGreaterThanOrEqual(13);
  expect(text).not.toContain(secret);
});

test('of a fault the system reported its words are kept, of others only the name and the place', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  expect(faultFacts(full)).toMatchObject({ code: 'ENOSPC', message: full.message });
  expect(faultFacts(new Error(secret))).toEqual({ name: 'Error', stack: expect.any(Array) });
  expect(
    JSON.stringify(
      faultFacts(
        new Error(`${secret}
    at ${secret}`),
      ),
    ),
  ).not.toContain(secret);
  expect(faultFacts(secret)).toEqual({ name: 'string' });
});

const logOf = async (dataFolder: string): Promise<string> => {
  const folder = join(dataFolder, 'logs');
  const files = await readdir(folder);
  return (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('');
};

const linesOf = (text: string): readonly { readonly event?: string }[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
