import type { ChatItem, ChatView, ServerFrame } from '@atelier/contracts';
import { openStorage } from '@atelier/kernel/storage';
import { pinsOfLog } from '@atelier/kernel/usecases';
import { expect, test } from 'vitest';
import { makeBook } from '../../../../../../packages/files/fixtures/xlsx/book.ts';
import { type ModelsServer, startModelsServer } from '../../../testing/models-server.ts';

const gpt = 'openai:gpt-5.2';
const priced = {
  modelId: gpt,
  label: 'GPT-5.2',
  contextTokens: 200_000,
  efforts: [],
  tools: true,
  vision: true,
  // One call of the double: 100 fresh and 20 cached tokens in, 30 out.
  price: { input: 10, output: 100, asOf: '2026-11-15' },
};

/** A server with a key for OpenAI and the consent mode of a test that is about something else. */
const startWithKey = async (mode: 'ask' | 'allow_all' = 'allow_all'): Promise<ModelsServer> => {
  const server = await startModelsServer();
  const { client } = server;
  await client.ProvidersSetApiKey({ provider: 'openai', key: 'sk-good-key-1234' });
  if (mode === 'allow_all') await client.UserSetConsentMode({ mode, confirmed: true });
  return server;
};
const calls = ({ doubles }: ModelsServer) => doubles.seen.filter(({ path }) => path === '/v1/responses');
const itemsOf = <Kind extends ChatItem['kind']>({ items }: ChatView, kind: Kind) =>
  items.filter((item): item is Extract<ChatItem, { kind: Kind }> => item.kind === kind);
const isOver = ({ run, items }: ChatView) => run === null && items.length > 0;
const isIn =
  (state: NonNullable<ChatView['run']>['state']) =>
  ({ run }: ChatView) =>
    run?.state === state;
const plan = () =>
  makeBook({
    sheets: [{ name: 'Plan', cells: { A1: 'Item', B1: 'Amount', A2: 'Rent', B2: 5000, A3: 'Train', B3: 320.5 } }],
  });

test('the built-in model needs no key and no consent: it totals a column of a dropped csv', async () => {
  const server = await startModelsServer();
  expect(await server.drop('sales.csv', 'Region,Amount\nNorth,10\nSouth,32\n')).toBe(200);
  const watch = await server.watch();
  await server.client.ChatLabSend({ text: 'What is the total of Amount in sales.csv?' });
  const view = await watch.until(isOver);
  expect(view.items.at(-1)).toMatchObject({ kind: 'assistant', state: 'done', text: expect.stringContaining('42') });
  expect(itemsOf(view, 'tool').map(({ name, state }) => [name, state])).toContainEqual(['table_query', 'ok']);
  expect(server.doubles.seen).toEqual([]);
});

test('[MD-31] a model edits a real workbook with the file tools: streamed, recorded, to be reviewed and fetched', async () => {
  const server = await startWithKey();
  const { client, doubles } = server;
  await server.drop('plan.xlsx', plan());
  const watch = await server.watch();
  const operations = [{ op: 'set_cells', sheet: 'Plan', cells: [{ cell: 'B3', value: 400 }] }];
  doubles.script(
    {
      text: 'Let me look.',
      toolCalls: [{ name: 'get_file_map', input: { path: 'plan.xlsx', part: null, detail: null } }],
    },
    { toolCalls: [{ name: 'xlsx_operations', input: { path: 'plan.xlsx', operations } }] },
    { toolCalls: [{ name: 'get_file_map', input: { path: 'gone.xlsx', part: null, detail: null } }] },
    { text: 'The train costs 400 now.' },
  );
  await client.ChatLabSend({ text: 'Set the train to 400', modelId: gpt, effort: 'high' });
  const view = await watch.until(isOver);
  expect(view.items.map((item) => [item.kind, 'state' in item ? item.state : null])).toEqual([
    ['user', null],
    ['assistant', 'done'],
    ['tool', 'ok'],
    ['tool', 'ok'],
    ['tool', 'refused'],
    ['assistant', 'done'],
  ]);
  expect(itemsOf(view, 'assistant').map(({ text }) => text)).toEqual(['Let me look.', 'The train costs 400 now.']);
  expect(view.files).toMatchObject([{ path: 'plan.xlsx', origin: 'user', changed: true }]);
  // A fresh installation knows what this model costs: 1.75, 0.175 for cached and 14 dollars a million.
  expect(view.meter).toEqual({
    spent: 4 * 599,
    unpriced: 0,
    estimated: 0,
    tokensIn: 480,
    tokensCached: 80,
    tokensOut: 120,
  });
  // The same words came as deltas before they were durable, under the id of the item.
  const spoken = itemsOf(view, 'assistant')[1]?.id;
  const deltas = watch.tab.frames.flatMap((frame) =>
    'delta' in frame && frame.delta.kind === 'text' && frame.delta.id === spoken ? [frame.delta.text] : [],
  );
  expect(deltas.length).toBeGreaterThan(1);
  expect(deltas.join('')).toBe('The train costs 400 now.');
  // What another tab folds from the beginning is what this one saw happen.
  expect(await client.ChatLabGet({})).toMatchObject({ ok: true, value: { view } });

  const [first] = calls(server);
  expect(first?.body).toMatchObject({ reasoning: { effort: 'high' }, tool_choice: 'required', store: false });
  const fetched = await server.fetchFile('plan.xlsx');
  expect(fetched.subarray(0, 2).toString()).toBe('PK');
  expect(fetched.equals(plan())).toBe(false);
  const reviewed = await client.ChatLabFileReview({ path: 'plan.xlsx' });
  expect(JSON.stringify(reviewed)).toContain('320.5');
  expect(JSON.stringify(reviewed)).toContain('400');
  expect(await client.ChatLabFileReview({ path: 'none.xlsx' })).toMatchObject({ error: { code: 'FILE_NOT_FOUND' } });
});

test('[MD-32] consent is asked once for provider, model and files; denied, nothing is sent; a further file asks again', async () => {
  const server = await startWithKey('ask');
  const { client, doubles } = server;
  await server.drop('a.csv', 'x\n1\n');
  const watch = await server.watch();
  doubles.script({ text: 'Hello.' }, { text: 'Again.' }, { text: 'Third.' });
  await client.ChatLabSend({ text: 'Hello?', modelId: gpt });
  const asking = await watch.until(isIn('needs_consent'));
  expect(asking.run?.consent).toMatchObject({
    providerId: 'openai',
    modelId: gpt,
    files: [{ path: 'a.csv', sizeBytes: 4 }],
  });
  const scopeHash = asking.run?.consent?.scopeHash ?? '';
  expect(await client.ChatLabConsent({ scopeHash: 'sha256:other', decision: 'once' })).toMatchObject({
    error: { code: 'CONFLICT_STALE_STATE' },
  });
  expect(await client.ChatLabConsent({ scopeHash, decision: 'deny' })).toMatchObject({ ok: true });
  expect(itemsOf(await watch.until(isOver), 'note').at(-1)).toMatchObject({ note: 'denied' });
  expect(calls(server)).toEqual([]);
  expect(await client.ChatLabConsent({ scopeHash, decision: 'once' })).toMatchObject({
    error: { code: 'NO_QUESTION' },
  });

  await client.ChatLabSend({ text: 'Hello then?', modelId: gpt });
  await watch.until(isIn('needs_consent'));
  expect(await client.ChatLabConsent({ scopeHash, decision: 'remember' })).toMatchObject({ ok: true });
  expect((await watch.until(isOver)).items.at(-1)).toMatchObject({ text: 'Hello.' });
  await client.ChatLabSend({ text: 'And again?', modelId: gpt });
  await watch.until(({ run }) => run !== null);
  expect((await watch.until(isOver)).items.at(-1)).toMatchObject({ text: 'Again.' });
  expect(calls(server)).toHaveLength(2);

  await server.drop('b.csv', 'y\n2\n');
  await client.ChatLabSend({ text: 'With the new file?', modelId: gpt });
  const second = await watch.until(isIn('needs_consent'));
  expect(second.run?.consent?.scopeHash).not.toBe(scopeHash);
  expect(calls(server)).toHaveLength(2);
  const got = await client.ModelsGet({});
  expect(got.ok && got.value.view.consent.granted).toMatchObject([{ scopeHash, remembered: true }]);

  // A file that comes while the question stands changes it: what was shown cannot be agreed to any more.
  await server.drop('c.csv', 'z\n3\n');
  const shown = second.run?.consent?.scopeHash ?? '';
  expect(await client.ChatLabConsent({ scopeHash: shown, decision: 'remember' })).toMatchObject({
    error: { code: 'CONFLICT_STALE_STATE' },
  });
  const third = await watch.until(({ run }) => run?.state === 'needs_consent' && run.consent?.scopeHash !== shown);
  expect(third.run?.consent?.files.map(({ path }) => path)).toEqual(['a.csv', 'b.csv', 'c.csv']);
  const still = await client.ModelsGet({});
  expect(still.ok && still.value.view.consent.granted).toHaveLength(1);
  expect(calls(server)).toHaveLength(2);
});

test('[MD-33] a busy provider is waited out with a countdown; a word tries at once; another model may take over', async () => {
  const server = await startWithKey();
  const { client, doubles } = server;
  const watch = await server.watch();
  const busy = { error: { status: 429, type: 'rate_limit_error', headers: { 'retry-after': '30' } } };
  doubles.script(busy, { text: 'Here I am.' });
  await client.ChatLabSend({ text: 'Hello?', modelId: gpt });
  const waiting = await watch.until(isIn('retrying'));
  expect(waiting.run?.retry).toMatchObject({ attempt: 1, of: 3, code: 'PROVIDER_RATE_LIMITED' });
  expect(Date.parse(waiting.run?.retry?.until ?? '')).toBeGreaterThan(Date.now() + 20_000);
  expect(await client.ChatLabSend({ text: 'Me too' })).toMatchObject({ error: { code: 'RUN_IN_PROGRESS' } });
  expect(await client.ChatLabResume({})).toMatchObject({ ok: true });
  const spoken = await watch.until(isOver);
  expect(spoken.items.map(({ kind }) => kind)).toEqual(['user', 'assistant']);
  expect(spoken.items.at(-1)).toMatchObject({ text: 'Here I am.' });

  doubles.script(busy);
  await client.ChatLabSend({ text: 'list the files', modelId: gpt });
  await watch.until(isIn('retrying'));
  expect(await client.ChatLabResume({ modelId: 'builtin:offline' })).toMatchObject({ ok: true });
  const done = await watch.until(isOver);
  expect(itemsOf(done, 'note').at(-1)).toMatchObject({ note: 'model_switched', detail: 'builtin:offline' });
  expect(done.items.at(-1)).toMatchObject({ kind: 'assistant', modelId: 'builtin:offline' });
});

test('[MD-34] a person stops at any moment, in the middle of a word or a wait, and may go on later', async () => {
  const server = await startWithKey();
  const { client, doubles } = server;
  const watch = await server.watch();
  doubles.script({ text: 'One two three four five six.', hold: { after: 6, ms: 60_000 } });
  await client.ChatLabSend({ text: 'Count', modelId: gpt });
  await watch.tab.until(
    (frame): frame is ServerFrame => 'delta' in frame && frame.delta.kind === 'text' && frame.delta.text !== '',
  );
  expect(await client.ChatLabStop({})).toMatchObject({ ok: true });
  const stopped = await watch.until(isIn('stopped'));
  const half = itemsOf(stopped, 'assistant')[0];
  expect(half).toMatchObject({ state: 'interrupted' });
  expect('One two three four five six.'.startsWith(half?.text ?? '-')).toBe(true);
  expect(half?.text).not.toBe('');
  expect(await client.ChatLabStop({})).toMatchObject({ error: { code: 'NO_RUN' } });

  doubles.script({ error: { status: 503, headers: { 'retry-after': '50' } } });
  expect(await client.ChatLabResume({})).toMatchObject({ ok: true });
  await watch.until(isIn('retrying'));
  await client.ChatLabStop({});
  await watch.until(isIn('stopped'));
  doubles.script({ text: 'One two three.' });
  await client.ChatLabResume({});
  const over = await watch.until(isOver);
  expect(over.items.at(-1)).toMatchObject({ text: 'One two three.', state: 'done' });
  expect(itemsOf(over, 'user')).toHaveLength(1);
});

test('[MD-35] a cap pauses before the call that might pass it; raised, the same run goes on', async () => {
  const server = await startWithKey();
  const { client, doubles } = server;
  await server.drop('a.csv', 'x\n1\n');
  const watch = await server.watch();
  await client.CapsSet({ set: { perRun: 1_000_000 } });
  await client.ModelsSetEntry({ entry: { ...priced, price: null } });
  doubles.script({ toolCalls: [{ name: 'list_files', input: {} }] }, { text: 'One file.' });
  await client.ChatLabSend({ text: 'Look', modelId: gpt });
  expect((await watch.until(isIn('paused_cap'))).run?.cap).toEqual({ scope: 'run', reason: 'price_unknown' });
  expect(calls(server)).toEqual([]);

  await client.ModelsSetEntry({ entry: priced });
  expect(await client.ChatLabResume({})).toMatchObject({ ok: true });
  // The first call may cost at most 1.6 dollars of answer: more than the cap.
  const capped = await watch.until((view) => isIn('paused_cap')(view) && view.run?.cap?.reason === 'cap_reached');
  expect(capped.run?.meter).toMatchObject({ spent: 0, cap: 1_000_000 });
  expect(calls(server)).toEqual([]);
  const estimate = await client.ChatLabEstimate({ text: 'Look', modelId: gpt });
  expect(estimate).toMatchObject({ ok: true, value: { because: 'priced', estimate: { least: expect.any(Number) } } });

  await client.ChatLabResume({ cap: 10_000_000 });
  const over = await watch.until(isOver);
  expect(over.items.at(-1)).toMatchObject({ text: 'One file.' });
  // Two calls of 120 tokens in and 30 out, at 10 and 100 dollars a million.
  expect(over.meter).toMatchObject({ spent: 8_400, unpriced: 0, tokensIn: 240, tokensOut: 60 });
  const got = await client.ModelsGet({});
  expect(got.ok && got.value.view.spentToday).toMatchObject({ spent: 8_400, unpriced: 0 });

  await client.CapsSet({ set: { perRun: null, perDay: 9_000 } });
  await client.ChatLabSend({ text: 'And now?', modelId: gpt });
  expect((await watch.until(isIn('paused_cap'))).run?.cap).toEqual({ scope: 'day', reason: 'cap_reached' });
  expect(calls(server)).toHaveLength(2);
});

test('[MD-36] the ledger shows one row per call with how the model was asked, newest first, page by page, without content', async () => {
  const server = await startWithKey();
  const { client, doubles } = server;
  await client.ModelsSetEntry({ entry: { ...priced, efforts: ['high'] } });
  const watch = await server.watch();
  doubles.script({ text: 'A secret answer.' }, { error: { status: 400, type: 'invalid_request_error' } });
  await client.ChatLabSend({ text: 'A secret question', modelId: gpt, effort: 'high' });
  await watch.until(isOver);
  await client.ChatLabSend({ text: 'Another secret', modelId: gpt });
  await watch.until(isIn('stopped'));
  const page = await client.EgressListEvents({ limit: 2 });
  if (!page.ok) throw new Error(page.error.code);
  expect(page.value.entries).toMatchObject([
    { kind: 'run', status: 'failed', cost: 0 },
    {
      kind: 'run',
      status: 'ok',
      providerId: 'openai',
      modelId: gpt,
      tokensIn: 120,
      tokensOut: 30,
      cost: 4_200,
      profile: { reasoningEffort: 'high', truncation: 'disabled', parallelToolCalls: false, store: false },
    },
  ]);
  const rest = await client.EgressListEvents({ limit: 2, before: page.value.next ?? 0 });
  expect(rest).toMatchObject({
    value: { entries: [{ kind: 'key_check', status: 'ok', providerId: 'openai' }], next: null },
  });
  expect(JSON.stringify([page, rest])).not.toContain('secret');
});

test('a talk goes on: each call is given all that was said before, once and in order', async () => {
  const server = await startWithKey();
  const { client, doubles } = server;
  await server.drop('a.csv', 'x\n1\n');
  const watch = await server.watch();
  doubles.script(
    { toolCalls: [{ name: 'list_files', input: {} }] },
    { text: 'First answer.' },
    { text: 'Second answer.' },
    { text: 'Third answer.' },
  );
  for (const [at, text] of ['First question', 'Second question', 'Third question'].entries()) {
    await client.ChatLabSend({ text, modelId: gpt });
    await watch.until((view) => isOver(view) && itemsOf(view, 'assistant').length > at);
  }
  const sent = JSON.stringify(calls(server).at(-1)?.body.input);
  const said = [
    'First question',
    '"name":"list_files"',
    'First answer',
    'Second question',
    'Second answer',
    'Third question',
  ];
  expect(said.map((words) => sent.split(words).length - 1)).toEqual([1, 1, 1, 1, 1, 1]);
  const order = said.map((words) => sent.indexOf(words));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('the chat keeps to itself: names without folders, one send for one request, a clear that clears', async () => {
  const server = await startModelsServer();
  const { client } = server;
  for (const name of ['../up.csv', 'a/b.csv', 'a\\b.csv']) expect(await server.drop(name, 'x')).toBe(400);
  await server.drop('notes.md', '# Notes\n');
  const watch = await server.watch();
  const send = { text: 'list the files', requestId: 'r1' };
  const [one, two] = [await client.ChatLabSend(send), await client.ChatLabSend(send)];
  const answered = await watch.until(isOver);
  const three = await client.ChatLabSend(send);
  expect(one.ok && one.value.runId).toBe(two.ok && two.value.runId);
  expect(three.ok && three.value.runId).toBe(one.ok && one.value.runId);
  expect(itemsOf(answered, 'user')).toHaveLength(1);
  expect(await client.ChatLabSend({ text: 'hi', modelId: 'openai:none' })).toMatchObject({
    error: { code: 'MODEL_NOT_FOUND' },
  });
  expect(await client.ChatLabSend({ text: 'hi', modelId: gpt })).toMatchObject({
    error: { code: 'MODEL_UNAVAILABLE', details: { reason: 'no_key' } },
  });
  expect(await client.ChatLabSetModel({ modelId: 'builtin:offline', effort: null })).toMatchObject({ ok: true });
  await client.ChatLabClear({ files: false });
  expect(await watch.until(({ items }) => items.length === 0)).toMatchObject({
    modelId: 'builtin:offline',
    files: [{ path: 'notes.md' }],
    run: null,
  });
  const held = () => heldBy(server.dataFolder);
  await server.drop('same.md', '# Notes\n');
  expect(await held()).toHaveLength(1);
  await client.ChatLabFileRemove({ path: 'same.md' });
  expect((await server.fetchFile('notes.md')).toString()).toBe('# Notes\n');
  await server.drop('other.md', 'Other\n');
  expect(await held()).toHaveLength(2);
  await client.ChatLabFileRemove({ path: 'other.md' });
  expect(await held()).toHaveLength(1);
  await client.ChatLabClear({ files: true });
  expect(await held()).toEqual([]);
  expect((await watch.until(({ files }) => files.length === 0)).items).toEqual([]);
  expect(await client.ChatLabFileRemove({ path: 'notes.md' })).toMatchObject({ error: { code: 'FILE_NOT_FOUND' } });
});

/** The blobs that the chat's stream keeps from being collected: what its pinned trees name. */
const heldBy = async (data: string): Promise<readonly string[]> => {
  const opened = await openStorage({ data });
  if (!opened.ok) throw new Error(opened.error.code);
  const { log, content, close } = opened.value;
  try {
    const { trees } = await content();
    const held = new Set<string>();
    for await (const { ids } of pinsOfLog({ log, streams: async () => ['chat/lab'] }).livePins())
      for (const id of ids) for (const { blob } of Object.values((await trees.get(id))?.entries ?? {})) held.add(blob);
    return [...held];
  } finally {
    await close();
  }
};
