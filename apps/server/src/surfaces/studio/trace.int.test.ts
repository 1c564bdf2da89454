import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFilePath, projectImportPath, traceFilePath } from '@atelier/contracts/studio';
import { sha256 } from '@atelier/kernel/adapters';
import { createPortableLines } from '@atelier/kernel/usecases';
import { expect, test } from 'vitest';
import { spawnAtelier } from '../../testing/child.ts';
import { modelServer } from '../../testing/model-server.ts';
import { invite } from '../../testing/people.ts';
import { done } from '../../testing/replies.ts';
import { get, put } from '../../testing/studio.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const demo = async (here: TestServer): Promise<string> =>
  (await done(here.client.StudioDemoCreate({ requestId: 'request-demo' }))).projectId;

const say = (here: Pick<TestServer, 'client'>, projectId: string, text: string) =>
  done(
    here.client.RunStudioTurn({
      projectId,
      idempotencyKey: `key of ${text}`.slice(0, 60),
      event: { type: 'chatMessage', text },
    }),
  );

/** In a process of its own that has no data folder, no home and no network to ask. */
const replay = async (bytes: Uint8Array) => {
  const folder = await tempFolder();
  const file = join(folder, 'turn.atelier-trace');
  await writeFile(file, bytes);
  const env = { HOME: join(folder, 'nobody'), ATELIER_DATA_DIR: join(folder, 'none') };
  const ended = await spawnAtelier(['studio', 'replay', file], { env }).ended;
  await rm(file);
  return ended;
};

/** The same file, as somebody would have exported it who recorded something else. */
const rewritten = (file: Uint8Array, from: string | RegExp, to: string): Uint8Array => {
  const { line } = createPortableLines<object>(sha256);
  const lines = new TextDecoder().decode(file).trim().split('\n');
  const changed = JSON.stringify(lines.map((each) => JSON.parse(each.slice(65)))).replace(from, to);
  return Buffer.concat((JSON.parse(changed) as object[]).map(line));
};

const answer = (text: string) => JSON.stringify({ assistantText: text, handles: [], proposedFacts: [], handoff: null });

test('an exported turn is run again elsewhere without its data folder, and what differs is named', async () => {
  const here = await startTestServer();
  const projectId = await demo(here);
  const { turnId } = await say(here, projectId, 'תוסיף דלפק קבלה');
  const file = new Uint8Array(await (await get(here, traceFilePath(projectId, turnId))).arrayBuffer());
  expect(await replay(file)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(new RegExp(`^identical: ${turnId}`)),
  });
  const other = await replay(rewritten(file, /"routedBy":"heuristic"/g, '"routedBy":"llm"'));
  expect(other).toMatchObject({ code: 1, err: '' });
  expect(other.out).toContain('step:     routing');
  expect(other.out).toContain('field:    turn.completed.routing.routedBy');
  expect(other.out).toContain('recorded: "llm"');
  expect(other.out).toContain('now:      "heuristic"');
  // What came from another installation cannot be run again here: its prices and policies are not these.
  const project = new Uint8Array(await (await get(here, projectFilePath(projectId))).arrayBuffer());
  const there = await startTestServer();
  expect((await put(there, projectImportPath, project)).status).toBe(200);
  expect((await done(there.client.StudioTurnTraceGet({ projectId, turnId }))).trace.replay).toBe('not_recorded');
  expect((await get(there, traceFilePath(projectId, turnId))).status).toBe(404);
  expect(await replay(file.with(900, (file[900] ?? 0) ^ 1))).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('TRACE_DAMAGED'),
  });
}, 60_000);

test('a turn that a model answered is run again with the recorded answer, and no model is asked', async () => {
  const here = await startTestServer();
  const { url, asked } = await modelServer(answer('The logo wall costs 8,071.08 to make.'));
  const { endpoint } = await done(here.client.EndpointAdd({ url }));
  const skill = endpoint.models.find(({ name }) => name === 'small')?.modelId ?? '';
  const models = { router: null, skill, judge: null };
  await done(here.client.StudioModelsSet({ requestId: 'request-models', models }));
  const projectId = await demo(here);
  const [refused] = (await say(here, projectId, 'how much is the main stage?')).warnings;
  const [, providerId = '', modelId = '', scopeHash = ''] = refused?.refs ?? [];
  await done(here.client.EgressGrantConsent({ consent: { providerId, modelId, scopeHash }, remember: true }));
  const { turnId, assistantMessage } = await say(here, projectId, 'how much is the logo wall?');
  expect(assistantMessage.text).toContain('8,071.08');
  const times = asked.length;
  const file = new Uint8Array(await (await get(here, traceFilePath(projectId, turnId))).arrayBuffer());
  const same = await replay(file);
  expect(same).toMatchObject({ code: 0, out: expect.stringContaining('played back: 1') });
  const other = await replay(rewritten(file, 'costs 8,071.08 to make', 'costs 9,999.99 to make'));
  expect(other).toMatchObject({ code: 1, out: expect.stringContaining('9,999.99') });
  expect(other.out).toContain('step:     answer');
  expect(asked.length).toBe(times);

  // The file shows every price there is: an owner of this project, an editor, a viewer and a stranger get none of it.
  for (const role of ['owner', 'editor', 'viewer', undefined] as const) {
    const person = await invite(here, 'member', `A ${role}`, role ? [{ projectId, role }] : []);
    const reply = await get({ ...here, cookie: person.cookie }, traceFilePath(projectId, turnId));
    expect([role, reply.status]).toEqual([role, 403]);
    expect(await reply.text()).not.toContain('8,071.08');
  }
}, 60_000);
