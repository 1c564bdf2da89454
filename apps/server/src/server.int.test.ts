import { chmod, stat, writeFile } from 'node:fs/promises';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { McpHandler } from './http/routes.ts';
import { createServer } from './server.ts';
import { surfaces } from './surfaces/index.ts';
import type { CreateSurface } from './surfaces/surface.ts';
import { isEventAt, isLive, openTab, pageClient } from './testing/tab.ts';
import { tempFolder } from './testing/temp-folder.ts';
import { startTestServer } from './testing/test-server.ts';

test('with twelve tabs open, commands still answer and every tab sees every event', async () => {
  const { server, cookie, client } = await startTestServer();
  const tabs = await Promise.all(Array.from({ length: 12 }, () => openTab(server.origin, cookie)));
  for (const tab of tabs) tab.say({ subscribe: [{ stream: 'install', from: 0 }] });
  await Promise.all(tabs.map((tab) => tab.until(isLive)));
  for (let round = 0; round < 10; round += 1) {
    const reply = await client.SettingsSet({ set: { theme: round % 2 ? 'dark' : 'light' } });
    expect(reply).toEqual({ ok: true, value: { seq: round + 1 } });
  }
  await Promise.all(tabs.map((tab) => tab.until(isEventAt(9))));
  for (const tab of tabs) expect(tab.seqs('install')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(await client.DiagnosticsGet({})).toMatchObject({ ok: true, value: { connections: 12 } });
});

test('a tab that speaks nonsense is refused and stays, one that shouts is put out, others notice nothing', async () => {
  const { server, cookie, client } = await startTestServer();
  const [odd, loud, calm] = await Promise.all([1, 2, 3].map(() => openTab(server.origin, cookie)));
  odd?.say({ subscribe: [{ stream: 'install/../bench', from: 0 }] });
  await expect.poll(() => odd?.frames.at(-1)).toMatchObject({ refused: { code: 'UNKNOWN_STREAM' } });
  odd?.say('nonsense');
  await expect.poll(() => odd?.frames.at(-1)).toMatchObject({ refused: { code: 'BAD_FRAME' } });
  loud?.say('x'.repeat(100_000));
  expect(await loud?.closed).toBe(1009);
  calm?.say({ subscribe: [{ stream: 'install', from: 0 }], ping: 1 });
  await calm?.until(isLive);
  expect(await client.InstallGet({})).toMatchObject({ ok: true });
});

test('a data folder is for its owner alone, and so are the keys in it', async () => {
  const dataFolder = join(await tempFolder(), 'new', 'deeper');
  await startTestServer({ dataFolder });
  const modeOf = async (...path: string[]) => ((await stat(join(dataFolder, ...path))).mode & 0o777).toString(8);
  expect(await Promise.all([modeOf(), modeOf('keys'), modeOf('server.json')])).toEqual(['700', '700', '600']);
  expect(await Promise.all([modeOf('keys', 'install-token'), modeOf('keys', 'cookie-key')])).toEqual(['600', '600']);
});

test('the doctor notices a folder that others can read', async () => {
  const { client, dataFolder } = await startTestServer();
  await chmod(dataFolder, 0o755);
  const reply = await client.DiagnosticsGet({});
  if (!reply.ok) throw new Error(reply.error.code);
  expect(reply.value.findings.map(({ code }) => code)).toContain('DATA_FOLDER_OPEN_TO_OTHERS');
});

test('a second server on the same data is refused and told of the first', async () => {
  const { server, dataFolder } = await startTestServer();
  const second = await createServer({ dataFolder, port: 0 });
  expect(second).toMatchObject({
    ok: false,
    error: { code: 'ALREADY_RUNNING', running: { pid: process.pid, port: server.port } },
  });
});

test('a port that is taken names who holds it, and leaves the data folder free', async () => {
  const holder = createTcpServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const address = holder.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const dataFolder = await tempFolder();
  const refused = await createServer({ dataFolder, port });
  expect(refused).toMatchObject({ ok: false, error: { code: 'PORT_TAKEN', port } });
  if (process.platform === 'linux') expect(refused).toMatchObject({ error: { holder: { pid: process.pid } } });
  holder.close();
  await startTestServer({ dataFolder });
});

test('a server that is refused its port has begun nothing, and lets go of what it holds', async () => {
  const { server } = await startTestServer();
  const calls: string[] = [];
  const witness: CreateSurface = () => ({
    handlers: {},
    streams: {},
    start: async () => void calls.push('start'),
    stop: async () => void calls.push('stop'),
  });
  const refused = await createServer({
    dataFolder: await tempFolder(),
    port: server.port,
    surfaces: [...surfaces, witness],
  });
  expect(refused).toMatchObject({ ok: false, error: { code: 'PORT_TAKEN' } });
  expect(calls).toEqual(['stop']);
});

test('who asks while what a stop cut off is still taken up is answered afterwards', async () => {
  const order: string[] = [];
  const port = await freePort();
  let asked: Promise<unknown> = Promise.resolve();
  const slow: CreateSurface = () => ({
    handlers: {},
    streams: {},
    start: async () => {
      asked = fetch(`http://127.0.0.1:${port}/healthz`).then(() => order.push('answered'));
      await Promise.race([asked, setTimeout(200)]);
      order.push('started');
    },
  });
  await startTestServer({ port, surfaces: [...surfaces, slow] });
  await asked;
  expect(order).toEqual(['started', 'answered']);
});

test('a surface that the system refuses something at its start frees the port and the data folder', async () => {
  const [dataFolder, port] = [await tempFolder(), await freePort()];
  const calls: string[] = [];
  const broken: CreateSurface = () => ({
    handlers: {},
    streams: {},
    start: () => Promise.reject(Object.assign(new Error('broken'), { code: 'ENOSPC' })),
    stop: async () => void calls.push('stop'),
  });
  expect(await createServer({ dataFolder, port, surfaces: [...surfaces, broken] })).toMatchObject({
    ok: false,
    error: { code: 'DISK_FULL' },
  });
  expect(calls).toEqual(['stop']);
  await startTestServer({ dataFolder, port });
});

test('a data folder that is a file, or below one, is refused', async () => {
  const file = join(await tempFolder(), 'file');
  await writeFile(file, '');
  for (const dataFolder of [file, join(file, 'below')]) {
    expect(await createServer({ dataFolder, port: 0 })).toMatchObject({
      ok: false,
      error: { code: 'DATA_FOLDER_UNUSABLE', reason: 'not_a_folder' },
    });
  }
});

test('what answers at /mcp has all of it to itself, behind the install token', async () => {
  const mcp: McpHandler = async (request) => new Response(`got ${await request.text()}`, { status: 202 });
  const { server, installToken } = await startTestServer({
    surfaces: [() => ({ handlers: {}, streams: {}, mcp }), ...surfaces],
  });
  const send = (headers: Record<string, string>) =>
    fetch(`${server.origin}/mcp`, { method: 'POST', body: 'hello', headers });
  const known = await send({ authorization: `Bearer ${installToken}` });
  expect([known.status, await known.text()]).toEqual([202, 'got hello']);
  expect((await send({})).status).toBe(401);
});

test('two installations in one browser do not sign each other out', async () => {
  const [one, other] = [await startTestServer(), await startTestServer()];
  // A browser keeps cookies by host, not by port: both servers get both.
  const both = `${one.cookie}; ${other.cookie}`;
  for (const { server } of [one, other]) {
    expect(await pageClient(server.origin, both).InstallGet({})).toMatchObject({ ok: true });
  }
  expect(await pageClient(one.server.origin, other.cookie).InstallGet({})).toMatchObject({
    error: { code: 'UNAUTHENTICATED' },
  });
});

test('a server without a disk log says that nothing is kept', async () => {
  const { client } = await startTestServer({ log: 'memory' });
  const reply = await client.DiagnosticsGet({});
  expect(reply.ok && reply.value.findings.map(({ code }) => code)).toContain('LOG_IN_MEMORY_ONLY');
});

const freePort = async (): Promise<number> => {
  const probe = createTcpServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
};
