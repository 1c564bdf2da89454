import type { WorkbenchView } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { startModelsServer } from '../../testing/models-server.ts';
import { codeOf, done } from '../../testing/replies.ts';
import { untilStill, workbenchOn } from '../../testing/workshop.ts';

const gpt = 'openai:gpt-5.2';

const start = async (mode: 'ask' | 'allow_all' = 'allow_all') => {
  const server = await startModelsServer();
  const { client } = server;
  await client.ProvidersSetApiKey({ provider: 'openai', key: 'sk-good-key-1234' });
  if (mode === 'allow_all') await client.UserSetConsentMode({ mode, confirmed: true });
  return { ...server, bench: workbenchOn(server) };
};
type Started = Awaited<ReturnType<typeof start>>;
const sentTo = ({ doubles }: Started) => doubles.seen.filter(({ path }) => path === '/v1/responses');
const until = async (
  { bench }: Started,
  id: string,
  fits: (view: WorkbenchView) => boolean,
): Promise<WorkbenchView> => {
  for (;;) {
    const view = await bench.view(id);
    if (fits(view)) return view;
    await new Promise((resume) => setTimeout(resume, 20));
  }
};

test('[WS-05] a file of an unknown kind is opaque, and the model is told that its content is not to be had', async () => {
  const started = await start();
  const { client, bench, doubles } = started;
  const id = await bench.create({ 'x.bin': new Uint8Array([0, 255, 0, 254, 1]), 'a.txt': 'hello' });
  expect((await bench.view(id)).files).toMatchObject([
    { path: 'a.txt', access: 'editable' },
    { path: 'x.bin', kind: 'binary', access: 'opaque' },
  ]);
  await done(client.WorkshopSwitchModel({ workbenchId: id, modelId: gpt }));
  doubles.script({ text: 'Two files.' });
  await bench.ask(id, 'What is here?', 'ask');
  const [call] = sentTo(started);
  const rows = JSON.stringify(call?.body).match(/x\.bin[^\n]{0,200}/)?.[0] ?? '';
  expect(rows).toContain('opaque');
  expect(rows).toContain('unavailable');
});

test('[WS-60] a switch during a run leaves that run its model, makes a card, and holds for the next', async () => {
  const started = await start();
  const { client, bench, doubles } = started;
  const id = await bench.create({ 'a.txt': 'hello' });
  await done(client.WorkshopSwitchModel({ workbenchId: id, modelId: gpt }));
  doubles.script({ text: 'One two three four.', hold: { after: 4, ms: 1_500 } });
  await done(client.WorkshopSend({ workbenchId: id, text: 'Say something', mode: 'ask' }));
  await until(started, id, ({ items }) => items.some(({ kind }) => kind === 'assistant'));
  await done(client.WorkshopSwitchModel({ workbenchId: id, modelId: 'builtin:offline' }));
  const during = await bench.view(id);
  expect(during).toMatchObject({ state: 'running', modelId: 'builtin:offline', run: { modelId: gpt } });
  const after = await untilStill(client, id);
  expect(after.items.find(({ kind }) => kind === 'assistant')).toMatchObject({
    modelId: gpt,
    text: 'One two three four.',
  });
  expect(after.items.filter(({ kind }) => kind === 'card')).toMatchObject([
    { event: 'model_switched', facts: { to: gpt } },
    { event: 'model_switched', facts: { from: gpt, to: 'builtin:offline' } },
  ]);
  const next = await bench.ask(id, 'What is in a.txt?', 'ask');
  expect(next.items.at(-1)).toMatchObject({ kind: 'assistant', modelId: 'builtin:offline' });
  expect(sentTo(started)).toHaveLength(1);
  expect((await bench.view(id)).modelId).toBe('builtin:offline');
}, 60_000);

test('while a Draft is open, a restore, a run from another tab and a clone are sent to the Draft first', async () => {
  const { client, bench } = await start();
  const id = await bench.create({ 'a.csv': 'city,n\nHaifa,2\n' });
  const { checkpointId } = await done(client.CheckpointCreate({ workbenchId: id }));
  await bench.ask(id, 'Add a column Twice = n * 2 to a.csv');
  expect((await bench.view(id)).state).toBe('draft_ready');
  const tries = [
    client.WorkshopSend({ workbenchId: id, text: 'More', mode: 'agent' }),
    client.CheckpointRestore({ workbenchId: id, checkpointId }),
    client.WorkbenchClone({ workbenchId: id, mode: 'clone_all' }),
    client.WorkshopResume({ workbenchId: id }),
  ];
  expect(await Promise.all(tries.map((each) => codeOf(each)))).toEqual(Array(4).fill('DRAFT_EXISTS'));
  await done(client.DraftDiscard({ workbenchId: id }));
  await done(client.CheckpointRestore({ workbenchId: id, checkpointId }));
});

test('a question about sending waits for an answer, and is told as it is', async () => {
  const started = await start('ask');
  const { client, bench, doubles } = started;
  const id = await bench.create({ 'a.txt': 'hello' });
  await done(client.WorkshopSwitchModel({ workbenchId: id, modelId: gpt }));
  await done(client.WorkshopSend({ workbenchId: id, text: 'Read a.txt', mode: 'ask' }));
  const asked = await until(started, id, ({ run }) => run?.state === 'needs_consent');
  expect(asked).toMatchObject({ waitsFor: 'consent', run: { consent: { files: [{ path: 'a.txt', sizeBytes: 5 }] } } });
  const list = await done(client.WorkbenchList({}));
  expect(list.cards[0]).toMatchObject({ waitsFor: 'consent' });
  expect(sentTo(started)).toEqual([]);
  const scopeHash = asked.run?.consent?.scopeHash ?? '';
  const answer = { workbenchId: id, decision: 'once' } as const;
  expect(await codeOf(client.WorkshopConsent({ ...answer, scopeHash: 'sha256:0' }))).toBe('CONFLICT_STALE_STATE');
  doubles.script({ text: 'It says hello.' });
  await done(client.WorkshopConsent({ ...answer, scopeHash }));
  const view = await until(started, id, ({ state, items }) => state === 'idle' && items.length > 1);
  expect(view.items.at(-1)).toMatchObject({ kind: 'assistant', text: 'It says hello.' });
  expect(await codeOf(client.WorkshopConsent({ ...answer, scopeHash }))).toBe('NO_QUESTION');
});

test('options for one message hold through the question about sending, and not for the next; the trace tells what each phase took', async () => {
  const started = await start('ask');
  const { client, bench, doubles } = started;
  const id = await bench.create({ 'a.txt': 'hello' });
  await done(client.WorkshopSwitchModel({ workbenchId: id, modelId: gpt }));
  const tuning = { effort: 'high', firstToolChoice: 'auto' } as const;
  const first = await done(client.WorkshopSend({ workbenchId: id, text: 'Read a.txt', mode: 'ask', tuning }));
  const asked = await until(started, id, ({ run }) => run?.state === 'needs_consent');
  const scopeHash = asked.run?.consent?.scopeHash ?? '';
  doubles.script({ text: 'It says hello.' }, { text: 'Hello again.' });
  await done(client.WorkshopConsent({ workbenchId: id, scopeHash, decision: 'once' }));
  const view = await until(started, id, ({ state, items }) => state === 'idle' && items.length > 1);
  await done(client.WorkshopSend({ workbenchId: id, text: 'Again', mode: 'ask' }));
  await until(started, id, ({ state, items }) => state === 'idle' && items.length > 3);
  expect(sentTo(started).map(({ body }) => [body.reasoning, body.tool_choice])).toMatchObject([
    [{ effort: 'high' }, 'auto'],
    [{ effort: 'medium' }, 'required'],
  ]);

  const answer = view.items.at(-1);
  expect(answer).toMatchObject({ kind: 'assistant', meter: { spent: view.meter.spent } });
  expect(view.meter.spent).toBeGreaterThan(0);
  const trace = await done(client.WorkshopTrace({ workbenchId: id, messageId: answer?.id ?? '' }));
  expect(trace.runId).toBe(first.runId);
  // It paused for the question before anything was sent, and began again.
  expect(trace.phases.map(({ phase, calls, meter, effort }) => [phase, calls, meter.spent, effort])).toEqual([
    ['ask', 0, 0, 'high'],
    ['ask', 1, view.meter.spent, 'high'],
  ]);
  expect(trace.phases.every(({ ms }) => ms !== null && ms >= 0)).toBe(true);
  expect(trace.meter).toEqual(view.meter);
});

test('a run is cancelled from the outside; what it was asked and what it used can be looked at afterwards', async () => {
  const started = await start();
  const { client, bench, doubles } = started;
  const id = await bench.create({ 'a.txt': 'hello' });
  await done(client.WorkshopSwitchModel({ workbenchId: id, modelId: gpt }));
  expect(await codeOf(client.WorkshopCancel({ workbenchId: id }))).toBe('NO_RUN');
  expect(await codeOf(client.WorkshopNote({ workbenchId: id, text: 'x' }))).toBe('NO_RUN');
  doubles.script({ text: 'One two three.', hold: { after: 4, ms: 60_000 } });
  const { requestId, ...sent } = { requestId: 'r1', workbenchId: id, text: 'Talk', mode: 'ask' as const };
  const first = await done(client.WorkshopSend({ ...sent, requestId }));
  expect(await done(client.WorkshopSend({ ...sent, requestId }))).toMatchObject({
    messageId: first.messageId,
    runId: first.runId,
  });
  expect(await codeOf(client.WorkshopSend(sent))).toBe('RUN_IN_PROGRESS');
  await until(started, id, ({ items }) => items.some(({ kind }) => kind === 'assistant'));
  await done(client.WorkshopCancel({ workbenchId: id }));
  const view = await untilStill(client, id);
  expect(view.items.find(({ kind }) => kind === 'assistant')).toMatchObject({ state: 'interrupted' });
  const trace = await done(client.WorkshopTrace({ workbenchId: id, messageId: first.messageId }));
  expect(trace).toMatchObject({ runId: first.runId, modelId: gpt, tools: [] });
  expect(await done(client.WorkshopEstimate({ workbenchId: id, text: 'More' }))).toMatchObject({ because: 'priced' });
});

test('how an answer was made is told: phases, plan, tools, and each tool’s whole result', async () => {
  const { client, bench } = await start();
  const id = await bench.create({ 'a.csv': 'city,n\nHaifa,2\nAcre,3\n' });
  const view = await bench.ask(id, 'Add a column Twice = n * 2 to a.csv');
  const answer = view.items.at(-1)?.id ?? '';
  const trace = await done(client.WorkshopTrace({ workbenchId: id, messageId: answer }));
  expect(trace.phases.map(({ phase, outcome }) => [phase, outcome])).toEqual([
    ['research', 'ok'],
    ['plan', 'ok'],
    ['implement', 'ok'],
    ['summary', 'ok'],
  ]);
  expect(trace.plan).toMatchObject([{ mark: 'done' }]);
  expect(trace.tools.length).toBeGreaterThan(1);
  expect(trace.tools.every((tool) => tool.kind === 'tool' && tool.state === 'ok')).toBe(true);
  const last = trace.tools.at(-1);
  const entryId = last?.kind === 'tool' ? last.entryId : 0;
  const { result } = await done(client.WorkshopToolResult({ workbenchId: id, entryId }));
  expect(result).toMatchObject({ ok: true });
  expect(await codeOf(client.WorkshopToolResult({ workbenchId: id, entryId: 9_999 }))).toBe('RESULT_NOT_FOUND');
  const { rows } = await done(client.ReviewGetChanges({ workbenchId: id }));
  expect(rows).toMatchObject([{ path: 'a.csv', change: 'modified', summaryOf: 'file', summary: expect.any(String) }]);
  const { rows: proved } = await done(client.ReviewCertificate({ workbenchId: id }));
  expect(proved).toMatchObject([{ path: 'a.csv', writtenBy: [{ messageId: answer, modelId: 'builtin:offline' }] }]);
  expect(trace.prompts.map(({ phase, item }) => [phase, item])).toEqual([
    ['research', null],
    ['plan', null],
    ['implement', 1],
    ['summary', null],
  ]);
  expect(trace.prompts[0]).toMatchObject({
    told: { messages: 0, summarised: 0 },
    sizes: { manifest: expect.any(Number) },
    parts: [{ what: 'file', path: 'a.csv', as: 'outline', because: null, bytes: expect.any(Number) }],
  });
  // What was read is named under the prompt it was read after: the file, what of it, and how much.
  const read = trace.prompts.map(({ answers }) => answers.flatMap(({ path }) => path ?? []));
  expect(read[0]).toContain('a.csv');
  expect(read[1]).toEqual([]);
  expect(trace.prompts[1]?.parts).toContainEqual({ what: 'handed', name: 'research', tokens: expect.any(Number) });
  // [WS-91] From a line to the call that wrote it.
  const place = { kind: 'line', line: 2 } as const;
  const blamed = await done(client.WorkshopBlame({ workbenchId: id, path: 'a.csv', place }));
  expect(blamed).toMatchObject({ since: { messageId: answer, modelId: 'builtin:offline' }, isOriginal: false });
  expect(blamed.calls).toEqual(trace.tools.filter((tool) => tool.kind === 'tool' && tool.access === 'write'));
  expect(blamed.calls).toHaveLength(1);
});

test('[WS-66] what the model reads in place of older messages can be read, and the trace says how many they are', async () => {
  const { client, bench, doubles } = await start();
  const id = await bench.create({ 'a.txt': 'one\n' });
  await done(client.WorkshopSwitchModel({ workbenchId: id, modelId: gpt }));
  const story = 'word '.repeat(30_000);
  for (const text of [`One: ${story}`, `Two: ${story}`, `Three: ${story}`, 'How many?']) {
    doubles.script({ text: 'Noted.' });
    await bench.ask(id, text, 'ask');
  }
  doubles.script({ text: 'One long story.' }, { text: 'Four stories.' });
  const view = await bench.ask(id, `Four: ${story}`, 'ask');
  const card = view.items.find((item) => item.kind === 'card' && item.event === 'context_compressed');
  expect(card).toMatchObject({ facts: { how: 'summary', covered: 2 } });
  const read = { workbenchId: id, messageId: card?.id ?? '' };
  expect(await done(client.WorkshopSummary(read))).toEqual({ text: 'One long story.' });
  const answer = view.items.findLast(({ kind }) => kind === 'assistant')?.id ?? '';
  expect(await codeOf(client.WorkshopSummary({ workbenchId: id, messageId: answer }))).toBe('MESSAGE_NOT_FOUND');
  const { prompts } = await done(client.WorkshopTrace({ workbenchId: id, messageId: answer }));
  expect(prompts).toMatchObject([{ phase: 'ask', told: { messages: 6, summarised: 2 } }]);
  expect(prompts[0]?.parts).toContainEqual({ what: 'summary', messages: 2, tokens: expect.any(Number) });
});

test('a run that waits after its plan goes on with the plan a person changed', async () => {
  const { client, bench } = await start();
  const id = await bench.create({ 'a.csv': 'city,n\nHaifa,2\nAcre,3\n' });
  expect(await codeOf(client.WorkshopUpdatePlan({ workbenchId: id, items: ['x'] }))).toBe('NO_RUN');
  expect(await codeOf(client.WorkshopAnswer({ workbenchId: id, answer: 'x' }))).toBe('NO_QUESTION');
  await done(client.WorkbenchSettingsSet({ workbenchId: id, set: { pauseAfterPlan: true } }));
  const paused = await bench.ask(id, 'Add a column Twice = n * 2 to a.csv');
  expect(paused).toMatchObject({ state: 'idle', waitsFor: 'paused', plan: [{ mark: 'open' }], draft: null });
  const items = ['Add a column Thrice = n * 3 to a.csv'];
  await done(client.WorkshopUpdatePlan({ workbenchId: id, items }));
  expect((await bench.view(id)).plan).toMatchObject([{ text: items[0], mark: 'open' }]);
  await done(client.WorkshopResume({ workbenchId: id }));
  const view = await untilStill(client, id);
  expect(view).toMatchObject({ state: 'draft_ready', plan: [{ text: items[0], mark: 'done' }] });
  expect((await bench.bytes(id, 'a.csv')).toString()).toContain('6');
});
