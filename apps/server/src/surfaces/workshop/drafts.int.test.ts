import { expect, test } from 'vitest';
import { startBenchServer } from '../../testing/bench-server.ts';
import { tempFolder } from '../../testing/temp-folder.ts';

type Reply = { ok: boolean; error?: { code: string } };
const codeOf = (reply: Reply) => reply.error?.code;
const done = async <T>(reply: Promise<{ ok: true; value: T } | { ok: false; error: { code: string } }>): Promise<T> => {
  const told = await reply;
  if (!told.ok) throw new Error(told.error.code);
  return told.value;
};

test('[WS-08] while a Draft is open, what would change the files waits for it', async () => {
  const { client, bench, say } = await startBenchServer();
  const id = await bench.create({ 'a.csv': 'x\n1\n' });
  await say(id, 'change it', { 'a.csv': 'x\n2\n' });
  const before = await bench.get(id);
  const uploads = [await bench.upload('b.csv', 'b')];
  const destination = await tempFolder();
  const files = [{ path: 'context.md', text: 'now' }];
  const refused = [
    await client.WorkbenchFilesAdd({ workbenchId: id, uploads }),
    await client.WorkbenchFilesRemove({ workbenchId: id, paths: ['a.csv'] }),
    await client.WorkbenchFilesExtract({ workbenchId: id, destination }),
    await client.WorkbenchDelete({ workbenchId: id }),
    await client.ContextEdit({ workbenchId: id, category: 'situation', files }),
    await client.CheckpointCreate({ workbenchId: id }),
  ];
  expect(refused.map(codeOf)).toEqual(Array(6).fill('DRAFT_EXISTS'));
  expect(await bench.get(id)).toEqual(before);
});

test('[WS-35] a path out of the Workbench, another folder or a deletion is no change a tool can make', async () => {
  const { bench, tools, at, kit } = await startBenchServer();
  const id = await bench.create({ 'a.txt': 'a' });
  const before = await at(id);
  const [published, draft] = [before.published, before.draft];
  for (const path of ['../x.txt', '/etc/x.txt', 'a/b.txt', '..', 'CON', 'x\u0000.txt', 'C:\\x.txt'])
    await expect(tools(id, [['write_text_file', { path, content: 'x', summary: null }]]), path).rejects.toThrow(
      /SANDBOX_VIOLATION|VALIDATION_FAILED/,
    );
  const { createMemoryHost } = await import('@atelier/files');
  const catalogue = (await kit.files.over(createMemoryHost())).tools.map(({ name }) => name);
  expect(catalogue.filter((name) => /delete|remove|unlink|rename/.test(name))).toEqual([]);
  await expect(tools(id, [['delete_file', { path: 'a.txt' }]])).rejects.toThrow('VALIDATION_FAILED');
  expect([(await at(id)).published, (await at(id)).draft]).toEqual([published, draft]);
});

test('[WS-34] a file of the person’s whose name begins with _ is still there after publishing', async () => {
  const { client, bench, say } = await startBenchServer();
  const id = await bench.create({ '_keep.txt': 'mine', 'a.csv': 'x\n1\n' });
  await say(id, 'change it', { 'a.csv': 'x\n2\n' });
  await done(client.DraftPublish({ workbenchId: id }));
  expect((await bench.bytes(id, '_keep.txt')).toString()).toBe('mine');
});

test('[WS-39] publishing makes the Draft’s files the published ones, with a checkpoint and a card', async () => {
  const { client, bench, say, at } = await startBenchServer();
  const id = await bench.create({ 'a.csv': 'x\n1\n', 'b.csv': 'b\n' });
  const old = (await at(id)).published;
  await say(id, 'change it', { 'a.csv': 'x\n2\n', 'new.md': '# new\n' });
  const draft = await at(id);
  const tree = draft.revisions.get(draft.draft?.revisionId as never)?.tree;
  const { checkpointId } = await done(client.DraftPublish({ workbenchId: id }));
  const bench1 = await at(id);
  expect([bench1.published, bench1.draft]).toEqual([tree, null]);
  expect(bench1.checkpoints.get(checkpointId as never)).toMatchObject({ reason: 'publish', tree: old });
  const view = await bench.view(id);
  expect(view.items.at(-1)).toMatchObject({
    kind: 'card',
    event: 'publish_checkpoint',
    facts: { checkpointId, added: 1, modified: 1, deleted: 0 },
  });
  expect(view).toMatchObject({ state: 'idle', undoablePublish: checkpointId, headRole: 'system' });
  expect([...bench1.revisions.values()].every(({ pruned }) => pruned === 'published')).toBe(true);
  expect(codeOf(await client.DraftPublish({ workbenchId: id }))).toBe('NO_DRAFT');
});

test('[WS-40] restoring brings files and conversation back as they were, and can itself be taken back', async () => {
  const { client, bench, say, at } = await startBenchServer();
  const id = await bench.create({ 'a.csv': 'x\n1\n' });
  await say(id, 'first');
  const { checkpointId } = await done(client.CheckpointCreate({ workbenchId: id, description: 'Monday' }));
  const then = await bench.view(id);
  await say(id, 'second', { 'a.csv': 'x\n2\n' });
  await done(client.DraftPublish({ workbenchId: id }));
  await say(id, 'third');
  const later = await bench.view(id);
  const { preRestoreId } = await done(client.CheckpointRestore({ workbenchId: id, checkpointId }));
  const back = await bench.view(id);
  expect(back.items.slice(0, -1)).toEqual(then.items);
  expect(back.items.at(-1)).toMatchObject({ kind: 'card', event: 'checkpoint_restored', facts: { checkpointId } });
  expect((await bench.bytes(id, 'a.csv')).toString()).toBe('x\n1\n');
  await done(client.CheckpointRestore({ workbenchId: id, checkpointId: preRestoreId }));
  const again = await bench.view(id);
  expect(again.items.slice(0, -1)).toEqual(later.items);
  expect((await bench.bytes(id, 'a.csv')).toString()).toBe('x\n2\n');
  expect((await at(id)).artifacts).toEqual({ research: null, plan: null });
});

test('[WS-43] files that changed under a Draft are not published over; both are kept', async () => {
  const { client, bench, say, at, ports } = await startBenchServer();
  const id = await bench.create({ 'a.csv': 'x\n1\n' });
  await say(id, 'change it', { 'a.csv': 'x\n2\n' });
  // Nothing in the product can do this to an open Draft; a log that was imported or mended may hold it.
  const { recordOn } = await import('@atelier/workshop');
  const other = await ports.content.trees.put({ v: 1, entries: {} });
  if (!other.ok) throw new Error(other.error.code);
  await recordOn(ports)(id as never, { kind: 'user', name: 'local' }, () => ({
    ok: true,
    value: [{ kind: 'files.refreshed', tree: other.value, paths: [], holds: [other.value] }],
  }));
  const before = await at(id);
  const [published, draft] = [before.published, before.draft];
  expect((await bench.view(id)).draft).toMatchObject({ isStale: true });
  expect(codeOf(await client.DraftPublish({ workbenchId: id }))).toBe('CONFLICT_PUBLISHED_CHANGED');
  expect([(await at(id)).published, (await at(id)).draft]).toEqual([published, draft]);
});

test('[WS-84] a manual checkpoint leaves no card; both are on the list of checkpoints', async () => {
  const { client, bench, say } = await startBenchServer();
  const id = await bench.create({ 'a.csv': 'x\n1\n' });
  await done(client.CheckpointCreate({ workbenchId: id, description: 'before' }));
  await say(id, 'change it', { 'a.csv': 'x\n2\n' });
  await done(client.DraftPublish({ workbenchId: id }));
  const cards = (await bench.view(id)).items.filter(({ kind }) => kind === 'card');
  expect(cards).toMatchObject([{ event: 'publish_checkpoint' }]);
  const { checkpoints } = await done(client.CheckpointsList({ workbenchId: id }));
  expect(checkpoints.map(({ reason, since }) => [reason, since?.modified])).toEqual([
    ['publish', 1],
    ['manual', 1],
  ]);
});

test('[WS-92] a publish is undone, also after a restart: the files are as before, the Draft and its marks are back', async () => {
  const first = await startBenchServer();
  const id = await first.bench.create({ 'a.csv': 'x\n1\n', 'b.csv': 'b\n' });
  await first.say(id, 'change it', { 'a.csv': 'x\n2\n', 'b.csv': 'c\n' });
  await done(first.client.ReviewViewed({ workbenchId: id, path: 'a.csv', viewed: true }));
  const marks = await done(first.client.ReviewGetChanges({ workbenchId: id }));
  const { checkpointId } = await done(first.client.DraftPublish({ workbenchId: id }));
  await done(first.client.DraftUndoPublish({ workbenchId: id, checkpointId }));
  expect(await done(first.client.ReviewGetChanges({ workbenchId: id }))).toEqual(marks);
  const again = await done(first.client.DraftPublish({ workbenchId: id }));
  expect(codeOf(await first.client.DraftUndoPublish({ workbenchId: id, checkpointId }))).toBe('CHECKPOINT_NOT_FOUND');
  await first.server.stop();

  const { client, bench } = await startBenchServer({ dataFolder: first.dataFolder });
  expect((await bench.view(id)).undoablePublish).toBe(again.checkpointId);
  await done(client.DraftUndoPublish({ workbenchId: id, checkpointId: again.checkpointId }));
  expect(marks.rows.map(({ path, isViewed }) => [path, isViewed])).toEqual([
    ['a.csv', true],
    ['b.csv', false],
  ]);
  expect(await done(client.ReviewGetChanges({ workbenchId: id }))).toEqual(marks);
  const view = await bench.view(id);
  expect(view.state).toBe('draft_ready');
  const published = await client.ReviewGetChanges({
    workbenchId: id,
    between: { from: { at: 'reference' }, to: { at: 'published' } },
  });
  expect(published).toMatchObject({ ok: true, value: { rows: [] } });
});

test('discarding is undone while nothing else happened; an unfinished run asks before it is published', async () => {
  const { client, bench, say } = await startBenchServer();
  const id = await bench.create({ 'a.csv': 'x\n1\n' });
  await say(id, 'change it', { 'a.csv': 'x\n2\n' }, { ends: false });
  expect(await bench.view(id)).toMatchObject({ state: 'draft_incomplete', draft: { isIncomplete: true } });
  expect(codeOf(await client.DraftPublish({ workbenchId: id }))).toBe('RUN_INCOMPLETE');
  const { draftId } = await done(client.DraftDiscard({ workbenchId: id }));
  expect((await bench.bytes(id, 'a.csv')).toString()).toBe('x\n1\n');
  await done(client.DraftUndoDiscard({ workbenchId: id, draftId }));
  expect((await bench.bytes(id, 'a.csv')).toString()).toBe('x\n2\n');
  await done(client.DraftPublish({ workbenchId: id, dropUnfinished: true }));
  expect((await bench.bytes(id, 'a.csv')).toString()).toBe('x\n2\n');
});

test('a deletion that a Draft holds is published only once it was ticked', async () => {
  const { client, bench, say } = await startBenchServer();
  const id = await bench.create({ 'a.csv': 'x\n1\n', 'b.csv': 'b\n' });
  await say(id, 'delete it', { 'b.csv': null, 'a.csv': 'x\n2\n' });
  expect(await bench.view(id)).toMatchObject({ deletedFiles: ['b.csv'], draft: { unconfirmedDeletions: ['b.csv'] } });
  expect(await client.DraftPublish({ workbenchId: id })).toMatchObject({
    error: { code: 'DELETION_UNCONFIRMED', details: { paths: ['b.csv'] } },
  });
  const tick = { workbenchId: id, paths: ['b.csv'], confirmed: true };
  expect(codeOf(await client.ReviewConfirmDeletions({ ...tick, paths: ['a.csv'] }))).toBe('FILE_NOT_FOUND');
  await done(client.ReviewConfirmDeletions(tick));
  await done(client.DraftPublish({ workbenchId: id }));
  expect((await bench.view(id)).files.map(({ path }) => path)).toEqual(['a.csv']);
});

test('a Draft of which a file is lost is not published: what is published stays readable', async () => {
  const { client, bench, say, at, ports, lost } = await startBenchServer();
  const id = await bench.create({ 'a.csv': 'one\n', 'b.csv': 'b\n' });
  await say(id, 'change it', { 'a.csv': 'two\n' });
  const state = await at(id);
  const tree = state.draft ? state.revisions.get(state.draft.revisionId)?.tree : undefined;
  const blob = tree ? (await ports.content.trees.get(tree))?.entries['a.csv']?.blob : undefined;
  lost.add(blob ?? '');
  expect(codeOf(await client.DraftPublish({ workbenchId: id }))).toBe('CONTENT_MISSING');
  expect(await bench.view(id)).toMatchObject({ state: 'draft_ready' });
  lost.clear();
  await done(client.DraftPublish({ workbenchId: id }));
  expect((await bench.bytes(id, 'a.csv')).toString()).toBe('two\n');
});
