import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../testing/temp-folder.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { workbenchOn } from '../../testing/workshop.ts';

const open = async (settings: { mostFiles?: number; largestFileBytes?: number } = {}) => {
  const test = await startTestServer();
  if (Object.keys(settings).length > 0) await test.client.SettingsSet({ set: settings });
  return { ...test, bench: workbenchOn(test) };
};
const codeOf = (reply: { ok: boolean; error?: { code: string } }) => reply.error?.code;

test('[WS-01] a batch that would be too many is refused whole', async () => {
  const { bench } = await open({ mostFiles: 10 });
  const nine = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}.txt`, `${at}`]));
  const id = await bench.create(nine);
  const refused = await bench.add(id, { 'x.txt': 'x', 'y.txt': 'y' });
  expect(refused).toMatchObject({ ok: false, error: { code: 'LIMIT_FILE_COUNT', details: { most: 10, would: 11 } } });
  expect((await bench.view(id)).files).toHaveLength(9);
  expect(await bench.add(id, { 'x.txt': 'x' })).toMatchObject({ ok: true });
});

test('[WS-02] a file over the limit is skipped and named, the rest is added', async () => {
  const { bench } = await open({ largestFileBytes: 26_214_400 });
  const id = await bench.create();
  const added = await bench.add(id, { 'big.txt': new Uint8Array(27_262_976), 'small.txt': 'hello' });
  expect(added).toMatchObject({
    ok: true,
    value: {
      addResults: [
        { name: 'big.txt', status: 'skipped', reason: 'size_limit' },
        { name: 'small.txt', status: 'added', reason: null },
      ],
    },
  });
  expect((await bench.view(id)).files.map(({ path }) => path)).toEqual(['small.txt']);
});

test('[WS-03] a name that is there in other letters refuses the whole batch', async () => {
  const { bench } = await open();
  const id = await bench.create({ 'notes.txt': 'mine' });
  const refused = await bench.add(id, { 'Notes.TXT': 'other', 'new.txt': 'n' });
  expect(refused).toMatchObject({ ok: false, error: { code: 'DUPLICATE_NAME', details: { names: ['Notes.TXT'] } } });
  expect((await bench.view(id)).files.map(({ path }) => path)).toEqual(['notes.txt']);
});

test('[WS-04] a link is not followed: its target is not read, what is beside it is added', async () => {
  const { bench, client } = await open();
  const folder = await tempFolder();
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await symlink(join(folder, 'secret.txt'), join(folder, 'link.txt'));
  await mkdir(join(folder, 'inside'));
  await writeFile(join(folder, 'plain.txt'), 'plain');
  await writeFile(join(folder, 'short.lnk'), 'L');
  const id = await bench.create();
  const sourcePaths = ['link.txt', 'inside', 'gone.txt', 'short.lnk', 'plain.txt'].map((name) => join(folder, name));
  const added = await client.WorkbenchFilesAddPaths({ workbenchId: id, sourcePaths });
  expect(added.ok && added.value.addResults.map(({ status, reason }) => [status, reason])).toEqual([
    ['skipped', 'link'],
    ['skipped', 'directory'],
    ['skipped', 'unreadable'],
    ['skipped', 'link'],
    ['added', null],
  ]);
  expect((await bench.view(id)).files.map(({ path }) => path)).toEqual(['plain.txt']);
});

test('[WS-06] the original may change on disk; the copy does not', async () => {
  const { bench, client } = await open();
  const folder = await tempFolder();
  const original = join(folder, 'a.csv');
  await writeFile(original, 'x\n1\n');
  const id = await bench.create();
  await client.WorkbenchFilesAddPaths({ workbenchId: id, sourcePaths: [original] });
  await writeFile(original, 'changed');
  expect((await bench.bytes(id, 'a.csv')).toString()).toBe('x\n1\n');
});

test('[WS-07] extracting never writes over a file, and takes what is published', async () => {
  const { bench, client } = await open();
  const id = await bench.create({ 'a.csv': 'mine\n' });
  const folder = await tempFolder();
  await writeFile(join(folder, 'a.csv'), 'one');
  await writeFile(join(folder, 'a(1).csv'), 'two');
  const done = await client.WorkbenchFilesExtract({ workbenchId: id, destination: folder, paths: ['a.csv', 'no.csv'] });
  expect(done.ok && done.value.extractResults).toMatchObject([
    { path: 'a.csv', status: 'extracted', finalPath: expect.stringMatching(/a\(2\)\.csv$/) },
    { path: 'no.csv', status: 'failed', reason: 'not_found' },
  ]);
  expect(await readFile(join(folder, 'a(2).csv'), 'utf8')).toBe('mine\n');
  expect(await readFile(join(folder, 'a.csv'), 'utf8')).toBe('one');
});

test('[WS-09] an id that is no id reaches nothing', async () => {
  const { bench, client } = await open();
  const id = await bench.create({ 'a.txt': 'a' });
  for (const workbenchId of ['..', '.', '', `${id}/..`, 'wb_x'])
    expect(codeOf(await client.WorkbenchDelete({ workbenchId }))).toBe('INVALID_PARAMS');
  expect((await bench.view(id)).files).toHaveLength(1);
});

test('removing is undone from its checkpoint; a deleted Workbench comes back', async () => {
  const { bench, client } = await open();
  const id = await bench.create({ 'a.txt': 'a', 'b.txt': 'b' });
  const removed = await client.WorkbenchFilesRemove({ workbenchId: id, paths: ['a.txt'] });
  if (!removed.ok) throw new Error(removed.error.code);
  expect((await bench.view(id)).files.map(({ path }) => path)).toEqual(['b.txt']);
  const { checkpointId } = removed.value;
  expect(await client.WorkbenchFilesUndoRemove({ workbenchId: id, checkpointId, paths: ['a.txt'] })).toMatchObject({
    ok: true,
  });
  expect((await bench.bytes(id, 'a.txt')).toString()).toBe('a');
  await client.WorkbenchDelete({ workbenchId: id });
  expect(codeOf(await client.WorkbenchGet({ workbenchId: id }))).toBe('WORKBENCH_NOT_FOUND');
  expect((await client.WorkbenchList({})).ok && (await client.WorkbenchList({}))).toMatchObject({
    value: { all: 0, deleted: [{ workbenchId: id }] },
  });
  await client.WorkbenchUndoDelete({ workbenchId: id });
  expect((await bench.view(id)).files).toHaveLength(2);
});

test('an upload belongs to a batch once, and a request that is repeated adds nothing twice', async () => {
  const { bench, client } = await open();
  const id = await bench.create();
  const uploads = [await bench.upload('a.txt', 'a')];
  const params = { workbenchId: id, uploads, requestId: 'req-1' };
  expect(await client.WorkbenchFilesAdd(params)).toMatchObject({ ok: true });
  expect(await client.WorkbenchFilesAdd(params)).toMatchObject({ ok: true });
  expect(codeOf(await client.WorkbenchFilesAdd({ workbenchId: id, uploads }))).toBe('UPLOADS_GONE');
  expect((await bench.view(id)).files).toHaveLength(1);
});
