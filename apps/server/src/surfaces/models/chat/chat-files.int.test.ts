import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesHostKeepsItsPromises } from '@atelier/files/testing';
import { openMemoryStorage } from '@atelier/kernel/storage';
import { expect, test } from 'vitest';
import { startModelsServer } from '../../../testing/models-server.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';
import { createChatFiles } from './chat-files.ts';
import { createChatLog } from './chat-log.ts';

filesHostKeepsItsPromises('chat', async (folder) => {
  const { log, snapshots, content } = openMemoryStorage();
  const files = createChatFiles(content, createChatLog(log, snapshots));
  return {
    host: await files.host(),
    add: async (path, bytes) => {
      const place = join(folder, 'incoming');
      await writeFile(place, bytes);
      expect(await files.add(path, place, 100)).toMatchObject({ ok: true });
    },
    // What was dropped is what a review compares with.
    beginDraft: async () => undefined,
  };
});

/** Turns over one byte of everything that is stored. */
const damage = async (folder: string): Promise<number> => {
  let damaged = 0;
  for (const each of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!each.isFile()) continue;
    const path = join(each.parentPath, each.name);
    const bytes = await readFile(path);
    if (bytes.length < 100_000) continue;
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    await writeFile(path, bytes);
    damaged += 1;
  }
  return damaged;
};

test('a file comes out as it went in, whole or a part; one that is damaged is named and never served', async () => {
  const dataFolder = await tempFolder();
  const server = await startModelsServer({ dataFolder });
  const bytes = randomBytes(300_000);
  expect(await server.drop('a.bin', bytes)).toBe(200);
  const headers = { cookie: server.cookie, origin: server.server.origin };
  const get = (more: Record<string, string> = {}) =>
    fetch(`${server.server.origin}/chat-files/a.bin`, { headers: { ...headers, ...more } });
  expect(Buffer.from(await (await get()).arrayBuffer()).equals(bytes)).toBe(true);
  const part = await get({ range: 'bytes=99990-200009' });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(99_990, 200_010))).toBe(true);
  await server.server.stop();

  expect(await damage(dataFolder)).toBeGreaterThan(0);
  const again = await startModelsServer({ dataFolder });
  const damaged = await fetch(`${again.server.origin}/chat-files/a.bin`, {
    headers: { cookie: again.cookie, origin: again.server.origin },
  });
  expect([damaged.status, await damaged.json()]).toMatchObject([500, { error: { code: 'FILE_DAMAGED' } }]);
});

test('a file that the quota has no room for is refused with its figures, and nothing is kept of it', async () => {
  const server = await startModelsServer();
  expect(await server.client.StorageQuotaSet({ quotaBytes: 1_000_000, requestId: 'q1' })).toMatchObject({ ok: true });
  const sent = await fetch(`${server.server.origin}/chat-files/big.bin`, {
    method: 'PUT',
    headers: { cookie: server.cookie, origin: server.server.origin },
    body: randomBytes(1_200_000),
  });
  expect([sent.status, await sent.json()]).toMatchObject([
    507,
    { error: { code: 'QUOTA_EXCEEDED', details: { quotaBytes: 1_000_000 } } },
  ]);
  expect(await server.client.ChatLabGet({})).toMatchObject({ ok: true, value: { view: { files: [], tree: null } } });
});
