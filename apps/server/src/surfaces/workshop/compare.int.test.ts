import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompareView } from '@atelier/contracts';
import { startDoubles, type Turn } from '@atelier/models/testing';
import { expect, onTestFinished, test } from 'vitest';
import { startModelsServer } from '../../testing/models-server.ts';
import { codeOf, done } from '../../testing/replies.ts';
import { workbenchOn } from '../../testing/workshop.ts';

const gpt = 'openai:gpt-5.2';

const start = async (mode: 'ask' | 'allow_all' = 'allow_all') => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'atelier-lanes-'));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  const doubles = await startDoubles();
  onTestFinished(() => doubles.close());
  const open = async (providers?: typeof doubles) => {
    const server = await startModelsServer({ dataFolder, ...(providers && { doubles: providers }) });
    await server.client.ProvidersSetApiKey({ provider: 'openai', key: 'sk-good-key-1234' });
    if (mode === 'allow_all') await server.client.UserSetConsentMode({ mode, confirmed: true });
    return { ...server, bench: workbenchOn(server) };
  };
  const first = await open(doubles);
  let calls = 0;
  /** The turns of a run that writes these files and says so. */
  const answer = (files: Readonly<Record<string, string>>, said: string): readonly Turn[] => [
    { text: 'Found.' },
    { text: '- [ ] 1. Write the files' },
    ...Object.entries(files).map(([path, content]) => ({
      toolCalls: [{ id: `c${calls++}`, name: 'write_text_file', input: { path, content, summary: `Wrote ${path}.` } }],
    })),
    { text: 'Done.' },
    { text: said },
  ];
  return { ...first, doubles, answer, again: () => open() };
};
type Started = Awaited<ReturnType<typeof start>>;
type Client = Pick<Started, 'client'>;

const compared = async ({ client }: Client, id: string, fits: (view: CompareView) => boolean): Promise<CompareView> => {
  for (;;) {
    const view = await done(client.WorkshopGetCompare({ workbenchId: id }));
    if (fits(view)) return view;
    await new Promise((next) => setTimeout(next, 25));
  }
};
const isStill = ({ lanes }: CompareView): boolean =>
  lanes.every(({ state }) => state !== 'queued' && state !== 'running');

const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
const long = (first: string, last: string): string => `${[first, ...lines, last].join('\n')}\n`;
const before = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': long('one', 'three') };

/** A Workbench whose question was answered, with the message of the answer. */
const asked = async ({ client, bench, doubles, answer }: Started) => {
  const id = await bench.create(before);
  await done(client.WorkshopSwitchModel({ workbenchId: id, modelId: gpt }));
  doubles.script(...answer({ 'a.txt': 'A from one\n' }, 'The first answer.'));
  const view = await bench.ask(id, 'Improve the files');
  expect(view.state).toBe('draft_ready');
  return { id, messageId: view.items.findLast(({ kind }) => kind === 'assistant')?.id ?? '' };
};

const threeLanes = async (started: Started) => {
  const { client, doubles, answer } = started;
  const { id, messageId } = await asked(started);
  doubles.script(
    ...answer({ 'b.txt': 'B from two\n' }, 'The second answer.'),
    ...answer({ 'c.txt': long('ONE', 'THREE') }, 'The third answer.'),
  );
  const { compareId } = await done(
    client.WorkshopTryWithModel({ workbenchId: id, messageId, modelIds: [gpt, gpt], parallel: false }),
  );
  return { id, compareId, view: await compared(started, id, isStill) };
};

const text = async ({ bench }: Pick<Started, 'bench'>, id: string, path: string) =>
  (await bench.bytes(id, path)).toString();

test('[WS-61] three lanes are three labelled Drafts from one base with texts of their own, after a restart too', async () => {
  const started = await start();
  const { id, view } = await threeLanes(started);
  const shape = {
    question: 'Improve the files',
    lanes: [
      { state: 'ready', text: 'The first answer.', hasDraft: true, isChoosable: true },
      { state: 'ready', text: 'The second answer.', hasDraft: true, isChoosable: true },
      { state: 'ready', text: 'The third answer.', hasDraft: true, isChoosable: true },
    ],
    files: [
      { path: 'a.txt', cells: ['modified', null, null] },
      { path: 'b.txt', cells: [null, 'modified', null] },
      { path: 'c.txt', cells: [null, null, 'modified'] },
    ],
  };
  expect(view).toMatchObject(shape);
  const [label] = view.lanes.map((lane) => lane.label);
  expect(view.lanes.map((lane) => lane.label)).toEqual([label, `${label} (2)`, `${label} (3)`]);
  expect(view.lanes.every(({ tokensOut }) => tokensOut > 0)).toBe(true);
  const [, second, third] = view.lanes;
  const between = {
    from: { at: 'message', messageId: second?.messageId ?? '' },
    to: { at: 'message', messageId: third?.messageId ?? '' },
  } as const;
  const { rows } = await done(started.client.ReviewGetChanges({ workbenchId: id, between }));
  expect(rows.map(({ path }) => path)).toEqual(['b.txt', 'c.txt']);
  await started.server.stop();
  const next = await started.again();
  expect(await done(next.client.WorkshopGetCompare({ workbenchId: id }))).toMatchObject(shape);
  expect((await done(next.client.WorkbenchList({}))).cards).toHaveLength(1);
}, 180_000);

test('[WS-62] choosing lane 2 leaves its Draft only, opens it for review, and the card lists all lanes', async () => {
  const started = await start();
  const { id, compareId, view } = await threeLanes(started);
  const laneId = view.lanes[1]?.laneId ?? '';
  await done(started.client.WorkshopChooseResponse({ workbenchId: id, compareId, laneId }));
  const after = await started.bench.view(id);
  expect(after.state).toBe('draft_ready');
  expect(after.items).toMatchObject([
    {},
    { kind: 'user' },
    { kind: 'assistant', text: 'The second answer.' },
    {
      kind: 'card',
      event: 'compare_chosen',
      facts: { laneId, modelId: view.lanes[1]?.modelId, lanes: view.lanes.map((lane) => lane.laneId) },
    },
  ]);
  const { rows } = await done(started.client.ReviewGetChanges({ workbenchId: id }));
  expect(rows).toMatchObject([{ path: 'b.txt', change: 'modified' }]);
  expect(await codeOf(started.client.WorkshopGetCompare({ workbenchId: id }))).toBe('COMPARE_NOT_OPEN');
  const messageId = view.lanes[1]?.messageId ?? '';
  const trace = await done(started.client.WorkshopTrace({ workbenchId: id, messageId }));
  expect(trace.phases.map(({ phase }) => phase)).toEqual(['research', 'plan', 'implement', 'summary']);
  expect(trace).toMatchObject({ modelId: gpt, research: 'Found.', plan: [{ text: 'Write the files', mark: 'done' }] });
  const [call] = trace.tools;
  expect(call).toMatchObject({ kind: 'tool', name: 'write_text_file', input: { path: 'b.txt' } });
  const entryId = (call?.kind === 'tool' && call.entryId) || 0;
  const whole = await done(started.client.WorkshopToolResult({ workbenchId: id, entryId, messageId }));
  expect(JSON.stringify(whole.result)).toContain('b.txt');
  await done(started.client.DraftPublish({ workbenchId: id }));
  expect(await Promise.all(['a.txt', 'b.txt'].map((path) => text(started, id, path)))).toEqual(['a\n', 'B from two\n']);
  // How compared answers were made goes with the history.
  const { went } = await done(started.client.WorkbenchTrim({ workbenchId: id, ownCheckpoints: 'keep' }));
  expect(went.lanes).toBeGreaterThanOrEqual(2);
  expect(await done(started.client.WorkshopTrace({ workbenchId: id, messageId }))).toMatchObject({ tools: [] });
  expect(await codeOf(started.client.WorkbenchTrim({ workbenchId: id, ownCheckpoints: 'keep' }))).toBe(
    'NOTHING_TO_TRIM',
  );
  expect(await Promise.all(['a.txt', 'b.txt'].map((path) => text(started, id, path)))).toEqual(['a\n', 'B from two\n']);
}, 180_000);

test('[WS-63] a lane that failed cannot be chosen, and the others can', async () => {
  const started = await start();
  const { client, doubles, answer } = started;
  const { id, messageId } = await asked(started);
  doubles.script(...answer({ 'b.txt': 'B from two\n' }, 'The second answer.'), {
    error: { status: 400, message: 'no' },
  });
  const wish = { workbenchId: id, messageId, modelIds: [gpt, gpt], parallel: false };
  const { compareId } = await done(client.WorkshopTryWithModel(wish));
  const { lanes } = await compared(started, id, isStill);
  expect(lanes.map(({ state, isChoosable }) => [state, isChoosable])).toEqual([
    ['ready', true],
    ['ready', true],
    ['failed', false],
  ]);
  expect(lanes[2]?.because).toMatchObject({ code: expect.any(String) });
  const choose = (at: number) =>
    client.WorkshopChooseResponse({ workbenchId: id, compareId, laneId: lanes[at]?.laneId ?? '' });
  expect(await codeOf(choose(2))).toBe('LANE_NOT_CHOOSABLE');
  await done(choose(0));
  expect(await text(started, id, 'a.txt')).toBe('A from one\n');
}, 180_000);

test('[WS-64] while answers are compared nothing is sent, published or added; closing keeps the first answer', async () => {
  const started = await start();
  const { client, bench } = started;
  const { id, compareId } = await threeLanes(started);
  const tries = [
    client.WorkshopSend({ workbenchId: id, text: 'More', mode: 'agent' }),
    client.DraftPublish({ workbenchId: id }),
    bench.add(id, { 'd.txt': 'd' }),
    client.CheckpointCreate({ workbenchId: id }),
  ];
  expect(await Promise.all(tries.map((each) => codeOf(each)))).toEqual(Array(4).fill('COMPARE_OPEN'));
  await done(client.WorkshopCloseCompare({ workbenchId: id, compareId }));
  expect((await bench.view(id)).state).toBe('draft_ready');
  expect(await text(started, id, 'a.txt')).toBe('A from one\n');
}, 180_000);

test('[WS-96] files and single changes of three lanes make one Draft; two lanes in one file are refused', async () => {
  const started = await start();
  const { client } = started;
  const { id, compareId, view } = await threeLanes(started);
  const [one, two, three] = view.lanes.map((lane) => lane.laneId) as [string, string, string];
  const messageId = view.lanes[2]?.messageId ?? '';
  const between = { from: { at: 'published' }, to: { at: 'message', messageId } } as const;
  const opened = await done(client.ReviewOpen({ workbenchId: id, path: 'c.txt', between }));
  const changes = opened.answer.ok ? opened.answer.value.changes.map((change) => change.id) : [];
  expect(changes.length).toBe(2);
  const base = { workbenchId: id, compareId, laneId: two };
  const twice = [
    { laneId: two, path: 'b.txt' },
    { laneId: three, path: 'b.txt' },
  ];
  const refused = await client.WorkshopChooseResponse({ ...base, pieces: twice });
  expect(refused).toMatchObject({ ok: false, error: { code: 'LANES_IN_ONE_FILE', details: { paths: ['b.txt'] } } });
  expect(await codeOf(client.WorkshopChooseResponse({ ...base, pieces: [{ laneId: one, path: 'c.txt' }] }))).toBe(
    'FILE_NOT_FOUND',
  );
  await done(
    client.WorkshopChooseResponse({
      ...base,
      pieces: [
        { laneId: one, path: 'a.txt' },
        { laneId: two, path: 'b.txt' },
        { laneId: three, path: 'c.txt', changes: changes.slice(0, 1) },
      ],
    }),
  );
  expect(await Promise.all(Object.keys(before).map((path) => text(started, id, path)))).toEqual([
    'A from one\n',
    'B from two\n',
    long('ONE', 'three'),
  ]);
  const { rows } = await done(client.ReviewGetChanges({ workbenchId: id }));
  expect(rows.map(({ path, summary }) => [path, summary])).toMatchObject([
    ['a.txt', 'Wrote a.txt.'],
    ['b.txt', 'Wrote b.txt.'],
    ['c.txt', 'Wrote c.txt.'],
  ]);
  expect((await started.bench.view(id)).items.at(-1)).toMatchObject({ event: 'compare_chosen' });
}, 180_000);

test('a lane that a stop cut off is there after the restart and goes on; one that waits can be cancelled', async () => {
  const started = await start();
  const { client, doubles, answer, server } = started;
  const { id, messageId } = await asked(started);
  const [found, plan, write, , said] = answer({ 'b.txt': 'B from two\n' }, 'The second answer.');
  doubles.script(found as Turn, plan as Turn, write as Turn, { text: 'Done.', hold: { after: 1, ms: 60_000 } });
  const wish = { workbenchId: id, messageId, modelIds: [gpt, gpt, gpt], parallel: false };
  const { compareId, laneIds } = await done(client.WorkshopTryWithModel(wish));
  await compared(started, id, ({ lanes }) => lanes[1]?.phase === 'implement');
  const on = { workbenchId: id, compareId };
  await done(client.WorkshopLaneCancel({ ...on, laneId: laneIds[2] ?? '' }));
  expect(await codeOf(client.WorkshopLaneRetry({ ...on, laneId: laneIds[1] ?? '' }))).toBe('RUN_IN_PROGRESS');
  await server.stop();
  const next = await started.again();
  const cut = await done(next.client.WorkshopGetCompare({ workbenchId: id }));
  expect(cut.lanes.map(({ state }) => state)).toEqual(['ready', 'interrupted', 'canceled', 'interrupted']);
  next.doubles.script(write as Turn, { text: 'Done.' }, said as Turn);
  await done(next.client.WorkshopLaneRetry({ ...on, laneId: laneIds[1] ?? '' }));
  const { lanes } = await compared(next, id, isStill);
  expect(lanes[1]).toMatchObject({ state: 'ready', text: 'The second answer.', isChoosable: true });
}, 180_000);

test('a cancel of the Workbench stops every lane that works or waits, and nothing more is sent', async () => {
  const started = await start();
  const { client, doubles, answer } = started;
  const { id, messageId } = await asked(started);
  expect(await codeOf(client.WorkshopCancel({ workbenchId: id }))).toBe('NO_RUN');
  const [found] = answer({}, '');
  doubles.script(found as Turn, { text: '- [ ] 1. Write', hold: { after: 1, ms: 60_000 } });
  const answered = doubles.seen.length;
  await done(client.WorkshopTryWithModel({ workbenchId: id, messageId, modelIds: [gpt, gpt, gpt], parallel: false }));
  // A phase is on record before its question leaves: what is cancelled is a plan that the provider was asked for.
  const before = answered + 2;
  while (doubles.seen.length < before) await new Promise((next) => setTimeout(next, 25));
  await done(client.WorkshopCancel({ workbenchId: id }));
  const { lanes } = await done(client.WorkshopGetCompare({ workbenchId: id }));
  expect(lanes.map(({ state }) => state)).toEqual(['ready', 'canceled', 'canceled', 'canceled']);
  expect(lanes.map(({ isOriginal }) => isOriginal)).toEqual([true, false, false, false]);
  expect(doubles.seen.length).toBe(before);
  expect(await codeOf(client.WorkshopCancel({ workbenchId: id }))).toBe('NO_RUN');
}, 180_000);

test('consent is asked lane by lane; a lane that is refused is left out and nothing was sent for it', async () => {
  const started = await start('ask');
  const { client, bench, doubles } = started;
  const id = await bench.create(before);
  await bench.ask(id, 'What is in b.txt?', 'ask');
  const view = await bench.ask(id, 'What is in a.txt?', 'ask');
  const messageId = view.items.findLast(({ kind }) => kind === 'assistant')?.id ?? '';
  const { compareId, laneIds } = await done(
    client.WorkshopTryWithModel({ workbenchId: id, messageId, modelIds: [gpt, 'builtin:offline'] }),
  );
  const { lanes } = await compared(started, id, isStill);
  expect(lanes.map(({ state, run }) => [state, run?.consent?.modelId])).toEqual([
    ['ready', undefined],
    ['interrupted', gpt],
    ['ready', undefined],
  ]);
  expect(lanes[1]?.run?.consent?.files.map(({ path }) => path)).toEqual(Object.keys(before));
  const scopeHash = lanes[1]?.run?.consent?.scopeHash ?? '';
  const answer = { workbenchId: id, compareId, laneId: laneIds[1] ?? '', scopeHash, decision: 'deny' } as const;
  await done(client.WorkshopLaneConsent(answer));
  const left = await done(client.WorkshopGetCompare({ workbenchId: id }));
  expect(left.lanes.map(({ laneId }) => laneId)).toEqual([laneIds[0], laneIds[2]]);
  expect(doubles.seen.filter(({ path }) => path === '/v1/responses')).toEqual([]);
  await done(client.WorkshopUndo({ workbenchId: id, messageId: view.items[0]?.id ?? '', mode: 'full' }));
  expect(await codeOf(client.WorkshopGetCompare({ workbenchId: id }))).toBe('COMPARE_NOT_OPEN');
}, 180_000);

test('the lanes of a comparison share one cap with the answer that was there', async () => {
  const started = await start();
  const { client, doubles, answer } = started;
  const { id, messageId } = await asked(started);
  // Room for the next call alone, and none for it beside what the first answer has cost.
  await done(client.CapsSet({ set: { perRun: 228_500 } }));
  doubles.script(...answer({ 'b.txt': 'B from two\n' }, 'The second answer.'));
  const { compareId, laneIds } = await done(
    client.WorkshopTryWithModel({ workbenchId: id, messageId, modelIds: [gpt] }),
  );
  const { lanes } = await compared(started, id, isStill);
  expect(lanes[1]).toMatchObject({ state: 'interrupted', because: { code: 'BUDGET_CAP_REACHED' }, tokensOut: 0 });
  await done(client.WorkshopLaneRetry({ workbenchId: id, compareId, laneId: laneIds[1] ?? '', cap: 2_000_000 }));
  expect((await compared(started, id, isStill)).lanes[1]).toMatchObject({ state: 'ready', text: 'The second answer.' });
}, 180_000);
