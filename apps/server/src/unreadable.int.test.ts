import { rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createDiskLog } from '@atelier/kernel/adapters';
import { expect, test } from 'vitest';
import { tempFolder } from './testing/temp-folder.ts';
import { startTestServer } from './testing/test-server.ts';

/** Refused for whoever asks, an administrator too: a link that leads to itself. */
const refuse = async (path: string) => {
  await rename(path, `${path}.away`);
  await symlink(path, path);
  return async () => {
    await rm(path);
    await rename(`${path}.away`, path);
  };
};

const write = async (data: string, stream: string, events: number) => {
  const log = createDiskLog({ data });
  for (let n = 0; n < events; n += 1)
    await log.append(stream, [{ kind: 'noted', key: null, data: { text: `${stream} ${n}` } }], { expected: n });
  await log.close();
};

test('the server starts, and says so, though the stream of the installation or of one session cannot be read', {
  timeout: 60_000,
}, async () => {
  const data = await tempFolder();
  await write(data, 'session/sess_aaaaaaaaaaaaaaaaaaaaaaaaaa', 2);
  await write(data, 'chat', 2);
  const first = await startTestServer({ dataFolder: data });
  await first.client.SettingsSet({ set: { theme: 'dark' } });
  await first.server.stop();
  const giveBack = [
    await refuse(join(data, 'streams', 'install', '_', 'events', '000000000000.jsonl')),
    await refuse(join(data, 'streams', 'session', 'sess_aaaaaaaaaaaaaaaaaaaaaaaaaa')),
    await refuse(join(data, 'streams', 'chat', '_')),
  ];
  const { client } = await startTestServer({ dataFolder: data });
  const seen = await client.DiagnosticsGet({});
  expect(seen).toMatchObject({ ok: true });
  if (seen.ok) {
    const named = seen.value.findings.filter(({ code }) => code === 'STREAM_UNHEALTHY').map(({ fact }) => fact);
    expect(named).toEqual(expect.arrayContaining(['install', 'session/sess_aaaaaaaaaaaaaaaaaaaaaaaaaa']));
  }
  const listed = await client.SessionsList({});
  expect(listed, JSON.stringify(listed)).toMatchObject({ ok: true });
  // Nothing has to be started again.
  for (const each of giveBack) await each();
  expect(await client.InstallGet({})).toMatchObject({
    ok: true,
    value: { view: { settings: { theme: 'dark' } } },
  });
});
