import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServer, tempFolder, workbenchOn } from '@atelier/server/testing';
import { expect, test } from 'vitest';
import { runHere } from './testing/run-here.ts';

test('a Workbench leaves and comes in on the command line as on the screen, and so does its chat', async () => {
  const server = await startTestServer();
  const { dataFolder } = server;
  const bench = workbenchOn(server);
  const id = await bench.create({ 'a.csv': 'city,n\nHaifa,2\n' }, 'Orders');
  await bench.ask(id, 'How many rows are in a.csv?', 'ask');
  const folder = await tempFolder();
  const file = join(folder, 'orders.atelier');
  const run = (...args: string[]) => runHere(['workbench', ...args, '--data', dataFolder]);

  expect(await run('export', 'orders', file)).toMatchObject({ code: 0, err: '' });
  const screen = await bench.fetch(`/workbench-export/${id}`);
  expect((await readFile(file)).equals(Buffer.from(await screen.arrayBuffer()))).toBe(true);
  expect(await run('export', 'orders', file)).toMatchObject({ code: 1, err: expect.stringContaining('already') });

  for (const format of ['md', 'json', 'jsonl']) {
    const chat = join(folder, `chat.${format}`);
    expect(await run('transcript', id, chat)).toMatchObject({ code: 0, err: '' });
    const shown = await bench.fetch(`/workbench-transcript/${id}?format=${format}`);
    expect(await readFile(chat, 'utf8')).toBe(await shown.text());
  }
  expect(await run('transcript', id, join(folder, 'chat.doc'))).toMatchObject({ code: 2 });
  expect(await run('export', 'Nothing', join(folder, 'x'))).toMatchObject({
    code: 1,
    err: 'atelier: There is no Workbench called "Nothing". There are: "Orders".\n',
  });

  expect(await run('import', file)).toMatchObject({ code: 1, err: expect.stringContaining('--as-new') });
  const again = await run('import', file, '--as-new');
  expect(again).toMatchObject({ code: 0, err: '' });
  const copy = again.out.split(':')[0] ?? '';
  expect((await bench.bytes(copy, 'a.csv')).toString()).toBe('city,n\nHaifa,2\n');
  expect((await bench.view(copy)).items).toEqual((await bench.view(id)).items);

  const other = await tempFolder();
  expect(await runHere(['workbench', 'import', file, '--data', other])).toMatchObject({ code: 0 });
  const bytes = await readFile(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(join(folder, 'bad.atelier'), bytes);
  expect(await run('import', join(folder, 'bad.atelier'), '--as-new')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Nothing was changed'),
  });
  expect(await run('import', join(folder, 'none'))).toMatchObject({ code: 2 });
  expect(await run('delete')).toMatchObject({ code: 2, err: expect.stringContaining('workbench export') });
  expect((await stat(file)).size).toBeGreaterThan(0);
});
