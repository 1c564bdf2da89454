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
  const link = server.link();
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

  const folder = join(dataFolder, 'logs');
  const files = await readdir(folder);
  const text = (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('');
  const entries = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
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
