import { readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startModelsServer } from '../../../testing/models-server.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';

test('a copy that is damaged is named and never served, a replaced one is deleted, and a cut upload leaves nothing', async () => {
  const dataFolder = await tempFolder();
  const folder = join(dataFolder, 'scratch', 'chat', 'files');
  const server = await startModelsServer({ dataFolder });
  await server.drop('a.csv', 'a,b\n1,2\n');
  await server.drop('a.csv', 'a,b\n3,4\n');
  const kept = await readdir(folder);
  expect(kept).toHaveLength(1);
  const address = `${server.server.origin}/chat-files/a.csv`;
  const fetched = () => fetch(address, { headers: { cookie: server.cookie, origin: server.server.origin } });
  expect(await (await fetched()).text()).toBe('a,b\n3,4\n');
  await truncate(join(folder, kept[0] ?? ''), 3);
  const damaged = await fetched();
  expect([damaged.status, await damaged.json()]).toMatchObject([410, { ok: false, error: { code: 'FILE_DAMAGED' } }]);
  await server.server.stop();
  await writeFile(join(folder, 'left.part'), 'half');
  await startModelsServer({ dataFolder });
  expect(await readdir(folder)).toEqual(kept);
});
