import { workbenchExportPath, workbenchImportPath } from '@atelier/contracts';
import { blobIdOf } from '@atelier/kernel/adapters';
import { BETWEEN_MARKS_MS, collect, createCommitGate, pinsOfLog, verify } from '@atelier/kernel/usecases';
import { readTree, scopeFiles, type WorkbenchId } from '@atelier/workshop';
import { expect, test } from 'vitest';
import { startBenchServer } from '../../testing/bench-server.ts';
import { codeOf, done } from '../../testing/replies.ts';
import { untilStill } from '../../testing/workshop.ts';

type Started = Awaited<ReturnType<typeof startBenchServer>>;

/** Frees what no stream holds, as the collection does within hours. */
const freeOf = async ({ kit }: Started) => {
  const { log, storage } = kit;
  const pins = pinsOfLog({ log, streams: storage.audit.streams });
  let later = 0;
  const clock = { now: () => Date.now() + later };
  const step = collect({ objects: await storage.objects(), pins, gate: createCommitGate(), clock, idOf: blobIdOf });
  await step();
  later += BETWEEN_MARKS_MS;
  await step();
};
const findingsOf = async ({ kit: { storage } }: Started) => {
  const content = await storage.content();
  return (await verify({ audit: storage.audit, heads: storage.heads, content })()).findings;
};

test('trimming frees what only the past held; files, chat, context and own checkpoints stay, and the log verifies', async () => {
  const started = await startBenchServer();
  const { client, bench, say, at, kit } = started;
  const id = await bench.create({ 'a.csv': 'city,n\nHaifa,2\n', 'notes.txt': 'as it came' });
  const on = { workbenchId: id };
  const content = await kit.storage.content();
  /** The files that consent is asked for. */
  const scope = async () => {
    const { published, supplied } = await at(id);
    const entriesOf = async (tree: typeof published) => (await readTree(content, tree)).entries;
    const all = await Promise.all(supplied.map(async (each) => ({ ...each, entries: await entriesOf(each.tree) })));
    return scopeFiles(await entriesOf(published), all);
  };
  const has = (text: string) => content.blobs.has(blobIdOf(Buffer.from(text)));

  await bench.ask(id, 'Add a column Twice = n * 2 to a.csv');
  await done(client.DraftPublish(on));
  const mine = await done(client.CheckpointCreate({ ...on, description: 'Mine' }));
  const thrown = await say(id, 'Try it', { 'notes.txt': 'thrown away' });
  await done(client.WorkshopUndo({ ...on, messageId: thrown.question, mode: 'full' }));
  await say(id, 'Write it', { 'notes.txt': 'written once' });
  await done(client.DraftPublish(on));
  await say(id, 'Again', { 'notes.txt': 'written twice' });
  expect(await codeOf(client.WorkbenchTrim({ ...on, ownCheckpoints: 'keep' }))).toBe('DRAFT_EXISTS');
  await done(client.DraftPublish(on));

  const before = await bench.view(id);
  const asked = await scope();
  expect(asked.map(({ path }) => path)).toEqual(['a.csv', 'notes.txt']);
  const preview = await done(client.WorkbenchTrimPreview({ ...on, ownCheckpoints: 'keep' }));
  expect(preview).toMatchObject({ checkpoints: 3, messages: 1, kept: 1, lanes: 0 });
  expect(preview.states).toBeGreaterThanOrEqual(4);
  expect(preview.bytesAfter).toBeLessThan(preview.bytesNow);
  expect((await done(client.WorkbenchRoom(on))).kept).toBe(preview.bytesNow);
  expect((await bench.view(id)).head, 'a preview changes nothing').toBe(before.head);
  expect(await codeOf(client.WorkbenchTrim({ ...on, ownCheckpoints: 'keep', seen: { head: thrown.answer } }))).toBe(
    'CONFLICT_STALE_STATE',
  );
  const { went } = await done(client.WorkbenchTrim({ ...on, ownCheckpoints: 'keep', seen: { head: before.head } }));
  expect(went).toEqual(Object.fromEntries(Object.keys(went).map((kind) => [kind, preview[kind as keyof typeof went]])));
  await freeOf(started);
  expect((await done(client.WorkbenchRoom(on))).kept).toBe(preview.bytesAfter);

  expect([await has('thrown away'), await has('written once'), await has('written twice')]).toEqual([
    false,
    false,
    true,
  ]);
  expect(await findingsOf(started)).toEqual([]);
  const after = await bench.view(id);
  expect(after.items.map((item) => item.id)).toEqual(before.items.map((item) => item.id));
  expect(after).toMatchObject({ state: 'idle', canRedo: false, abandonedPaths: 0, files: before.files });
  expect((await bench.bytes(id, 'notes.txt')).toString()).toBe('written twice');
  expect(await scope(), 'nobody is asked again').toEqual(asked);
  const { checkpoints } = await done(client.CheckpointsList(on));
  expect(checkpoints).toMatchObject([{ checkpointId: mine.checkpointId, reason: 'manual', description: 'Mine' }]);
  expect(after.undoablePublish).toBeNull();
  expect(await codeOf(client.WorkbenchTrim({ ...on, ownCheckpoints: 'keep' }))).toBe('NOTHING_TO_TRIM');

  // How an answer was made is still told, without the texts that went.
  const answer = before.items.find((item) => item.kind === 'assistant')?.id ?? '';
  const trace = await done(client.WorkshopTrace({ ...on, messageId: answer }));
  expect(trace.tools.length).toBeGreaterThan(0);
  expect(trace.research).toBeNull();

  // A message from before leads to the nearest state that stayed, never to files that are gone.
  const first = before.items[0]?.id ?? '';
  const back = await done(client.WorkshopUndo({ ...on, messageId: first, mode: 'full', published: 'restore' }));
  expect(back.partial).toBeNull();
  expect((await bench.bytes(id, 'a.csv')).toString()).toContain('Twice');
  expect((await bench.bytes(id, 'notes.txt')).toString()).toBe('as it came');
  await done(client.WorkshopRedo(on));
  expect((await bench.bytes(id, 'notes.txt')).toString()).toBe('written twice');
  await done(client.CheckpointRestore({ ...on, checkpointId: mine.checkpointId }));
  expect((await bench.bytes(id, 'a.csv')).toString()).toContain('Twice');
  expect((await bench.bytes(id, 'notes.txt')).toString()).toBe('as it came');

  // And the Workbench goes on, here and elsewhere.
  await done(client.WorkshopSend({ ...on, text: 'Add a column Thrice = n * 3 to a.csv', mode: 'agent' }));
  await untilStill(client, id);
  await done(client.DraftPublish(on));
  expect((await bench.bytes(id, 'a.csv')).toString()).toContain('Thrice');
  const headers = { cookie: started.cookie, origin: started.server.origin };
  const file = await fetch(`${started.server.origin}${workbenchExportPath(id)}`, { headers });
  expect(file.status).toBe(200);
  const url = `${started.server.origin}${workbenchImportPath('new')}`;
  const put = await fetch(url, { method: 'PUT', headers, body: Buffer.from(await file.arrayBuffer()) });
  const { value } = (await put.json()) as { readonly value: { readonly workbenchId: WorkbenchId } };
  expect((await bench.view(value.workbenchId)).items.length).toBe((await bench.view(id)).items.length);
  expect(await findingsOf(started)).toEqual([]);
}, 120_000);
