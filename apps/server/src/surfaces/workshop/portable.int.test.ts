import { workbenchExportPath, workbenchImportPath } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { done } from '../../testing/replies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { untilStill, workbenchOn } from '../../testing/workshop.ts';

const table = 'city,n\nHaifa,2\nAcre,3\n';

const exported = async ({ server, cookie }: TestServer, id: string): Promise<Buffer> => {
  const headers = { cookie, origin: server.origin };
  const got = await fetch(`${server.origin}${workbenchExportPath(id)}`, { headers });
  expect(got.status).toBe(200);
  return Buffer.from(await got.arrayBuffer());
};

type Told = {
  readonly ok: boolean;
  readonly value: { readonly workbenchId: string };
  readonly error?: { readonly code: string; readonly details?: { readonly part?: string } };
};
const importInto = async ({ server, cookie }: TestServer, bytes: Uint8Array, as: 'same' | 'new'): Promise<Told> => {
  const headers = { cookie, origin: server.origin };
  const url = `${server.origin}${workbenchImportPath(as)}`;
  const put = await fetch(url, { method: 'PUT', headers, body: Buffer.from(bytes) });
  return (await put.json()) as Told;
};

/** Everything a person sees of a Workbench that does not depend on when they look. */
const seenOf = async (server: TestServer, workbenchId: string) => {
  const { client } = server;
  const { view } = await done(client.WorkbenchGet({ workbenchId }));
  const { checkpoints } = await done(client.CheckpointsList({ workbenchId }));
  const bench = workbenchOn(server);
  const bytes = await Promise.all(
    view.files.map(async ({ path }) => (await bench.bytes(workbenchId, path)).toString()),
  );
  const { items, files, draft, canRedo, head, plan, state, name, abandonedPaths, settings } = view;
  return { items, files, draft, canRedo, head, plan, state, name, abandonedPaths, settings, checkpoints, bytes };
};

test('[WS-93] a Workbench leaves as one file and goes on in another data folder; a changed byte is refused by name', async () => {
  const here = await startTestServer();
  const { client } = here;
  const bench = workbenchOn(here);
  const id = await bench.create({ 'a.csv': table, 'notes.txt': 'Some notes.' }, 'Budget');
  for (let turn = 0; turn < 38; turn += 1) await bench.ask(id, `What is in notes.txt? (${turn})`, 'ask');
  await done(client.CheckpointCreate({ workbenchId: id, description: 'Before' }));
  await bench.ask(id, 'Add a column Twice = n * 2 to a.csv');
  await done(client.DraftPublish({ workbenchId: id }));
  await bench.ask(id, 'Add a column Thrice = n * 3 to a.csv');
  // Something to redo, and a Draft: back to before the last request and forward again is how a Draft stays.
  const before = await seenOf(here, id);
  expect(before).toMatchObject({ state: 'draft_ready', draft: { changes: { modified: 1 } } });
  expect(before.checkpoints.length).toBeGreaterThanOrEqual(2);
  const file = await exported(here, id);

  const there = await startTestServer();
  const made = await importInto(there, file, 'same');
  expect(made).toMatchObject({ ok: true, value: { workbenchId: id } });
  expect(await seenOf(there, id)).toEqual(before);
  expect(await importInto(there, file, 'same')).toMatchObject({ ok: false, error: { code: 'WORKBENCH_EXISTS' } });
  // It continues: the Draft is rewound, redone and published; the checkpoint is restored; another run works.
  const lastAsked = before.items.filter(({ kind }) => kind === 'user').at(-1)?.id ?? '';
  await done(there.client.WorkshopUndo({ workbenchId: id, messageId: lastAsked, mode: 'full' }));
  expect(await seenOf(there, id)).toMatchObject({ canRedo: true, draft: null });
  const rewound = await exported(there, id);
  await done(there.client.WorkshopRedo({ workbenchId: id }));
  expect(await seenOf(there, id)).toMatchObject({ draft: before.draft && { revisionId: before.draft.revisionId } });
  await done(there.client.DraftPublish({ workbenchId: id }));
  const oldest = before.checkpoints.find(({ reason }) => reason === 'manual')?.checkpointId ?? '';
  await done(there.client.CheckpointRestore({ workbenchId: id, checkpointId: oldest }));
  expect((await workbenchOn(there).bytes(id, 'a.csv')).toString()).toBe(table);
  await workbenchOn(there).ask(id, 'Add a column Half = n / 2 to a.csv');

  // Redo travels, under a new id, beside the first.
  const copy = await importInto(there, rewound, 'new');
  expect(copy.value.workbenchId).not.toBe(id);
  const copied = copy.value.workbenchId;
  expect(await seenOf(there, copied)).toMatchObject({ canRedo: true, name: 'Budget' });
  await done(there.client.WorkshopRedo({ workbenchId: copied }));
  expect((await seenOf(there, copied)).bytes).toEqual(before.bytes);

  // Any byte that is another is refused, and the part is named.
  const place = file.lastIndexOf('Some notes.');
  const changed = Buffer.from(file);
  changed[place] = 0x53 ^ 1;
  expect(await importInto(there, changed, 'new')).toMatchObject({
    ok: false,
    error: { code: 'EXPORT_DAMAGED', details: { part: 'notes.txt' } },
  });
  for (let at = 100; at < file.length; at += Math.floor(file.length / 10)) {
    const other = Buffer.from(file);
    other[at] = (other[at] ?? 0) ^ 4;
    const told = await importInto(there, other, 'new');
    expect([told.ok, told.error?.code]).toEqual([false, 'EXPORT_DAMAGED']);
    expect(told.error?.details?.part).toMatch(/./);
  }
  expect(await importInto(there, file.subarray(0, file.length - 40), 'new')).toMatchObject({ ok: false });
  expect(await importInto(there, Buffer.from('hello'), 'new')).toMatchObject({ error: { code: 'NOT_AN_EXPORT' } });
  expect((await done(there.client.WorkbenchList({}))).all).toBe(2);
}, 240_000);

test('a run that waits is exported, imported and resumed to its end, under its own id and under another', async () => {
  const here = await startTestServer();
  const bench = workbenchOn(here);
  const id = await bench.create({ 'a.csv': table });
  await done(here.client.WorkbenchSettingsSet({ workbenchId: id, set: { pauseAfterPlan: true } }));
  const paused = await bench.ask(id, 'Add a column Twice = n * 2 to a.csv');
  expect(paused).toMatchObject({ waitsFor: 'paused', plan: [{ mark: 'open' }] });
  const file = await exported(here, id);
  const there = await startTestServer();
  for (const [server, as] of [
    [there, 'same'],
    [here, 'new'],
  ] as const) {
    const { workbenchId } = (await importInto(server, file, as)).value;
    expect((await workbenchOn(server).view(workbenchId)).plan).toEqual(paused.plan);
    await done(server.client.WorkshopResume({ workbenchId }));
    const view = await untilStill(server.client, workbenchId);
    expect(view).toMatchObject({ state: 'draft_ready', plan: [{ mark: 'done' }] });
    expect((await workbenchOn(server).bytes(workbenchId, 'a.csv')).toString()).toContain('4');
    await done(server.client.DraftPublish({ workbenchId }));
  }
});
