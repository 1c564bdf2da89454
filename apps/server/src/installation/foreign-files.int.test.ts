import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createServer } from '../server.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { startTestServer } from '../testing/test-server.ts';

test('a lock with something else in it is named, and the folder is as usable as before once it is gone', async () => {
  const dataFolder = await tempFolder();
  const file = join(dataFolder, 'server.lock');
  await writeFile(file, 'this is no lock of ours, and longer than a header would be\n'.repeat(20));
  expect(await createServer({ dataFolder, port: 0 })).toEqual({
    ok: false,
    error: { code: 'FILE_UNUSABLE', reason: 'not_ours', file },
  });
  await rm(file);
  await startTestServer({ dataFolder });
});

test.each(['cookie-key', 'install-token'])('a key that cannot be read is named: %s', async (name) => {
  const dataFolder = await tempFolder();
  const file = join(dataFolder, 'keys', name);
  await mkdir(file, { recursive: true });
  expect(await createServer({ dataFolder, port: 0 })).toMatchObject({
    ok: false,
    error: { code: 'FILE_UNUSABLE', reason: 'not_ours' },
  });
  await rm(file, { recursive: true });
  await startTestServer({ dataFolder });
});
