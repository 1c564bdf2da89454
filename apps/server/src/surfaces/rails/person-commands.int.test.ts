import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createToolHandler, openRailsInstall } from '@atelier/mcp';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../testing/test-server.ts';

const value = <T>(reply: { ok: true; value: T } | { ok: false; error: unknown }): T => {
  if (!reply.ok) throw new Error(JSON.stringify(reply.error));
  return reply.value;
};
type Step = {
  readonly session: { readonly sessionId: string; readonly runId: string };
  readonly nextCall: { readonly params: object } | null;
  readonly stateToken: string;
};

/** An agent in a process of its own would see the same folder through a log of its own. */
const openAgent = (data: string) => {
  const install = openRailsInstall(data);
  onTestFinished(() => install.close());
  const handle = createToolHandler(install.deps);
  return async (tool: string, sent: object) => {
    const result = await handle(tool, sent, { workplace: async () => null, about: () => undefined });
    if (result.isError) throw new Error(JSON.stringify(result));
    return {
      step: result.structuredContent as unknown as Step,
      text: JSON.stringify('content' in result && result.content),
    };
  };
};

test('[RL-68] a person answers, confirms, refuses, comments, renames and copies a prompt; the agent’s next call sees it', async () => {
  const { client, dataFolder } = await startTestServer();
  const call = openAgent(dataFolder);
  const { step } = await call('start_workflow', { workflowId: 'wr.coding_task', goal: 'Teach the parrot to count' });
  const { sessionId, runId } = step.session;
  const where = { sessionId, runId };
  const tip = async () => value(await client.RunGet(where)).view.preferredTipId ?? '';

  for (const [kind, text, told] of [
    ['commented', 'Only up to ten.', 'The user says'],
    ['confirmed', undefined, 'The user confirmed this step'],
    ['refused', 'Not today.', 'The user refused this step'],
    ['answered', 'A grey one.', 'The user answered'],
  ] as const) {
    value(await client.RunSay({ ...where, nodeId: await tip(), kind, ...(text ? { text } : {}) }));
    const back = await call('continue_workflow', { stateToken: step.stateToken });
    expect(back.text).toContain(`FROM THE USER: ${told}`);
    if (text) expect(back.text).toContain(text);
  }
  const { words } = value(await client.RunGet(where)).view;
  expect(words.map(({ kind, by, heard }) => [kind, by, heard])).toEqual([
    ['commented', 'local', false],
    ['confirmed', 'local', false],
    ['refused', 'local', false],
    ['answered', 'local', false],
  ]);
  await call('continue_workflow', { ...step.nextCall?.params, notes: 'counted' });
  expect(value(await client.RunGet(where)).view.words.every(({ heard }) => heard)).toBe(true);

  value(await client.SessionRename({ sessionId, title: 'The parrot' }));
  expect(value(await client.SessionGet({ sessionId })).view).toMatchObject({
    title: 'The parrot',
    goal: 'Teach the parrot to count',
  });
  expect(value(await client.SessionsFind({ query: 'parrot' })).sessions).toMatchObject([
    { sessionId, title: 'The parrot' },
  ]);

  const here = value(await client.RunContinueHere({ ...where, nodeId: await tip() }));
  expect(here.prompt).toContain(`continue_workflow with {"stateToken":"${here.stateToken}"}`);
  expect((await call('continue_workflow', { stateToken: here.stateToken })).step.session.runId).toBe(runId);
  const { view, markdown } = value(await client.RunReportGet(where));
  expect(view).toMatchObject({ goal: 'Teach the parrot to count', path: [{ notes: 'counted' }, { state: 'waiting' }] });
  expect(markdown).toContain('# Teach the parrot to count');

  const silent = await client.RunSay({ ...where, nodeId: await tip(), kind: 'commented' });
  expect(silent).toMatchObject({ ok: false, error: { code: 'TEXT_NEEDED' } });
});

test('a step that asks for a confirmation needs its person until they give it', async () => {
  const { client, dataFolder } = await startTestServer();
  await mkdir(join(dataFolder, 'workflows'), { recursive: true });
  const workflow = {
    id: 'user.ask_first',
    name: 'Ask first',
    description: 'Asks before its only step.',
    version: '1.0.0',
    steps: [{ id: 'paint', title: 'Paint it', prompt: 'Paint.', requireConfirmation: true }],
  };
  await writeFile(join(dataFolder, 'workflows', 'ask-first.json'), JSON.stringify(workflow));
  const call = openAgent(dataFolder);
  const { step } = await call('start_workflow', { workflowId: 'user.ask_first', goal: 'A blue door' });
  const { sessionId, runId } = step.session;
  const waiting = async () => value(await client.SessionsList({ status: 'needs_you' })).total;
  expect(await waiting()).toBe(1);
  expect(value(await client.SessionsList({ status: 'in_progress' })).total).toBe(0);
  const { view } = value(await client.RunGet({ sessionId, runId }));
  expect(view.waitsFor.kind).toBe('confirmation');
  const where = { sessionId, runId, nodeId: view.preferredTipId ?? '' };
  value(await client.RunSay({ ...where, kind: 'commented', text: 'Which blue?' }));
  expect(await waiting()).toBe(1);
  value(await client.RunSay({ ...where, kind: 'confirmed' }));
  expect(await waiting()).toBe(0);
  expect(value(await client.SessionsList({ status: 'in_progress' })).total).toBe(1);
});
