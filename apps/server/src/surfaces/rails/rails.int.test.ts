import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { openDiskStorage } from '@atelier/kernel/storage';
import { createToolHandler, openRailsInstall } from '@atelier/mcp';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { openTab } from '../../testing/tab.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { startTestServer } from '../../testing/test-server.ts';

type Answer = {
  readonly session: { readonly sessionId: string; readonly runId: string };
  readonly stateToken: string;
  readonly nextCall: { readonly params: Readonly<Record<string, string>> } | null;
};

/** An agent in the same data folder, as another process would be: with a log of its own. */
const openAgent = (data: string) => {
  const install = openRailsInstall(data);
  let open = true;
  const close = async () => {
    if (open) await install.close();
    open = false;
  };
  onTestFinished(close);
  const handle = createToolHandler(install.deps);
  const call = async (tool: string, sent: object): Promise<Answer> => {
    const result = await handle(tool, sent, { workplace: async () => null, about: () => undefined });
    if (result.isError) throw new Error(JSON.stringify(result.structuredContent));
    return result.structuredContent as unknown as Answer;
  };
  return {
    start: (workflowId: string, more: object = {}) => call('start_workflow', { workflowId, ...more }),
    advance: (from: Answer, notesMarkdown: string, more: object = {}) =>
      call('continue_workflow', { ...from.nextCall?.params, output: { notesMarkdown }, ...more }),
    close,
    rehydrate: (from: Answer) => call('continue_workflow', { stateToken: from.stateToken }),
  };
};

const value = <T>(reply: { ok: true; value: T } | { ok: false; error: unknown }): T => {
  if (!reply.ok) throw new Error(JSON.stringify(reply.error));
  return reply.value;
};

test('sessions, runs and nodes show what an agent did, and a fork shows its cause', async () => {
  const { client, dataFolder } = await startTestServer();
  const agent = openAgent(dataFolder);
  const first = await agent.start('wr.coding_task', { goal: 'Teach the parrot to count' });
  const second = await agent.advance(first, '# Looked around\n\nThe parrot knows two.');
  await agent.advance(second, 'Went on.');
  const forked = await agent.advance(await agent.rehydrate(first), 'Another way.');

  const { sessions } = value(await client.SessionsList({}));
  expect(sessions).toMatchObject([
    { title: 'Teach the parrot to count', health: { kind: 'healthy' }, runs: [{ status: 'in_progress', tips: 2 }] },
  ]);
  const { sessionId, runId } = first.session;
  const run = value(await client.RunGet({ sessionId, runId })).view;
  const root = run.nodes.find(({ parentId }) => parentId === null);
  const children = run.nodes.filter(({ parentId }) => parentId === root?.nodeId);
  expect(children.map(({ cause }) => cause)).toEqual(['intentional_fork', 'non_tip_advance']);
  expect(run.preferredTipId).toBe(children[1]?.nodeId);

  const node = value(await client.NodeGet({ sessionId, runId, nodeId: root?.nodeId ?? '' })).view;
  expect(node.attempts.map(({ recap }) => recap)).toEqual(['# Looked around\n\nThe parrot knows two.', 'Another way.']);
  expect(node.attempts[0]?.trace.length).toBeGreaterThan(0);
  // The copied token takes an agent exactly there.
  expect(node.stateToken).toBe(first.stateToken);
  expect(forked.session.runId).toBe(first.session.runId);
});

test('the six tools answer at /mcp, and what a client does there is seen in the Console', async () => {
  const { client, server, installToken } = await startTestServer();
  const agent = new Client({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${installToken}` };
  await agent.connect(new StreamableHTTPClientTransport(new URL(`${server.origin}/mcp`), { requestInit: { headers } }));
  const { tools } = await agent.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'checkpoint_workflow',
    'continue_workflow',
    'inspect_workflow',
    'list_workflows',
    'resume_session',
    'start_workflow',
  ]);
  await agent.callTool({ name: 'start_workflow', arguments: { workflowId: 'wr.rpi', goal: 'Over HTTP' } });
  await agent.close();
  expect(value(await client.SessionsList({})).sessions).toMatchObject([{ title: 'Over HTTP' }]);
});

test('a message at /mcp that is too large is refused, and the call after it is served', async () => {
  const { server, installToken } = await startTestServer();
  const connection = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => connection.destroy());
  const post = (method: string, params: object) =>
    new Promise<{ readonly status: number | undefined; readonly isSame: boolean }>((resolve, reject) => {
      const asking = request(`${server.origin}/mcp`, {
        method: 'POST',
        agent: connection,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${installToken}`,
        },
      });
      asking.once('response', (answer) => {
        answer.resume().once('end', () => resolve({ status: answer.statusCode, isSame: asking.reusedSocket }));
      });
      asking.once('error', reject);
      asking.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    });
  expect(await post('ping', {})).toMatchObject({ status: 200 });
  // It is read to its end, so that the next call on the same connection stands where it should.
  expect(await post('ping', { big: 'x'.repeat(6_000_000) })).toEqual({ status: 413, isSame: true });
  expect(await post('ping', {})).toEqual({ status: 200, isSame: true });
});

test('sessions come a page at a time, by what they hold, and what was put away is listed apart', async () => {
  const { client, dataFolder } = await startTestServer();
  const agent = openAgent(dataFolder);
  for (const bird of ['owl', 'lark', 'wren']) await agent.start('wr.rpi', { goal: `Count each ${bird}` });
  const titles = async (ask: Parameters<typeof client.SessionsList>[0]) =>
    value(await client.SessionsList(ask)).sessions.map(({ title }) => title);
  expect(value(await client.SessionsList({ limit: 2 }))).toMatchObject({
    sessions: [{ title: 'Count each wren' }, { title: 'Count each lark' }],
    total: 3,
    all: 3,
  });
  expect(await titles({ from: 2, limit: 2 })).toEqual(['Count each owl']);
  expect(await titles({ query: 'lark count' })).toEqual(['Count each lark']);

  const [wren] = value(await client.SessionsList({})).sessions;
  const sessionId = wren?.sessionId ?? '';
  expect(value(await client.SessionMark({ sessionId, archived: true, kept: true }))).toEqual({
    archived: true,
    kept: true,
  });
  expect(await titles({})).toEqual(['Count each lark', 'Count each owl']);
  expect(await titles({ archived: true })).toEqual(['Count each wren']);
  expect(value(await client.SessionGet({ sessionId })).view).toMatchObject({ archived: true, kept: true });
  expect(value(await client.SessionMark({ sessionId, archived: false }))).toEqual({ archived: false, kept: true });
  expect(await titles({})).toHaveLength(3);
  const nobody = { sessionId: `sess_${'a'.repeat(26)}`, kept: true };
  expect(await client.SessionMark(nobody)).toMatchObject({ error: { code: 'SESSION_NOT_FOUND' } });
});

test('many sessions are marked at once, or none when one of them is not there; the list stands as it is asked for', async () => {
  const { client, dataFolder } = await startTestServer();
  const agent = openAgent(dataFolder);
  for (const bird of ['owl', 'lark', 'wren']) await agent.start('wr.rpi', { goal: `Count each ${bird}` });
  const list = async (ask: Parameters<typeof client.SessionsList>[0]) => value(await client.SessionsList(ask)).sessions;
  const titles = async (ask: Parameters<typeof client.SessionsList>[0]) => (await list(ask)).map(({ title }) => title);
  expect(await titles({ sort: 'title' })).toEqual(['Count each lark', 'Count each owl', 'Count each wren']);
  expect(await titles({ sort: 'title', reversed: true })).toEqual([
    'Count each wren',
    'Count each owl',
    'Count each lark',
  ]);
  const ids = (await list({})).map(({ sessionId }) => sessionId);
  const nobody = `sess_${'a'.repeat(26)}`;
  expect(await client.SessionsMark({ sessionIds: [...ids, nobody], archived: true })).toMatchObject({
    error: { code: 'SESSION_NOT_FOUND' },
  });
  expect(await titles({})).toHaveLength(3);
  expect(value(await client.SessionsMark({ sessionIds: ids.slice(0, 2), archived: true }))).toEqual({ marked: 2 });
  expect(await titles({})).toEqual(['Count each owl']);
  expect(await titles({ archived: true })).toHaveLength(2);
});

test('how long sessions stay is a person’s to set, and what is due is told before it goes', async () => {
  const { client, dataFolder } = await startTestServer();
  const agent = openAgent(dataFolder);
  await agent.start('wr.rpi', { goal: 'Stay' });
  const before = value(await client.ConfigGet({}));
  expect(before).toMatchObject({ desired: { retention: { days: null } }, retention: { available: true, due: 0 } });
  const desired = { ...before.desired, retention: { days: 30 } };
  expect(value(await client.ConfigSetDesired({ desired }))).toEqual({ desired });
  expect(value(await client.ConfigGet({}))).toMatchObject({ retention: { due: 0 }, restartRequired: [] });
  expect(await readFile(join(dataFolder, 'config', 'rails.json'), 'utf8')).toContain('"days": 30');
});

test('what is not there is refused by name', async () => {
  const { client } = await startTestServer();
  const sessionId = `sess_${'a'.repeat(26)}`;
  expect(await client.SessionGet({ sessionId })).toMatchObject({ ok: false, error: { code: 'SESSION_NOT_FOUND' } });
  expect(await client.SessionEvents({ sessionId, from: 0, limit: 10 })).toMatchObject({
    error: { code: 'SESSION_NOT_FOUND' },
  });
  expect(await client.WorkflowGet({ workflowId: 'no.such' })).toMatchObject({ error: { code: 'WORKFLOW_NOT_FOUND' } });
  expect(await client.BundleImport({ uploadId: 'nothing' })).toMatchObject({ error: { code: 'UPLOAD_NOT_FOUND' } });
});

test('a tab hears which session moved, and its events, while an agent works', async () => {
  const { client, server, cookie, dataFolder } = await startTestServer();
  const agent = openAgent(dataFolder);
  const tab = await openTab(server.origin, cookie);
  tab.say({ subscribe: [{ stream: 'rails', from: 0 }] });
  await tab.until((frame): frame is Extract<typeof frame, { live: number }> => 'live' in frame);
  const started = await agent.start('wr.rpi');
  const { sessionId } = started.session;
  await tab.until(
    (frame): frame is Extract<typeof frame, { delta: unknown }> =>
      'delta' in frame && frame.delta.kind === 'moved' && frame.delta.id === sessionId,
  );
  const { seq } = value(await client.SessionGet({ sessionId }));
  tab.say({ subscribe: [{ stream: `session/${sessionId}`, from: seq }] });
  await agent.advance(started, 'Read everything.');
  const moved = await tab.until(
    (frame): frame is Extract<typeof frame, { event: unknown }> => 'event' in frame && frame.seq === seq,
  );
  expect(moved.event.kind).toBe('advance_recorded');
  tab.close();
});

test('a queued preference waits for the next advance and stands on the new node as the person’s', async () => {
  const { client, dataFolder } = await startTestServer();
  const agent = openAgent(dataFolder);
  const started = await agent.start('wr.rpi');
  const { sessionId, runId } = started.session;
  value(await client.SessionPreferencesQueue({ sessionId, change: { autonomy: 'full_auto_never_stop' } }));
  await agent.rehydrate(started);
  const before = value(await client.SessionGet({ sessionId })).view;
  expect(before.queued).toHaveLength(1);
  expect(before.preferences[runId]).toMatchObject({ autonomy: 'guided' });
  const again = { sessionId, change: { autonomy: 'full_auto_never_stop' } } as const;
  expect(await client.SessionPreferencesQueue(again)).toMatchObject({ error: { code: 'NOTHING_TO_SET' } });
  await agent.advance(started, 'Done.');
  const after = value(await client.SessionGet({ sessionId })).view;
  expect(after.queued).toEqual([]);
  expect(after.preferences[runId]).toMatchObject({ autonomy: 'full_auto_never_stop' });
});

test('a damaged session shows its sound beginning, gives no token, and is repaired on a person’s word', async () => {
  const dataFolder = await tempFolder();
  const agent = openAgent(dataFolder);
  const started = await agent.start('wr.rpi', { goal: 'Survive' });
  await agent.advance(started, 'A first note.');
  await agent.close();
  const { sessionId, runId } = started.session;
  await damage(join(dataFolder, 'streams', 'session', sessionId, 'events'), 'A first note.');
  const { client } = await startTestServer({ dataFolder });
  // The journal knows it as sound: looked at before it is listed, it is listed as what it is.
  const { sessions } = value(await client.SessionsList({}));
  expect(sessions).toMatchObject([{ sessionId, health: { kind: 'corrupt_tail' } }]);
  expect(value(await client.SessionsList({ status: 'damaged' }))).toMatchObject({ total: 1 });
  const { view } = value(await client.SessionGet({ sessionId }));
  expect(view.health).toMatchObject({ kind: 'corrupt_tail' });
  const run = value(await client.RunGet({ sessionId, runId })).view;
  expect(run.nodes).toHaveLength(1);
  const nodeId = run.nodes[0]?.nodeId ?? '';
  expect(value(await client.NodeGet({ sessionId, runId, nodeId })).view.stateToken).toBeNull();
  expect(await client.SessionPreferencesQueue({ sessionId, change: { autonomy: 'guided' } })).toMatchObject({
    error: { code: 'SESSION_NOT_HEALTHY' },
  });
  expect(value(await client.SessionRepair({ sessionId, confirm: true }))).toMatchObject({ keptAside: true });
  expect(value(await client.SessionGet({ sessionId })).view.health).toEqual({ kind: 'healthy' });
});

test('an exported bundle is imported in another folder and an agent goes on from there', async () => {
  const here = await startTestServer();
  const agent = openAgent(here.dataFolder);
  const started = await agent.start('wr.rpi', { goal: 'Travel' });
  const second = await agent.advance(started, 'Packed.');
  const { sessionId, runId } = started.session;
  const { url } = value(await here.client.SessionExport({ sessionId, format: 'bundle' }));
  const file = await fetch(`${here.server.origin}${url}`, { headers: { cookie: here.cookie } });
  const bundle = await file.text();

  const there = await startTestServer();
  const upload = async (body: string): Promise<string> => {
    const sent = await fetch(`${there.server.origin}/rails/uploads`, {
      method: 'POST',
      body,
      headers: { cookie: there.cookie, origin: there.server.origin },
    });
    return ((await sent.json()) as { uploadId: string }).uploadId;
  };
  await there.client.StorageQuotaSet({ quotaBytes: 1_000_000 });
  const another = openDiskStorage(there.dataFolder);
  await another.blobs.put(randomBytes(1_000_000));
  await another.close();
  expect(await there.client.BundleImport({ uploadId: await upload(bundle) })).toMatchObject({
    error: { code: 'QUOTA_EXCEEDED', details: { quotaBytes: 1_000_000 } },
  });
  await there.client.StorageQuotaSet({ quotaBytes: null });
  const imported = value(await there.client.BundleImport({ uploadId: await upload(bundle) }));
  expect(imported).toMatchObject({ sessionId, importedAs: 'same', runs: [{ runId, workflowId: 'wr.rpi' }] });
  const remote = openAgent(there.dataFolder);
  await remote.start('wr.rpi');
  const tip = value(await there.client.RunGet({ sessionId, runId })).view.preferredTipId ?? '';
  const { stateToken } = value(await there.client.NodeGet({ sessionId, runId, nodeId: tip })).view;
  const resumed = await remote.rehydrate({ ...second, stateToken: stateToken ?? '' });
  await remote.advance(resumed, 'Arrived.');
  expect(value(await there.client.RunGet({ sessionId, runId })).view.nodes).toHaveLength(3);

  const tampered = bundle.replace('Packed.', 'Unpacked');
  expect(await there.client.BundleImport({ uploadId: await upload(tampered) })).toMatchObject({
    error: { code: 'BUNDLE_INTEGRITY_FAILED' },
  });
  const markdown = value(await here.client.SessionExport({ sessionId, format: 'markdown' }));
  const text = await (await fetch(`${here.server.origin}${markdown.url}`, { headers: { cookie: here.cookie } })).text();
  expect(text).toContain('# Travel');
  expect(text).toContain('Packed.');
});

test('a workflow is validated, saved, changed under the editor, and found in the catalogue', async () => {
  const { client } = await startTestServer();
  const source = {
    id: 'mine.greet',
    name: 'Greet',
    description: 'Says hello.',
    version: '1.0.0',
    steps: [{ id: 'hello', title: 'Hello', prompt: 'Say hello.' }],
  };
  const text = JSON.stringify(source);
  expect(value(await client.WorkflowValidate({ text }))).toMatchObject({ valid: true, workflowId: 'mine.greet' });
  expect(value(await client.WorkflowValidate({ text: '{' }))).toMatchObject({
    valid: false,
    errors: [{ code: 'NOT_JSON' }],
  });
  expect(
    value(await client.WorkflowValidate({ text: JSON.stringify({ ...source, features: ['wr.features.nope'] }) })),
  ).toMatchObject({ valid: false, errors: [{ code: 'UNKNOWN_FEATURE', pointer: '/features/0' }] });
  const saved = value(await client.WorkflowSave({ text, target: 'user', expectedDigest: null }));
  expect(await client.WorkflowSave({ text, target: 'user', expectedDigest: null })).toMatchObject({
    error: { code: 'CHANGED_ON_DISK' },
  });
  expect(await client.WorkflowSave({ text, target: 'project', expectedDigest: null })).toMatchObject({
    error: { code: 'WORKSPACE_NEEDED' },
  });
  const { view } = value(await client.WorkflowGet({ workflowId: 'mine.greet' }));
  expect(view).toMatchObject({ sourceKind: 'user', digest: saved.digest, outline: [{ stepId: 'hello' }] });
  expect(value(await client.WorkflowsList({})).workflows.map(({ workflowId }) => workflowId)).toContain('wr.rpi');
  expect(value(await client.BuiltinsList({})).builtins.length).toBeGreaterThan(15);
});

test('a wish for another configuration is kept apart from what is applied until a restart', async () => {
  const { client, dataFolder } = await startTestServer();
  const { desired } = value(await client.ConfigGet({}));
  const source = { kind: 'git' as const, label: 'team', path: join(dataFolder, 'team') };
  value(await client.ConfigSetDesired({ desired: { ...desired, sources: [source] } }));
  const config = value(await client.ConfigGet({}));
  expect(config).toMatchObject({
    desired: { sources: [source] },
    applied: { sources: [] },
    restartRequired: ['sources'],
  });
  expect(
    await client.ConfigSetDesired({ desired: { ...desired, sources: [{ ...source, path: 'team' }] } }),
  ).toMatchObject({
    error: { code: 'SOURCE_FOLDER_NOT_ABSOLUTE' },
  });
});

/** One changed letter of what was recorded last. */
const damage = async (folder: string, word: string): Promise<void> => {
  const [segment] = await readdir(folder);
  const path = join(folder, segment ?? '');
  const bytes = await readFile(path);
  bytes.write('?', bytes.indexOf(word));
  await writeFile(path, bytes);
};

test('a run whose pinned workflow is gone from the store says so', async () => {
  const dataFolder = await tempFolder();
  const agent = openAgent(dataFolder);
  const first = await agent.start('wr.coding_task', { goal: 'Teach the parrot to count' });
  await agent.advance(first, 'Looked around.');
  await agent.close();
  for (const gone of ['objects', 'cache']) await rm(join(dataFolder, gone), { recursive: true, force: true });
  const { client } = await startTestServer({ dataFolder });
  const { sessionId, runId } = first.session;
  const { view } = value(await client.RunGet({ sessionId, runId }));
  expect(view.drift).toMatchObject([{ code: 'PINNED_WORKFLOW_MISSING' }]);
  expect(view.nodes).toHaveLength(2);
});
