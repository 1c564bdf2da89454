import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillDisk, mayMount, smallDisk } from '@atelier/kernel/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { createServer } from './server.ts';
import { surfaces } from './surfaces/index.ts';
import type { CreateSurface } from './surfaces/surface.ts';
import { ask } from './testing/ask.ts';
import { tempFolder } from './testing/temp-folder.ts';
import { startTestServer } from './testing/test-server.ts';

test('a log that cannot be written fails no request, and is said', async () => {
  const dataFolder = await tempFolder();
  await writeFile(join(dataFolder, 'logs'), 'something else of that name');
  const { server, client } = await startTestServer({ dataFolder });
  expect((await ask({ port: server.port, path: '/' })).status).toBe(200);
  expect(await client.SettingsSet({ set: { theme: 'dark' } })).toMatchObject({ ok: true });
  const diagnostics = await client.DiagnosticsGet({});
  expect(diagnostics.ok && diagnostics.value.findings).toContainEqual(
    // Its start, the sign-in, the page and the change.
    expect.objectContaining({ code: 'SERVER_LOG_INCOMPLETE', level: 'warning', fact: '4' }),
  );
});

test.each([
  ['ENOSPC', 507, 'DISK_FULL'],
  ['EDQUOT', 507, 'DISK_FULL'],
  ['EROFS', 507, 'DISK_READ_ONLY'],
  ['EIO', 500, 'FILE_REFUSED'],
  ['EACCES', 500, 'FILE_REFUSED'],
  ['EPERM', 500, 'FILE_REFUSED'],
  ['EOTHER', 500, 'FAULT'],
])('a route that meets %s answers %i %s, and is in the log like every request', async (code, status, said) => {
  const broken = new Error('wrapped', { cause: Object.assign(new Error(`${code}: …, write`), { code }) });
  const surface: CreateSurface = () => ({
    handlers: {},
    streams: {},
    routes: [{ path: '/broken', methods: ['PUT'], access: 'signed-in', serve: () => Promise.reject(broken) }],
  });
  const { server, installToken, dataFolder } = await startTestServer({ surfaces: [...surfaces, surface] });
  const headers = { authorization: `Bearer ${installToken}` };
  const answer = await ask({ port: server.port, method: 'PUT', path: '/broken', headers });
  expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([status, said]);
  expect(answer.headers['x-frame-options']).toBe('DENY');
  const lines = (await readFile(join(dataFolder, 'logs', 'server.jsonl'), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ event: 'request', route: '/broken', status }),
  );
});

test.runIf(mayMount)(
  'on a disk that is really full: refused in words, nothing acknowledged is lost, and it goes on',
  async () => {
    const dataFolder = await smallDisk('2m');
    const { server, cookie, client } = await startTestServer({ dataFolder });
    const change = (turn: number) =>
      client.SettingsSet({ set: { theme: turn % 2 ? 'dark' : 'light', language: turn % 3 ? 'en' : 'he' } });
    expect(await change(0)).toMatchObject({ ok: true });
    const makeRoom = fillDisk(dataFolder);

    // What was kept ahead takes a few changes more.
    let acknowledged = 0;
    let refused: Awaited<ReturnType<typeof change>> | undefined;
    for (let turn = 1; turn < 400 && !refused; turn += 1) {
      const reply = await change(turn);
      if (reply.ok) acknowledged = reply.value.seq;
      else refused = reply;
    }
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'DISK_FULL', suggestion: expect.stringMatching(/^Make room/) },
    });
    const headers = { cookie, origin: server.origin };
    const upload = await ask({
      port: server.port,
      method: 'PUT',
      path: '/chat-files/a.txt',
      headers,
      body: 'x'.repeat(90_000),
    });
    expect([upload.status, JSON.parse(upload.text).error.code]).toEqual([507, 'DISK_FULL']);
    expect((await ask({ port: server.port, path: '/' })).status).toBe(200);
    const now = await client.InstallGet({});
    if (!now.ok) throw new Error(now.error.code);
    // The last one may have been recorded though its answer could not be sure of it.
    expect([acknowledged, acknowledged + 1]).toContain(now.value.seq);

    await makeRoom();
    expect(await change(now.value.view.settings.theme === 'dark' ? 2 : 1)).toEqual({
      ok: true,
      value: { seq: now.value.seq + 1 },
    });
    const diagnostics = await client.DiagnosticsGet({});
    expect(diagnostics.ok && diagnostics.value.findings.map(({ code }) => code)).toContain('SERVER_LOG_INCOMPLETE');
  },
);

test.runIf(mayMount)('a server is not started on a full disk, which is said; with room it starts', async () => {
  const dataFolder = await smallDisk('300k');
  const makeRoom = fillDisk(dataFolder);
  expect(await createServer({ dataFolder, port: 0 })).toEqual({ ok: false, error: { code: 'DISK_FULL' } });
  await makeRoom();
  await startTestServer({ dataFolder });
});

test.runIf(mayMount)(
  'an agent at /mcp on a full disk hears that it is full, still finds and reads its work, and goes on with the same call',
  async () => {
    const dataFolder = await smallDisk('3m');
    const { server, installToken } = await startTestServer({ dataFolder });
    const agent = new Client({ name: 'agent', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${installToken}` } };
    await agent.connect(new StreamableHTTPClientTransport(new URL(`${server.origin}/mcp`), { requestInit }));
    const call = async (name: string, args: Record<string, unknown>) => {
      const { isError, content, structuredContent } = await agent.callTool({ name, arguments: args });
      const [first] = content as readonly { readonly text: string }[];
      return { refused: isError === true, value: (structuredContent ?? JSON.parse(first?.text ?? '')) as Step & Said };
    };
    const begin = { workflowId: 'wr.discovery', goal: 'Fill the cellar' };
    let { value: step } = await call('start_workflow', begin);
    const makeRoom = fillDisk(dataFolder);

    // What was kept ahead takes a few steps more; of a run that ends, the next is begun.
    let refused: Awaited<ReturnType<typeof call>> | undefined;
    let sent: readonly [string, Record<string, unknown>] = ['start_workflow', begin];
    for (let turn = 0; turn < 200 && !refused; turn += 1) {
      const params = step.nextCall?.params;
      const output = { notesMarkdown: `Turn ${turn}. ${'word '.repeat(500)}` };
      sent = params ? ['continue_workflow', { ...params, output }] : ['start_workflow', begin];
      const answered = await call(...sent);
      if (answered.refused) refused = answered;
      else step = answered.value;
    }
    expect(refused?.value.error).toMatchObject({
      code: 'DISK_FULL',
      message: expect.stringMatching(/is full\..*What was recorded before is safe\.$/),
      suggestion: expect.stringMatching(/^Tell the user to make room/),
      retry: { kind: 'not_retryable' },
    });
    expect((await call('start_workflow', begin)).value.error.code).toBe('DISK_FULL');
    const { stateToken } = step;
    expect(await call('continue_workflow', { stateToken })).toMatchObject({ refused: false });
    expect((await call('list_workflows', {})).refused).toBe(false);
    const found = await call('resume_session', { query: 'cellar' });
    expect(found.value.candidates.map(({ sessionId }) => sessionId)).toContain(step.session.sessionId);

    await makeRoom();
    expect((await call(...sent)).refused).toBe(false);
    await agent.close();
  },
);

type Step = {
  readonly stateToken: string;
  readonly session: { readonly sessionId: string };
  readonly nextCall: { readonly params: Record<string, string> } | null;
};
type Said = {
  readonly error: { readonly code: string };
  readonly candidates: readonly { readonly sessionId: string }[];
};
