import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDiskLog } from '@atelier/kernel/adapters';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answers,
  buildForTests,
  type Connected,
  connect,
  type Reply,
  temporaryFolder,
} from './testing/clients.ts';

const built = temporaryFolder();
const work = temporaryFolder();
const folders = [built, work];
const open: Connected[] = [];
let bundle = '';

beforeAll(async () => {
  bundle = await buildForTests(built.path);
  mkdirSync(join(work.path, 'workflows'));
  const step = (id: string, userDependency: object) => ({
    id,
    title: `Step ${id}`,
    prompt: `Do ${id}.`,
    userDependency,
  });
  const file = (id: string, steps: object[]) =>
    writeFileSync(
      join(work.path, 'workflows', `${id}.json`),
      JSON.stringify({ id, name: id, description: id, version: '1.0.0', steps }),
    );
  file('project.asks', [
    step('name', { reason: 'needs_user_choice', nonAssumable: 'preference_tradeoff', contextKey: 'release.name' }),
    step('go', { reason: 'needs_user_approval' }),
  ]);
  file('project.secret', [step('key', { reason: 'needs_user_secret_or_token', contextKey: 'apiKey' })]);
});
afterAll(async () => {
  for (const client of open) await client.close().catch(() => undefined);
  for (const folder of folders) folder.remove();
});

const begin = async (major: 'current' | 'previous', workflowId: string, answers?: Answers) => {
  const folder = temporaryFolder();
  folders.push(folder);
  const mcp = await connect(major, bundle, folder.path, answers);
  open.push(mcp);
  const started = await mcp.call('start_workflow', { workflowId, workspacePath: work.path });
  return { mcp, started, data: folder.path, sessionId: started.structuredContent?.session.sessionId ?? '' };
};
const next = (reply: Reply): Record<string, string> => reply.structuredContent?.nextCall?.params ?? {};
const eventsOf = async (data: string, sessionId: string) => {
  const log = createDiskLog({ data });
  try {
    const page = await log.read(`session/${sessionId}`);
    return page.ok ? page.value.events : [];
  } finally {
    await log.close();
  }
};

describe.each(['current', 'previous'] as const)('a client of the %s protocol revision that can ask', (major) => {
  test('asks for what only the person can give; the answer is recorded with the step it completes', async () => {
    const heard: string[] = [];
    const { mcp, started, data, sessionId } = await begin(major, 'project.asks', (message) => {
      heard.push(message);
      return { action: 'accept', content: { answer: message.includes('approve') ? true : 'Owl' } };
    });
    const named = await mcp.call('continue_workflow', { ...next(started), notes: 'Either Owl or Lark.' });
    expect(named.structuredContent).toMatchObject({ kind: 'ok', pending: { stepId: 'go' } });
    const done = await mcp.call('continue_workflow', next(named));
    expect(done.structuredContent).toMatchObject({ isComplete: true });
    expect(heard).toEqual([
      'Step name: This choice is yours. What should it be?\n\nEither Owl or Lark.',
      'Step go: This step needs your approval. Do you approve?',
    ]);
    const events = await eventsOf(data, sessionId);
    const bodies = events.map(({ kind, data: facts }) => ({ kind, ...(facts as { body: object }).body }));
    expect(bodies.filter(({ kind }) => kind === 'context_set')).toMatchObject([
      { context: { release: { name: 'Owl' } } },
    ]);
    expect(JSON.stringify(bodies)).toContain('{"answer":true,"kind":"wr.user_input"}');
    expect(bodies.filter(({ kind }) => kind === 'advance_recorded')).toHaveLength(2);
  });

  test('the same call without the answer is the same call: its lost reply is given again', async () => {
    const { mcp, started } = await begin(major, 'project.asks', () => ({
      action: 'accept',
      content: { answer: 'Owl' },
    }));
    const first = await mcp.call('continue_workflow', next(started));
    const again = await mcp.call('continue_workflow', next(started));
    expect(again.structuredContent).toEqual(first.structuredContent);
  });

  test('writes nothing while the person thinks, and stops as ever when they do not answer', async () => {
    let thinking = -1;
    const { mcp, started, data, sessionId } = await begin(major, 'project.asks', async () => {
      thinking = (await eventsOf(data, sessionId)).length;
      return { action: 'decline' };
    });
    const before = (await eventsOf(data, sessionId)).length;
    const stopped = await mcp.call('continue_workflow', next(started));
    expect(thinking).toBe(before);
    expect(stopped.structuredContent).toMatchObject({ kind: 'blocked', blockers: [{ code: 'USER_ONLY_DEPENDENCY' }] });
  });

  test('is never asked for a secret', async () => {
    const { mcp, started } = await begin(major, 'project.secret', () => {
      throw new Error('asked for a secret');
    });
    const stopped = await mcp.call('continue_workflow', next(started));
    expect(stopped.structuredContent).toMatchObject({ kind: 'blocked', retryable: false });
  });
});

test('a client that cannot ask is answered as before', async () => {
  const { mcp, started } = await begin('current', 'project.asks');
  const stopped = await mcp.call('continue_workflow', next(started));
  expect(stopped.structuredContent).toMatchObject({ kind: 'blocked', blockers: [{ code: 'USER_ONLY_DEPENDENCY' }] });
});
