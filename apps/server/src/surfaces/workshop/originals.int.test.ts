import { chmod, lstat, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandClient, WorkbenchView } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { startModelsServer } from '../../testing/models-server.ts';
import { invite } from '../../testing/people.ts';
import { codeOf, done } from '../../testing/replies.ts';
import { isLive, openTab } from '../../testing/tab.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { workbenchOn } from '../../testing/workshop.ts';

const table = 'city,n\nHaifa,2\nAcre,3\n';
const ask = 'Add a column Twice = n * 2 to a.csv';

/** A folder of three files, and a Workbench opened on it. */
const open = async () => {
  const server = await startTestServer();
  const folder = await tempFolder();
  await writeFile(join(folder, 'a.csv'), table);
  await writeFile(join(folder, 'b.txt'), 'b');
  await writeFile(join(folder, 'c.txt'), 'c');
  const { workbenchId } = await done(server.client.WorkbenchOpenFolder({ folder }));
  const bench = workbenchOn(server);
  const states = async () => {
    const { rows } = await done(server.client.WorkbenchOriginals({ workbenchId }));
    return Object.fromEntries(rows.map(({ path, state }) => [path, state]));
  };
  await done(server.client.WorkshopSwitchModel({ workbenchId, modelId: 'builtin:offline' }));
  const publishChange = async () => {
    await bench.ask(workbenchId, ask);
    await done(server.client.DraftPublish({ workbenchId }));
    return (await bench.bytes(workbenchId, 'a.csv')).toString();
  };
  /** Published is another without a run: the quick way, where the Draft itself does not matter. */
  const exchange = async (text = 'city,n,Twice\nHaifa,2,4\n') => {
    await done(server.client.WorkbenchFilesRemove({ workbenchId, paths: ['a.csv'] }));
    await bench.add(workbenchId, { 'a.csv': text });
    return text;
  };
  const disk = (name: string) => readFile(join(folder, name), 'utf8');
  return { ...server, bench, folder, workbenchId, states, publishChange, exchange, disk };
};

const unchangedIsReplaced = async () => {
  const { client, bench, folder, workbenchId, states, publishChange, disk } = await open();
  expect(await states()).toEqual({ 'a.csv': 'same', 'b.txt': 'same', 'c.txt': 'same' });
  await bench.ask(workbenchId, ask);
  expect(await codeOf(client.WorkbenchWriteBack({ workbenchId }))).toBe('DRAFT_EXISTS');
  await done(client.DraftDiscard({ workbenchId }));
  await chmod(join(folder, 'a.csv'), 0o640);
  const ours = await publishChange();
  expect(await disk('a.csv')).toBe(table);
  expect(await states()).toMatchObject({ 'a.csv': 'to_write', 'b.txt': 'same' });

  const first = await done(client.WorkbenchWriteBack({ workbenchId }));
  expect(first.results.map(({ path, status }) => [path, status])).toEqual([
    ['a.csv', 'written'],
    ['b.txt', 'same'],
    ['c.txt', 'same'],
  ]);
  expect(await disk('a.csv')).toBe(ours);
  expect((await stat(join(folder, 'a.csv'))).mode & 0o777).toBe(0o640);
  expect((await readdir(folder)).sort()).toEqual(['a.csv', 'b.txt', 'c.txt']);
  expect(await states()).toMatchObject({ 'a.csv': 'same' });
  // The bytes that were replaced are in the checkpoint.
  const checkpointId = first.checkpointId ?? '';
  const between = { from: { at: 'checkpoint', checkpointId }, to: { at: 'published' } } as const;
  const { rows } = await done(client.ReviewGetChanges({ workbenchId, between }));
  expect(rows).toMatchObject([{ path: 'a.csv', change: 'modified' }]);
  await done(client.CheckpointRestore({ workbenchId, checkpointId }));
  expect((await bench.bytes(workbenchId, 'a.csv')).toString()).toBe(table);
  expect(await states()).toMatchObject({ 'a.csv': 'to_write' });
};

const changedIsAsked = async () => {
  const { client, folder, workbenchId, states, exchange, disk } = await open();
  const ours = await exchange();
  const theirs = 'city,n\nHaifa,2\nAcre,9\n';
  await writeFile(join(folder, 'a.csv'), theirs);
  expect(await states()).toMatchObject({ 'a.csv': 'both_changed' });
  const asked = await done(client.WorkbenchWriteBack({ workbenchId, paths: ['a.csv'] }));
  expect(asked).toMatchObject({ checkpointId: null, results: [{ status: 'conflict', state: 'both_changed' }] });
  expect(await disk('a.csv')).toBe(theirs);

  const between = { from: { at: 'folder' }, to: { at: 'published' } } as const;
  const compared = await done(client.ReviewGetChanges({ workbenchId, between }));
  expect(compared.rows).toMatchObject([{ path: 'a.csv', change: 'modified' }]);

  const both = await done(client.WorkbenchWriteBack({ workbenchId, choices: { 'a.csv': 'keep_both' } }));
  expect(both.results[0]).toMatchObject({ status: 'beside', name: 'a(1).csv' });
  expect([await disk('a.csv'), await disk('a(1).csv')]).toEqual([theirs, ours]);

  const replaced = await done(client.WorkbenchWriteBack({ workbenchId, choices: { 'a.csv': 'replace' } }));
  expect(replaced.results[0]).toMatchObject({ status: 'written' });
  expect(await disk('a.csv')).toBe(ours);
  const kept = {
    from: { at: 'checkpoint', checkpointId: replaced.checkpointId ?? '' },
    to: { at: 'published' },
  } as const;
  const { rows } = await done(client.ReviewGetChanges({ workbenchId, between: kept }));
  expect(rows).toMatchObject([{ path: 'a.csv' }]);
};

test('bytes that changed under the same size and time are found before they are replaced', async () => {
  const { client, folder, workbenchId, states, exchange, disk } = await open();
  const place = join(folder, 'a.csv');
  // A time that the system can set again exactly.
  await utimes(place, 1_700_000_000, 1_700_000_000);
  await writeFile(place, table.replace('3', '4'));
  await utimes(place, 1_700_000_000, 1_700_000_000);
  await done(client.WorkbenchRefresh({ workbenchId, paths: ['a.csv'] }));
  await exchange();
  expect(await states()).toMatchObject({ 'a.csv': 'to_write' });
  await writeFile(place, table.replace('2', '7'));
  await utimes(place, 1_700_000_000, 1_700_000_000);
  expect(await states()).toMatchObject({ 'a.csv': 'to_write' });
  const { results } = await done(client.WorkbenchWriteBack({ workbenchId, paths: ['a.csv'] }));
  expect(results).toMatchObject([{ status: 'conflict', state: 'both_changed' }]);
  expect(await disk('a.csv')).toBe(table.replace('2', '7'));
});

const nothingThroughLinks = async () => {
  const { client, bench, folder, workbenchId, states, exchange, disk } = await open();
  const outside = await tempFolder();
  await writeFile(join(outside, 'target.csv'), table);
  await exchange();
  await rm(join(folder, 'a.csv'));
  await symlink(join(outside, 'target.csv'), join(folder, 'a.csv'));
  expect(await states()).toMatchObject({ 'a.csv': 'blocked' });
  const wish = { workbenchId, paths: ['a.csv', '../x', '..'], choices: { 'a.csv': 'replace' as const } };
  const { results } = await done(client.WorkbenchWriteBack(wish));
  expect(results.map(({ status }) => status)).toEqual(['skipped', 'skipped', 'skipped']);
  expect(await readFile(join(outside, 'target.csv'), 'utf8')).toBe(table);
  expect((await lstat(join(folder, 'a.csv'))).isSymbolicLink()).toBe(true);

  await done(client.WorkbenchFilesRemove({ workbenchId, paths: ['b.txt'] }));
  await bench.add(workbenchId, { 'fresh.txt': 'fresh' });
  await writeFile(join(folder, 'theirs.txt'), 't');
  expect(await states()).toMatchObject({ 'b.txt': 'removed_here', 'fresh.txt': 'new', 'theirs.txt': 'only_there' });
  await done(client.WorkbenchWriteBack({ workbenchId }));
  expect([await disk('b.txt'), await disk('fresh.txt')]).toEqual(['b', 'fresh']);

  await rm(folder, { recursive: true });
  expect(await codeOf(client.WorkbenchWriteBack({ workbenchId }))).toBe('FOLDER_NOT_FOUND');
  await symlink(outside, folder);
  expect(await codeOf(client.WorkbenchOriginals({ workbenchId }))).toBe('FOLDER_NOT_FOUND');
  expect(await codeOf(client.WorkbenchWriteBack({ workbenchId }))).toBe('FOLDER_NOT_FOUND');
  expect(await readdir(outside)).toEqual(['target.csv']);
  await rm(folder);
  await mkdir(folder);
  const plain = await bench.create({ 'a.txt': 'a' });
  expect(await codeOf(client.WorkbenchOriginals({ workbenchId: plain }))).toBe('NO_FOLDER');
};

test('[WS-99] published files are written back: whole, over what was read, through no link, and a conflict is asked', async () => {
  await unchangedIsReplaced();
  await changedIsAsked();
  await nothingThroughLinks();
});

test('[WS-100] an original that changed is told; Refresh takes it with a checkpoint, and consent is asked again', async () => {
  const server = await startModelsServer();
  const { client, doubles } = server;
  const bench = workbenchOn(server);
  await client.ProvidersSetApiKey({ provider: 'openai', key: 'sk-good-key-1234' });
  const folder = await tempFolder();
  await writeFile(join(folder, 'a.txt'), 'hello');
  const { workbenchId } = await done(client.WorkbenchOpenFolder({ folder }));
  await done(client.WorkshopSwitchModel({ workbenchId, modelId: 'openai:gpt-5.2' }));
  const until = async (fits: (view: WorkbenchView) => boolean): Promise<WorkbenchView> => {
    for (;;) {
      const view = await bench.view(workbenchId);
      if (fits(view)) return view;
      await new Promise((resume) => setTimeout(resume, 20));
    }
  };
  const asked = () => until(({ run }) => run?.state === 'needs_consent');
  const answered = (text: string) =>
    until(
      ({ state, items }) => state === 'idle' && items.some((item) => item.kind === 'assistant' && item.text === text),
    );
  await done(client.WorkshopSend({ workbenchId, text: 'Read a.txt', mode: 'ask' }));
  const first = (await asked()).run?.consent?.scopeHash ?? '';
  doubles.script({ text: 'It says hello.' });
  await done(client.WorkshopConsent({ workbenchId, scopeHash: first, decision: 'remember' }));
  await answered('It says hello.');
  // Nothing changed: nobody is asked.
  doubles.script({ text: 'Still hello.' });
  await done(client.WorkshopSend({ workbenchId, text: 'Again', mode: 'ask' }));
  await answered('Still hello.');

  await writeFile(join(folder, 'a.txt'), 'other words');
  expect(await done(client.WorkbenchOriginals({ workbenchId }))).toMatchObject({
    folder,
    rows: [{ path: 'a.txt', state: 'changed' }],
  });
  expect((await bench.bytes(workbenchId, 'a.txt')).toString()).toBe('hello');
  const refreshed = await done(client.WorkbenchRefresh({ workbenchId }));
  expect(refreshed).toMatchObject({ paths: ['a.txt'], skipped: [], checkpointId: expect.any(String) });
  expect((await bench.bytes(workbenchId, 'a.txt')).toString()).toBe('other words');
  expect(await done(client.WorkbenchOriginals({ workbenchId }))).toMatchObject({ rows: [{ state: 'same' }] });
  const from = { at: 'checkpoint', checkpointId: refreshed.checkpointId ?? '' } as const;
  const { rows } = await done(client.ReviewGetChanges({ workbenchId, between: { from, to: { at: 'published' } } }));
  expect(rows).toMatchObject([{ path: 'a.txt', change: 'modified' }]);
  expect(await done(client.WorkbenchRefresh({ workbenchId }))).toMatchObject({ paths: [], checkpointId: null });

  await done(client.WorkshopSend({ workbenchId, text: 'And now?', mode: 'ask' }));
  const again = (await asked()).run?.consent?.scopeHash ?? '';
  expect(again).not.toBe(first);
});

test('Refresh takes no file from its folder that could not be added, and names it', async () => {
  const { client, folder, workbenchId } = await open();
  for (const name of ['con.txt', 'ends in a dot.', 'site.url', '__proto__', 'fine.txt'])
    await writeFile(join(folder, name), 'x');
  const paths = ['con.txt', 'ends in a dot.', 'site.url', '__proto__', 'fine.txt'];
  const refreshed = await done(client.WorkbenchRefresh({ workbenchId, paths }));
  expect(refreshed.paths).toEqual(['fine.txt']);
  expect([...refreshed.skipped].sort()).toEqual(['__proto__', 'con.txt', 'ends in a dot.', 'site.url']);
});

test('where the folder is, and what lies in it now, is for admins alone: no way out tells a member or a viewer', async () => {
  const { server, client, folder, workbenchId, exchange, cookie } = await open();
  await exchange();
  await done(client.WorkbenchWriteBack({ workbenchId }));
  await writeFile(join(folder, 'private.txt'), 'never taken into the Workbench');
  const between = { from: { at: 'folder' }, to: { at: 'published' } } as const;
  const walk = async (who: { readonly client: CommandClient; readonly cookie: string }): Promise<string> => {
    const tab = await openTab(server.origin, who.cookie);
    tab.say({ subscribe: [{ stream: `bench/${workbenchId}`, from: 0 }] });
    await tab.until(isLive);
    tab.close();
    const { InstallGet, WorkbenchGet, WorkbenchList, CheckpointsList } = who.client;
    const replies = [
      await InstallGet({}),
      await WorkbenchGet({ workbenchId }),
      await WorkbenchList({}),
      await CheckpointsList({ workbenchId }),
      await who.client.ReviewGetChanges({ workbenchId, between }),
      await who.client.ReviewOpen({ workbenchId, path: 'private.txt', between }),
      await who.client.ReviewContent({ workbenchId, path: 'private.txt', side: 'reference', between }),
      await who.client.ReviewCertificate({ workbenchId, between }),
    ];
    const exported = await fetch(`${server.origin}/workbench-export/${workbenchId}`, {
      headers: { cookie: who.cookie },
    });
    return [...replies, ...tab.frames].map((said) => JSON.stringify(said)).join('\n') + (await exported.text());
  };
  const here = { server, client };
  for (const role of ['viewer', 'member'] as const) {
    const told = await walk(await invite(here, role, role));
    expect(told, role).toContain('a.csv');
    for (const secret of [folder, 'private.txt', 'never taken', tmpdir()]) expect(told, role).not.toContain(secret);
  }
  // The same walk does find them where they may be seen.
  const whole = await walk({ client, cookie });
  for (const secret of [folder, 'private.txt', 'never taken']) expect(whole).toContain(secret);
});
