import { defaultRevisionLimits } from '@atelier/workshop';
import { expect, test } from 'vitest';
import { startBenchServer } from '../../testing/bench-server.ts';
import { codeOf, done } from '../../testing/replies.ts';
import { untilStill } from '../../testing/workshop.ts';

type Started = Awaited<ReturnType<typeof startBenchServer>>;
const textAt = async ({ bench }: Started, id: string, path = 'a.csv') => (await bench.bytes(id, path)).toString();

test('[WS-49] rewinding to the question takes its Draft back; [WS-51] redo returns exactly, until a new message', async () => {
  const started = await startBenchServer();
  const { client, bench, say, at } = started;
  const id = await bench.create({ 'a.csv': 'one\n' });
  const first = await say(id, 'change it', { 'a.csv': 'two\n' });
  const before = await bench.view(id);
  const preview = await done(client.WorkshopUndoPreview({ workbenchId: id, messageId: first.question }));
  expect(preview).toEqual({
    messages: 1,
    losesDraft: true,
    changesDraft: true,
    crossesPublish: false,
    files: [{ path: 'a.csv', change: 'modified' }],
    publishedFiles: [],
    pruned: null,
  });
  const undo = { workbenchId: id, messageId: first.question, mode: 'full' } as const;
  expect(await done(client.WorkshopUndo({ ...undo, seen: { head: first.answer } }))).toMatchObject({ partial: null });
  const rewound = await bench.view(id);
  expect(rewound).toMatchObject({ head: first.question, headRole: 'user', draft: null, state: 'idle', canRedo: true });
  expect(rewound.items).toMatchObject([{ kind: 'user', text: 'change it' }]);
  expect((await at(id)).artifacts).toEqual({ research: null, plan: null });
  expect(await textAt(started, id)).toBe('one\n');

  await done(client.WorkshopRedo({ workbenchId: id }));
  const again = await bench.view(id);
  expect([again.head, again.draft, again.items]).toEqual([before.head, before.draft, before.items]);
  expect(await textAt(started, id)).toBe('two\n');

  await done(client.WorkshopUndo(undo));
  const other = await say(id, 'something else');
  expect((await bench.view(id)).canRedo).toBe(false);
  expect(await codeOf(client.WorkshopRedo({ workbenchId: id }))).toBe('NOTHING_TO_REDO');
  const { paths } = await done(client.WorkshopPaths({ workbenchId: id }));
  expect(paths).toMatchObject([{ head: first.answer, messages: 1, text: 'Re: change it', hasDraft: true }]);
  await done(client.WorkshopRestorePath({ workbenchId: id, messageId: first.answer }));
  expect(await textAt(started, id)).toBe('two\n');
  expect((await bench.view(id)).items.map(({ id: item }) => item)).toEqual([first.question, first.answer]);
  expect(other.answer).not.toBe(first.answer);
});

test('[WS-50] with refining on, rewinding to an answer returns the Draft as that answer left it', async () => {
  const started = await startBenchServer();
  const { client, bench, say, at } = started;
  const id = await bench.create({ 'a.csv': 'one\n' });
  await done(client.WorkbenchSettingsSet({ workbenchId: id, set: { refineInDraft: true } }));
  const first = await say(id, 'change it', { 'a.csv': 'two\n' });
  await say(id, 'more', { 'a.csv': 'three\n', 'b.csv': 'new\n' });
  await done(client.WorkshopUndo({ workbenchId: id, messageId: first.answer, mode: 'full' }));
  expect((await at(id)).draft?.revisionId).toBe(first.revisionId);
  expect(await textAt(started, id)).toBe('two\n');
  expect((await bench.view(id)).files.map(({ path }) => path)).toEqual(['a.csv']);
});

test('[WS-52] going back before a publish asks what becomes of the published files', async () => {
  const started = await startBenchServer();
  const { client, bench, say } = started;
  const id = await bench.create({ 'a.csv': 'one\n' });
  const first = await say(id, 'first');
  await say(id, 'change it', { 'a.csv': 'two\n' });
  await done(client.DraftPublish({ workbenchId: id }));
  const undo = { workbenchId: id, messageId: first.answer, mode: 'full' } as const;
  expect(await done(client.WorkshopUndoPreview({ workbenchId: id, messageId: first.answer }))).toMatchObject({
    crossesPublish: true,
    publishedFiles: [{ path: 'a.csv', change: 'modified' }],
  });
  expect(await codeOf(client.WorkshopUndo(undo))).toBe('PUBLISHED_CHOICE_REQUIRED');
  await done(client.WorkshopUndo({ ...undo, mode: 'chat_only' }));
  expect(await textAt(started, id)).toBe('two\n');
  await done(client.WorkshopRedo({ workbenchId: id }));
  await done(client.WorkshopUndo({ ...undo, published: 'restore' }));
  expect(await textAt(started, id)).toBe('one\n');
  const { checkpoints } = await done(client.CheckpointsList({ workbenchId: id }));
  expect(checkpoints.map(({ reason }) => reason)).toEqual(['pre_restore', 'publish']);
  await done(client.WorkshopRedo({ workbenchId: id }));
  expect(await textAt(started, id)).toBe('two\n');
});

test('[WS-53] a state of the Draft that was pruned says so, and each of the other ways works as named', async () => {
  const started = await startBenchServer();
  const { client, bench, say } = started;
  const id = await bench.create({ 'a.csv': 'one\n' });
  const first = await say(id, 'change it', { 'a.csv': 'two\n' });
  await done(client.DraftPublish({ workbenchId: id }));
  await say(id, 'thanks');
  const undo = { workbenchId: id, messageId: first.answer, published: 'restore', mode: 'full' } as const;
  expect(await client.WorkshopUndo(undo)).toMatchObject({
    error: { code: 'REVISION_PRUNED', details: { isReopenable: true } },
  });
  expect(await done(client.WorkshopUndoPreview({ workbenchId: id, messageId: first.answer }))).toMatchObject({
    pruned: { isReopenable: true },
    // Opened again, the Draft shows the files as they are now; it is Published that goes back.
    files: [],
    publishedFiles: [{ path: 'a.csv', change: 'modified' }],
  });
  await done(client.WorkshopUndo({ ...undo, mode: 'chat_only' }));
  expect([await textAt(started, id), (await bench.view(id)).draft]).toEqual(['two\n', null]);
  await done(client.WorkshopRedo({ workbenchId: id }));
  await done(client.WorkshopUndo({ ...undo, mode: 'discard_draft' }));
  expect([await textAt(started, id), (await bench.view(id)).draft]).toEqual(['one\n', null]);
  await done(client.WorkshopRedo({ workbenchId: id }));
  await done(client.WorkshopUndo({ ...undo, mode: 'reopen_draft' }));
  expect(await bench.view(id)).toMatchObject({ state: 'draft_ready', head: first.answer });
  expect(await textAt(started, id)).toBe('two\n');
});

test('[WS-59] the two hundred and first revision leaves two hundred that can be rewound to', async () => {
  const { client, bench, say, at } = await startBenchServer();
  const id = await bench.create({ 'a.csv': '0\n' });
  await done(client.WorkbenchSettingsSet({ workbenchId: id, set: { refineInDraft: true } }));
  const answers = [];
  for (let nth = 1; nth <= defaultRevisionLimits.revisions + 1; nth += 1)
    answers.push(await say(id, `${nth}`, { 'a.csv': `${nth}\n` }));
  const kept = [...(await at(id)).revisions.values()].filter(({ pruned }) => pruned === null);
  expect([kept.length, kept[0]?.id]).toEqual([200, answers[1]?.revisionId]);
  const undo = { workbenchId: id, mode: 'full' } as const;
  expect(await codeOf(client.WorkshopUndo({ ...undo, messageId: answers[0]?.answer ?? '' }))).toBe('REVISION_PRUNED');
  await done(client.WorkshopUndo({ ...undo, messageId: answers[1]?.answer ?? '' }));
  expect((await bench.bytes(id, 'a.csv')).toString()).toBe('2\n');
}, 120_000);

test('what earlier Drafts may hold is a setting: above it the oldest can no longer be rewound to', async () => {
  const { client, bench } = await startBenchServer();
  const rows = Array.from({ length: 9_000 }, (_, at) => `${at},${'long'.repeat(30)},${at % 977}\n`);
  const id = await bench.create({ 'a.csv': `id,town,n\n${rows.join('')}` });
  await done(client.SettingsSet({ set: { revisionBytes: 1024 ** 2 } }));
  await done(client.WorkbenchSettingsSet({ workbenchId: id, set: { refineInDraft: true } }));
  const first = await bench.ask(id, 'Add a column Twice = n * 2 to a.csv');
  await bench.ask(id, 'Add a column Half = n / 2 to a.csv');
  // The newest state of an open Draft always stays, however large it is.
  await bench.ask(id, 'Add a column More = n + 1 to a.csv');
  const messageId = first.items.findLast(({ kind }) => kind === 'assistant')?.id ?? '';
  expect(await codeOf(client.WorkshopUndo({ workbenchId: id, mode: 'full', messageId }))).toBe('REVISION_PRUNED');
}, 60_000);

test('[WS-55] the last answer is replaced without asking; [WS-56] an older one only after a word', async () => {
  const { client, bench, kit } = await startBenchServer();
  const id = await bench.create({ 'a.csv': 'city,n\nHaifa,2\nAcre,3\n' });
  const one = await bench.ask(id, 'How many rows are in a.csv?', 'ask');
  const old = one.items.at(-1);
  const again = await done(client.WorkshopRegenerate({ workbenchId: id, seen: { head: one.head } }));
  const two = await untilStill(client, id);
  expect(two.items.map(({ kind }) => kind)).toEqual(['user', 'assistant']);
  expect(two.items[0]).toEqual(one.items[0]);
  expect(two.items[1]).toMatchObject({ state: 'done' });
  expect(two.items[1]?.id).not.toBe(old?.id);
  const page = await kit.log.read(`bench/${id}`);
  const events = page.ok ? page.value.events : [];
  const moved = events.findLast(({ kind }) => kind === 'head.moved');
  expect(moved?.data.body).toMatchObject({ reason: 'regenerate', from: { head: old?.id } });
  const placed = events.findLast(({ kind }) => kind === 'message.placed');
  expect(placed?.data.body).toMatchObject({ messageId: two.items[1]?.id, runId: again.runId });
  expect(two.mode ?? 'ask').toBe('ask');

  await bench.ask(id, 'How many columns are in a.csv?', 'ask');
  const older = { workbenchId: id, messageId: two.items[1]?.id ?? '' };
  expect(await codeOf(client.WorkshopRegenerate(older))).toBe('CONFIRMATION_REQUIRED');
  await done(client.WorkshopRegenerate({ ...older, confirmed: true }));
  expect((await untilStill(client, id)).items.map(({ kind }) => kind)).toEqual(['user', 'assistant']);

  // Edit and resend: the changed question stands where the old one stood.
  const edited = { workbenchId: id, text: 'What is the sum of n in a.csv?', confirmed: true };
  await done(client.WorkshopRegenerate(edited));
  const last = await untilStill(client, id);
  expect(last.items).toMatchObject([
    { kind: 'user', text: 'What is the sum of n in a.csv?' },
    { kind: 'assistant', state: 'done' },
  ]);
  expect(last.canRedo).toBe(false);
  expect((await done(client.WorkshopPaths({ workbenchId: id }))).paths.length).toBeGreaterThan(0);
}, 60_000);

test('[WS-71] a decision made in an old tab is not carried out', async () => {
  const { client, bench, say } = await startBenchServer();
  const id = await bench.create({ 'a.csv': 'one\n' });
  const { head } = await bench.view(id);
  await say(id, 'hello');
  const text = { workbenchId: id, text: 'from the old tab', mode: 'ask', seen: { head } } as const;
  expect(await codeOf(client.WorkshopSend(text))).toBe('CONFLICT_STALE_STATE');
  const now = await bench.view(id);
  expect(now.items.map(({ kind }) => kind)).toEqual(['user', 'assistant']);
  expect(await client.WorkshopSend({ ...text, seen: { head: now.head } })).toMatchObject({ ok: true });
  await untilStill(client, id);
});

test('[WS-72] after a restart everything stands as it did', async () => {
  const first = await startBenchServer();
  const id = await first.bench.create({ 'a.csv': 'one\n' });
  for (let nth = 0; nth < 14; nth += 1) await first.say(id, `question ${nth}`);
  const models = await done(first.client.ModelsGet({}));
  const modelId = models.view.models.find((each) => each.modelId !== 'builtin:offline')?.modelId ?? '';
  await done(first.client.WorkshopSwitchModel({ workbenchId: id, modelId }));
  await first.say(id, 'change it', { 'a.csv': 'two\n' });
  const before = await first.bench.view(id);
  await first.server.stop();
  const { bench, client } = await startBenchServer({ dataFolder: first.dataFolder });
  const after = await bench.view(id);
  expect(after).toEqual(before);
  expect([after.items.length, after.modelId]).toEqual([31, modelId]);
  expect(after.state).toBe('draft_ready');
  expect((await done(client.ReviewGetChanges({ workbenchId: id }))).rows).toHaveLength(1);
});

test('[WS-111] any two points are compared: checkpoints with each other, a message with now', async () => {
  const { client, bench, say } = await startBenchServer();
  const id = await bench.create({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
  const one = await done(client.CheckpointCreate({ workbenchId: id }));
  const said = await say(id, 'change it', { 'a.txt': 'two\n' });
  await done(client.DraftPublish({ workbenchId: id }));
  await say(id, 'more', { 'a.txt': 'three\n', 'c.txt': 'new\n' });
  await done(client.DraftPublish({ workbenchId: id }));
  const two = await done(client.CheckpointCreate({ workbenchId: id }));
  const changes = async (from: object, to: object) =>
    (await done(client.ReviewGetChanges({ workbenchId: id, between: { from, to } as never }))).rows.map(
      ({ path, change }) => `${change} ${path}`,
    );
  const at = (checkpointId: string) => ({ at: 'checkpoint', checkpointId });
  expect(await changes(at(one.checkpointId), at(two.checkpointId))).toEqual(['modified a.txt', 'added c.txt']);
  expect(await changes({ at: 'message', messageId: said.question }, { at: 'published' })).toEqual([
    'modified a.txt',
    'added c.txt',
  ]);
  const { answer } = await done(
    client.ReviewOpen({
      workbenchId: id,
      path: 'a.txt',
      between: { from: { at: 'message', messageId: said.answer }, to: { at: 'published' } },
    }),
  );
  expect(answer).toMatchObject({
    ok: true,
    value: { kind: 'text', items: [{ before: [{ text: 'two' }], after: [{ text: 'three' }] }] },
  });
});

test('[WS-54] where a state’s content is lost, the newest usable one before it is taken and named', async () => {
  const first = await startBenchServer();
  const { client, bench, say } = first;
  const id = await bench.create({ 'a.csv': 'one\n' });
  await done(client.WorkbenchSettingsSet({ workbenchId: id, set: { refineInDraft: true } }));
  const good = await say(id, 'good', { 'a.csv': 'two\n' });
  const lost = await say(id, 'lost', { 'a.csv': 'three\n' });
  await say(id, 'later', { 'a.csv': 'four\n' });
  const revision = (await first.at(id)).revisions.get(lost.revisionId as never);
  const tree = revision && (await first.ports.content.trees.get(revision.tree));
  first.lost.add(tree?.entries['a.csv']?.blob ?? '');
  const undone = await done(client.WorkshopUndo({ workbenchId: id, messageId: lost.answer, mode: 'full' }));
  expect(undone.partial).toEqual({ wanted: lost.revisionId, got: good.revisionId });
  expect(await textAt(first, id)).toBe('two\n');
});

test('[WS-106] a question that is changed to ask about a picture is not sent to a model that cannot see it', async () => {
  const { client, bench, say } = await startBenchServer();
  const id = await bench.create({ 'a.csv': 'one\n', 'shot.png': 'no picture' });
  const first = await say(id, 'what is here?');
  const again = { workbenchId: id, messageId: first.question, confirmed: true } as const;
  expect(await codeOf(client.WorkshopRegenerate({ ...again, text: 'What is on shot.png?' }))).toBe('MODEL_CANNOT_SEE');
  expect((await bench.view(id)).head).toBe(first.answer);
  await done(client.WorkshopRegenerate({ ...again, text: 'What is on shot.png?', withoutPictures: true }));
  await untilStill(client, id);
});
