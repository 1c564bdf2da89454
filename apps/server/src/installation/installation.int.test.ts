import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { startTestServer } from '../testing/test-server.ts';
import { askRunning } from './ask-running.ts';
import { diagnoseAtRest } from './diagnose-at-rest.ts';
import { loadKeys } from './keys.ts';
import { openLogFile } from './log-file.ts';

test('processes that make the keys at the same time make the same keys', async () => {
  const folder = await tempFolder();
  const made = await Promise.all(Array.from({ length: 20 }, () => loadKeys(folder)));
  for (const keys of made) expect(keys).toEqual(made[0]);
  expect((await readdir(join(folder, 'keys'))).sort()).toEqual(['cookie-key', 'install-token']);
  expect(made[0]?.cookieKey).toHaveLength(32);
});

test('a full log file becomes the older one, and only so many are kept', async () => {
  const path = join(await tempFolder(), 'logs', 'server.jsonl');
  const file = openLogFile(path, 30);
  for (let line = 0; line < 12; line += 1) file.write(`${String(line).padStart(9, '0')}\n`);
  file.close();
  expect((await readdir(join(path, '..'))).sort()).toEqual([
    'server.jsonl',
    'server.jsonl.1',
    'server.jsonl.2',
    'server.jsonl.3',
  ]);
  expect(await readFile(path, 'utf8')).toBe('000000009\n000000010\n000000011\n');
  expect(await readFile(`${path}.3`, 'utf8')).toBe('000000000\n000000001\n000000002\n');
  openLogFile(path, 30).close();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a running server is found by its folder; one that stopped is not', async () => {
  const { server, dataFolder } = await startTestServer();
  const reached = await askRunning(dataFolder);
  expect(reached).toMatchObject({ ok: true, value: { running: { port: server.port, pid: process.pid } } });
  await server.stop();
  expect(await askRunning(dataFolder)).toEqual({ ok: false, error: { code: 'NOT_RUNNING' } });
  expect(await askRunning(await tempFolder())).toEqual({ ok: false, error: { code: 'NOT_RUNNING' } });
});

test('a folder at rest is diagnosed without changing a file in it', async () => {
  const { server, dataFolder, client } = await startTestServer();
  await client.SettingsSet({ set: { theme: 'dark' } });
  await server.stop();
  const before = await readdir(dataFolder, { recursive: true });
  const diagnostics = await diagnoseAtRest(dataFolder);
  expect(diagnostics).toMatchObject({
    ok: true,
    value: {
      streamCount: 2,
      streams: [
        { stream: 'install', health: 'healthy', events: 1 },
        // A link, that it was spent, and the sign-in.
        { stream: 'people', health: 'healthy', events: 3 },
      ],
    },
  });
  expect(await readdir(dataFolder, { recursive: true })).toEqual(before);
});
