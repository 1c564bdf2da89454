import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServer, tempFolder } from '@atelier/server/testing';
import { expect, test } from 'vitest';
import { runHere } from './testing/run-here.ts';

test('a folder is opened as a Workbench of copies, and the second time it is the same one', async () => {
  const { dataFolder, client } = await startTestServer();
  const folder = join(await tempFolder(), 'Quarter');
  await mkdir(join(folder, 'inside'), { recursive: true });
  await writeFile(join(folder, 'a.csv'), 'x\n1\n');
  await symlink(join(folder, 'a.csv'), join(folder, 'link.csv'));
  const opened = await runHere(['open', folder, '--data', dataFolder, '--no-open']);
  expect(opened).toMatchObject({ code: 0, err: '' });
  expect(opened.out).toMatch(/Copied 1 file into.*\nSkipped inside: it is a folder\.\nSkipped link\.csv: it is a link/);
  expect(opened.out).toMatch(/http:\/\/127\.0\.0\.1:\d+\/workshop\/wb_\w+\?token=/);
  const again = await runHere(['open', folder, '--data', dataFolder, '--no-open']);
  expect(again.out).toContain('has a Workbench already');
  const { ok, ...listed } = await client.WorkbenchList({});
  expect([ok, listed]).toMatchObject([true, { value: { cards: [{ name: 'Quarter', files: 1 }], all: 1 } }]);
  expect(await runHere(['open', join(folder, 'none'), '--data', dataFolder])).toMatchObject({
    code: 1,
    err: expect.stringContaining('does not exist'),
  });
});
