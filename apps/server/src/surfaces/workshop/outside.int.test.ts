import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf, done } from '../../testing/replies.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { workbenchOn } from '../../testing/workshop.ts';

const open = async () => {
  const server = await startTestServer();
  const bench = workbenchOn(server);
  const workbenchId = await bench.create(
    { 'a.csv': 'city,n\nHaifa,2\n', 'b.txt': 'b', 'c.txt': 'c', 'd.txt': 'd' },
    'Budget: 2026',
  );
  const destination = await tempFolder();
  const { folder, files } = await done(server.client.WorkbenchContinueOutside({ workbenchId, destination }));
  expect(files).toBe(4);
  return { ...server, bench, workbenchId, destination, folder };
};

test('[WS-119] a folder that went out comes back as a Draft with exactly the changes made there', async () => {
  const { client, bench, workbenchId, destination, folder } = await open();
  expect((await readdir(folder)).filter((name) => !name.startsWith('.')).sort()).toEqual([
    'a.csv',
    'b.txt',
    'c.txt',
    'd.txt',
  ]);
  expect(await codeOf(client.WorkbenchTakeBack({ workbenchId, folder }))).toBe('NOTHING_CHANGED');
  await writeFile(join(folder, 'a.csv'), 'city,n\nHaifa,3\n');
  await writeFile(join(folder, 'b.txt'), 'better');
  const taken = await done(client.WorkbenchTakeBack({ workbenchId, folder }));
  expect(taken).toMatchObject({ changed: ['a.csv', 'b.txt'], skipped: [] });
  const view = await bench.view(workbenchId);
  expect(view).toMatchObject({
    state: 'draft_ready',
    draft: { source: { kind: 'outside' }, changes: { added: 0, modified: 2, deleted: 0 }, isIncomplete: false },
  });
  expect(view.items.at(-1)).toMatchObject({ kind: 'card', event: 'draft_changes_applied', facts: { files: 2 } });
  // Reviewed like any other: looked at, taken apart, published.
  const { rows } = await done(client.ReviewGetChanges({ workbenchId }));
  expect(rows.map(({ path, change }) => [path, change])).toEqual([
    ['a.csv', 'modified'],
    ['b.txt', 'modified'],
  ]);
  expect(await codeOf(client.WorkbenchTakeBack({ workbenchId, folder }))).toBe('DRAFT_EXISTS');
  expect(await codeOf(client.WorkbenchContinueOutside({ workbenchId, destination }))).toBe('DRAFT_EXISTS');
  await done(client.ReviewDrop({ workbenchId, path: 'b.txt' }));
  await done(client.DraftPublish({ workbenchId }));
  expect((await bench.bytes(workbenchId, 'a.csv')).toString()).toBe('city,n\nHaifa,3\n');
  expect((await bench.bytes(workbenchId, 'b.txt')).toString()).toBe('b');
});

test('added, deleted and blocked files are told apart; a file both sides changed is named and nothing is taken', async () => {
  const { client, bench, workbenchId, destination, folder } = await open();
  await rm(join(folder, 'c.txt'));
  await writeFile(join(folder, 'new.txt'), 'new');
  await rm(join(folder, 'd.txt'));
  await symlink(join(folder, 'b.txt'), join(folder, 'd.txt'));
  await writeFile(join(folder, 'b.txt'), 'theirs');
  await done(client.WorkbenchFilesRemove({ workbenchId, paths: ['b.txt'] }));
  await bench.add(workbenchId, { 'b.txt': 'ours' });
  expect(await client.WorkbenchTakeBack({ workbenchId, folder })).toMatchObject({
    error: { code: 'CHANGED_ON_BOTH_SIDES', details: { paths: ['b.txt'] } },
  });
  expect((await bench.view(workbenchId)).draft).toBeNull();
  await writeFile(join(folder, 'b.txt'), 'ours');
  expect(await done(client.WorkbenchTakeBack({ workbenchId, folder }))).toMatchObject({
    changed: ['c.txt', 'new.txt'],
    skipped: ['d.txt'],
  });
  expect(await bench.view(workbenchId)).toMatchObject({
    draft: { changes: { added: 1, modified: 0, deleted: 1 }, unconfirmedDeletions: ['c.txt'] },
    deletedFiles: ['c.txt'],
  });
  const other = await bench.create({ 'a.txt': 'a' });
  expect(await codeOf(client.WorkbenchTakeBack({ workbenchId: other, folder }))).toBe('NOT_TAKEN_OUT');
  expect(await codeOf(client.WorkbenchTakeBack({ workbenchId, folder: destination }))).toBe('NOT_TAKEN_OUT');
  const second = await done(client.WorkbenchContinueOutside({ workbenchId: other, destination }));
  expect(await readFile(join(second.folder, 'a.txt'), 'utf8')).toBe('a');
});

test('a file whose name a listing hides comes back as it is, changed or deleted', async () => {
  const { client, bench, destination } = await open();
  const names = ['.env', '.gitignore', '~$notes.txt'];
  const workbenchId = await bench.create(Object.fromEntries([...names, 'a.txt'].map((name) => [name, name])));
  const { folder } = await done(client.WorkbenchContinueOutside({ workbenchId, destination }));
  await writeFile(join(folder, 'a.txt'), 'better');
  await writeFile(join(folder, '.env'), 'better');
  await rm(join(folder, '.gitignore'));
  await writeFile(join(folder, '.DS_Store'), 'of a system');
  const taken = await done(client.WorkbenchTakeBack({ workbenchId, folder }));
  expect(taken).toMatchObject({ changed: ['.env', '.gitignore', 'a.txt'], skipped: [] });
  expect((await bench.view(workbenchId)).deletedFiles).toEqual(['.gitignore']);
});
