import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createServer } from './server.ts';
import { surfaces } from './surfaces/index.ts';
import type { CreateSurface } from './surfaces/surface.ts';
import { ask } from './testing/ask.ts';
import { tempFolder } from './testing/temp-folder.ts';
import { startTestServer } from './testing/test-server.ts';

test('a log that cannot be written fails no request, and is said', async () => {
  const dataFolder = await tempFolder();
  await writeFile(join(dataFolder, 'logs'), 'something else of that name');
  const { server, client } = await startTestServer({ dataFolder });
  expect((await ask({ port: server.port, path: '/' })).status).toBe(200);
  expect(await client.SettingsSet({ set: { theme: 'dark' } })).toMatchObject({ ok: true });
  const diagnostics = await client.DiagnosticsGet({});
  expect(diagnostics.ok && diagnostics.value.findings).toContainEqual(
    // Its start, the sign-in, the page and the change.
    expect.objectContaining({ code: 'SERVER_LOG_INCOMPLETE', level: 'warning', fact: '4' }),
  );
});

test.each([
  ['ENOSPC', 507, 'DISK_FULL'],
  ['EDQUOT', 507, 'DISK_FULL'],
  ['EROFS', 507, 'DISK_READ_ONLY'],
  ['EIO', 500, 'FAULT'],
])('a route that meets %s answers %i %s, and is in the log like every request', async (code, status, said) => {
  const broken = new Error('wrapped', { cause: Object.assign(new Error(`${code}: …, write`), { code }) });
  const surface: CreateSurface = () => ({
    handlers: {},
    streamKinds: [],
    routes: [{ path: '/broken', methods: ['PUT'], access: 'signed-in', serve: () => Promise.reject(broken) }],
  });
  const { server, installToken, dataFolder } = await startTestServer({ surfaces: [...surfaces, surface] });
  const headers = { authorization: `Bearer ${installToken}` };
  const answer = await ask({ port: server.port, method: 'PUT', path: '/broken', headers });
  expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([status, said]);
  expect(answer.headers['x-frame-options']).toBe('DENY');
  const lines = (await readFile(join(dataFolder, 'logs', 'server.jsonl'), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ event: 'request', route: '/broken', status }),
  );
});

const mayMount =
  process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0;

/** A disk of its own, of this many bytes. */
const smallDisk = async (size: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', folder]);
  onTestFinished(async () => {
    execFileSync('umount', ['-l', folder]);
    await rm(folder, { recursive: true });
  });
  return folder;
};

/** Takes all that is left; returns what gives it back. */
const fill = (folder: string) => {
  const path = join(folder, 'filler');
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch (cause) {
    expect(cause).toMatchObject({ code: 'ENOSPC' });
  } finally {
    closeSync(file);
  }
  return () => rm(path);
};

test.runIf(mayMount)(
  'on a disk that is really full: refused in words, nothing acknowledged is lost, and it goes on',
  async () => {
    const dataFolder = await smallDisk('2m');
    const { server, cookie, client } = await startTestServer({ dataFolder });
    const change = (turn: number) =>
      client.SettingsSet({ set: { theme: turn % 2 ? 'dark' : 'light', language: turn % 3 ? 'en' : 'he' } });
    expect(await change(0)).toMatchObject({ ok: true });
    const makeRoom = fill(dataFolder);

    // What was kept ahead takes a few changes more.
    let acknowledged = 0;
    let refused: Awaited<ReturnType<typeof change>> | undefined;
    for (let turn = 1; turn < 400 && !refused; turn += 1) {
      const reply = await change(turn);
      if (reply.ok) acknowledged = reply.value.seq;
      else refused = reply;
    }
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'DISK_FULL', suggestion: expect.stringMatching(/^Make room/) },
    });
    const headers = { cookie, origin: server.origin };
    const upload = await ask({
      port: server.port,
      method: 'PUT',
      path: '/chat-files/a.txt',
      headers,
      body: 'x'.repeat(90_000),
    });
    expect([upload.status, JSON.parse(upload.text).error.code]).toEqual([507, 'DISK_FULL']);
    expect((await ask({ port: server.port, path: '/' })).status).toBe(200);
    const now = await client.InstallGet({});
    if (!now.ok) throw new Error(now.error.code);
    // The last one may have been recorded though its answer could not be sure of it.
    expect([acknowledged, acknowledged + 1]).toContain(now.value.seq);

    await makeRoom();
    expect(await change(now.value.view.settings.theme === 'dark' ? 2 : 1)).toEqual({
      ok: true,
      value: { seq: now.value.seq + 1 },
    });
    const diagnostics = await client.DiagnosticsGet({});
    expect(diagnostics.ok && diagnostics.value.findings.map(({ code }) => code)).toContain('SERVER_LOG_INCOMPLETE');
  },
);

test.runIf(mayMount)('a server is not started on a full disk, which is said; with room it starts', async () => {
  const dataFolder = await smallDisk('300k');
  const makeRoom = fill(dataFolder);
  expect(await createServer({ dataFolder, port: 0 })).toEqual({ ok: false, error: { code: 'DISK_FULL' } });
  await makeRoom();
  await startTestServer({ dataFolder });
});
