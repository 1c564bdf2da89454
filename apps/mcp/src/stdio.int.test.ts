import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createDiskLog } from '@atelier/kernel/adapters';
import { fillDisk, mayMount, smallDisk } from '@atelier/kernel/testing';
import { lastAgent } from '@atelier/rails/adapters';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildForTests,
  type Connected,
  connect,
  copyCommand,
  type Major,
  type Reply,
  temporaryFolder,
} from './testing/clients.ts';

const SIX = [
  'list_workflows',
  'inspect_workflow',
  'start_workflow',
  'continue_workflow',
  'checkpoint_workflow',
  'resume_session',
];

const built = temporaryFolder();
const work = temporaryFolder();
let bundle = '';
const open: Connected[] = [];
const children: ChildProcess[] = [];
const folders: { remove: () => void }[] = [built, work];

beforeAll(async () => {
  bundle = await buildForTests(built.path);
  const step = (id: string) => ({ id, title: id, prompt: `Do ${id}.` });
  mkdirSync(join(work.path, 'workflows'));
  writeFileSync(
    join(work.path, 'workflows', 'three.json'),
    JSON.stringify({
      id: 'project.three',
      name: 'Three',
      description: 'Three steps.',
      version: '1.0.0',
      steps: ['one', 'two', 'three'].map(step),
    }),
  );
});
afterAll(async () => {
  for (const client of open) await client.close().catch(() => undefined);
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) folder.remove();
});

const newData = (): string => {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder.path;
};
const client = async (major: Major, data: string): Promise<Connected> => {
  const connected = await connect(major, bundle, data);
  open.push(connected);
  return connected;
};
const next = (reply: Reply): Record<string, string> => reply.structuredContent?.nextCall?.params ?? {};
const start = { workflowId: 'project.three', workspacePath: work.path, goal: 'Try three steps' };
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
/** Every file with its bytes. */
const treeOf = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'latin1')])));
};
const until = async (holds: () => boolean): Promise<boolean> => {
  for (let look = 0; look < 200 && !holds(); look += 1) await new Promise((resume) => setTimeout(resume, 25));
  return holds();
};

describe('over a real pipe', () => {
  test('[RL-58] a fresh install without any setting lists the six tools to clients of both majors', async () => {
    for (const major of ['current', 'previous'] as const) {
      const data = newData();
      const tools = await (await client(major, data)).listTools();
      expect(tools.map(({ name }) => name)).toEqual(SIX);
      // People who connect a client see that it worked.
      expect(await until(() => lastAgent(data) !== undefined)).toBe(true);
      expect(lastAgent(data)?.name).toBe('test');
    }
  });

  test('a run says which client started it, of either major', async () => {
    const data = newData();
    const started = [];
    for (const major of ['current', 'previous'] as const)
      started.push(await (await client(major, data)).call('start_workflow', start));
    const log = createDiskLog({ data });
    for (const reply of started) {
      const page = await log.read(`session/${reply.structuredContent?.session.sessionId}`);
      const events = page.ok ? page.value.events : [];
      expect(events.find(({ kind }) => kind === 'run_started')?.data).toMatchObject({ body: { agent: 'test' } });
    }
    await log.close();
  });

  test('a client of either major completes a workflow, and each answer says the next call', async () => {
    for (const major of ['current', 'previous'] as const) {
      const mcp = await client(major, newData());
      let reply = await mcp.call('start_workflow', start);
      for (const stepId of ['one', 'two', 'three']) {
        expect(reply.structuredContent?.pending?.stepId).toBe(stepId);
        expect(reply.content[0]?.text).toContain(`Do ${stepId}.`);
        const fields = JSON.parse(reply.content.at(-1)?.text ?? '{}');
        expect(fields.pending).toMatchObject({ stepId });
        expect(fields.pending).not.toHaveProperty('prompt');
        reply = await mcp.call('continue_workflow', { ...next(reply), notes: `did ${stepId}` });
      }
      expect(reply.structuredContent).toMatchObject({ isComplete: true, nextCall: null, nextIntent: 'complete' });
    }
  });

  test.runIf(mayMount)(
    'an agent that begins on a full disk hears so, and the same call works once there is room',
    async () => {
      const data = await smallDisk('3m');
      const makeRoom = fillDisk(data);
      const mcp = await client('current', data);
      for (let turn = 0; turn < 2; turn += 1) {
        const refused = await mcp.call('start_workflow', start);
        expect(JSON.parse(refused.content[0]?.text ?? '')).toMatchObject({
          ok: false,
          error: {
            code: 'DISK_FULL',
            message: expect.stringContaining('This call recorded nothing.'),
            suggestion: expect.stringContaining('make the same call again'),
          },
        });
      }
      await makeRoom();
      expect((await mcp.call('start_workflow', start)).structuredContent?.pending?.stepId).toBe('one');
      await mcp.close();
    },
  );

  test('a killed run is found again by its words in a new process and forks from an old token', async () => {
    const data = newData();
    const first = await client('current', data);
    const one = await first.call('start_workflow', start);
    const two = await first.call('continue_workflow', { ...next(one), notes: 'the zanzibar clue' });
    process.kill(first.pid, 'SIGKILL');
    const second = await client('previous', data);
    const found = await second.call('resume_session', { query: 'zanzibar' });
    expect(found.structuredContent?.candidates[0]?.sessionId).toBe(two.structuredContent?.session.sessionId);
    const back = await second.call('continue_workflow', {
      stateToken: found.structuredContent?.candidates[0]?.stateToken,
    });
    expect(back.structuredContent).toMatchObject({ nextIntent: 'rehydrate_only', pending: { stepId: 'two' } });
    const old = await second.call('continue_workflow', { stateToken: one.structuredContent?.stateToken });
    const fork = await second.call('continue_workflow', { ...next(old), notes: 'another way' });
    expect(fork.structuredContent).toMatchObject({ fork: { cause: 'non_tip_advance', siblingCount: 1 } });
  });

  test('started before it was built, it says so in one line and exits', async () => {
    const bare = temporaryFolder();
    folders.push(bare);
    const child = spawn(process.execPath, [copyCommand(bare.path)], { stdio: ['pipe', 'pipe', 'pipe'] });
    children.push(child);
    const said: string[] = [];
    child.stdout.on('data', (chunk) => said.push(`out ${chunk}`));
    child.stderr.on('data', (chunk) => said.push(String(chunk)));
    expect(await until(() => child.exitCode !== null)).toBe(true);
    expect(child.exitCode).toBe(1);
    expect(said.join('')).toMatch(/^atelier mcp: not set up yet; run "npm start" once [^\n]*\n$/);
  });

  test('the server is gone once its client closed', async () => {
    const mcp = await client('current', newData());
    await mcp.listTools();
    await mcp.close();
    expect(await until(() => !isAlive(mcp.pid))).toBe(true);
  });

  const raw = (data: string, stdio: ('pipe' | 'ignore')[] = ['pipe', 'pipe', 'pipe']) => {
    const child = spawn(process.execPath, [bundle], {
      env: { ...process.env, ATELIER_DATA_DIR: data },
      stdio: stdio as 'pipe'[],
    });
    children.push(child);
    let out = '';
    let errors = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      errors += chunk;
    });
    const send = (id: number, method: string, params: unknown): boolean =>
      child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`) ?? false;
    const hello = (): boolean =>
      send(0, 'initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'raw', version: '1' },
      });
    return { child, send, hello, out: () => out, errors: () => errors };
  };

  /** Sends each line as it is, and gives the frames that answer them, by id. */
  const exchange = async (data: string, lines: readonly string[]) => {
    const server = raw(data);
    server.hello();
    for (const line of lines) server.child.stdin?.write(`${line}\n`);
    const answered = () => server.out().split('\n').length - 1;
    expect(await until(() => answered() > lines.length)).toBe(true);
    const frames = server
      .out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(frames.every((frame) => frame.jsonrpc === '2.0')).toBe(true);
    return new Map(frames.map((frame) => [frame.id, frame]));
  };
  const line = (id: number, name: string, args: string): string =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;
  const errorOf = (frame: { result: { content: { text: string }[] } }) =>
    JSON.parse(frame.result.content[0]?.text ?? '{}').error;

  test('[RL-45] [lock:errors-as-data] random JSON to any tool is answered, or refused with an envelope; stdout holds frames only', async () => {
    const fields = fc.constantFrom(
      ...['workflowId', 'goal', 'context', 'stateToken', 'ackToken', 'checkpointToken', 'output', 'notes'],
      ...['artifacts', 'query', 'mode', 'preferences', 'statetoken', 'tags', 'nonsense', 'sameWorkspaceOnly'],
    );
    const value = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constant('st1nope'), fc.constant('{"notesMarkdown":'));
    const sent = fc.sample(fc.oneof(fc.dictionary(fields, value, { maxKeys: 5 }), fc.jsonValue()), {
      numRuns: 60,
      seed: 45,
    });
    const calls = SIX.flatMap((name) => sent.map((args) => [name, args] as const));
    const frames = await exchange(
      newData(),
      calls.map(([name, args], id) => line(id + 1, name, JSON.stringify(args))),
    );
    let refused = 0;
    for (const [id, [name, args]] of calls.entries()) {
      const { result, error } = frames.get(id + 1);
      // Arguments that are no object at all are the protocol's to refuse.
      if (error) {
        expect([typeof args === 'object' && args !== null && !Array.isArray(args), error.code]).toEqual([
          false,
          -32602,
        ]);
        continue;
      }
      if (!result.isError) continue;
      refused += 1;
      const envelope = errorOf({ result });
      expect([name, args, envelope.code]).toEqual([name, args, expect.stringMatching(/^(?!INTERNAL)[A-Z_]+$/)]);
      expect(envelope.message.length).toBeGreaterThan(5);
      expect(envelope.suggestion.length).toBeGreaterThan(5);
      expect(envelope.retry.kind).toMatch(/^(not_retryable|retryable_immediate|retryable_after_ms)$/);
      const correct = envelope.details?.correctCall;
      if (correct)
        expect(envelope.suggestion).toContain(`Call ${correct.tool} with: ${JSON.stringify(correct.params)}`);
    }
    expect(refused).toBeGreaterThan(100);
  });

  test('[RL-62] what would vanish or break is refused by its name, and the server goes on', async () => {
    const begin = (context: string) =>
      `{"workflowId":"project.three","workspacePath":"${work.path}","context":${context}}`;
    const proto = '{"k":1,"__proto__":{"x":1}}';
    const nested = '{"a":[{"__prot\\u006f__":{"x":1}}]}';
    const asText = JSON.stringify('{"__proto__":{"x":1}}');
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const data = newData();
    const frames = await exchange(data, [
      line(1, 'start_workflow', begin(proto)),
      line(2, 'start_workflow', begin(nested)),
      line(3, 'start_workflow', begin(asText)),
      line(4, 'start_workflow', begin(`{"deep":${deep}}`)),
      line(5, 'start_workflow', `{"workflowId":"project.three","goal":"${'g'.repeat(12 * 1024 * 1024)}"}`),
      line(6, 'no_such_tool', '{}'),
      line(7, 'start_workflow', begin('{"cut":"bad \\ud83d","fine":"😀"}')),
      line(8, 'resume_session', '{}'),
      line(9, 'start_workflow', begin('{"order":12345678901234567890}')),
    ]);
    for (const [id, at] of [
      [1, 'context'],
      [2, 'context.a.0'],
      [3, 'context'],
    ] as const)
      expect(errorOf(frames.get(id))).toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining('`__proto__`'),
        details: { key: '__proto__', at },
      });
    expect(errorOf(frames.get(4))).toMatchObject({ code: 'VALIDATION_ERROR', details: { max: 200 } });
    expect(frames.get(5).error).toMatchObject({
      code: -32600,
      data: { code: 'MESSAGE_TOO_LARGE', max: 10 * 1024 * 1024 },
    });
    expect(frames.get(6).error).toMatchObject({ code: -32602, message: expect.stringContaining('no_such_tool') });
    const warnings = frames.get(7).result.structuredContent.warnings;
    expect(warnings).toMatchObject([{ code: 'HALF_CHARACTERS_REPLACED' }]);
    expect(JSON.stringify(frames.get(7).result.content)).toContain('HALF_CHARACTERS_REPLACED');
    expect(frames.get(8).result.isError).toBeUndefined();
    expect(errorOf(frames.get(9))).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('12345678901234567890'),
      details: { at: 'context.order', digits: '12345678901234567890' },
    });
    const log = createDiskLog({ data });
    expect(await log.list('session')).toHaveLength(1);
    await log.close();
  });

  test('bytes that are no character are replaced and said, and arguments sent as a text or as null are read', async () => {
    const data = newData();
    const server = raw(data);
    server.hello();
    const [before = '', after = ''] = line(
      1,
      'start_workflow',
      '{"workflowId":"wr.discovery","goal":"cut HERE on"}',
    ).split('HERE');
    const cut = [0xf0, 0x9f, 0x98];
    server.child.stdin?.write(Buffer.concat([Buffer.from(before), Buffer.from(cut), Buffer.from(`${after}\n`)]));
    server.child.stdin?.write(`${line(2, 'list_workflows', 'null')}\n`);
    server.child.stdin?.write(`${line(3, 'list_workflows', JSON.stringify('{"query":"bug"}'))}\n`);
    server.child.stdin?.write(`${line(4, 'start_workflow', JSON.stringify('{"__proto__":{"workflowId":"x"}}'))}\n`);
    server.child.stdin?.write(`${line(5, 'list_workflows', '"no object"')}\n`);
    expect(await until(() => server.out().split('\n').length > 6)).toBe(true);
    const frames = new Map(
      server
        .out()
        .trim()
        .split('\n')
        .map((each) => JSON.parse(each))
        .map((frame) => [frame.id, frame]),
    );
    expect(frames.get(1).result.structuredContent.warnings).toMatchObject([{ code: 'HALF_CHARACTERS_REPLACED' }]);
    expect(frames.get(2).result.structuredContent.workflows.length).toBeGreaterThan(5);
    expect(frames.get(3).result.structuredContent.workflows).toHaveLength(1);
    expect(errorOf(frames.get(4))).toMatchObject({ code: 'VALIDATION_ERROR', details: { key: '__proto__' } });
    expect(frames.get(5).error.code).toBe(-32602);
  });

  test('[RL-13] [RL-14] a context too large or with a forbidden key is refused on the wire, with its measure, and leaves no session', async () => {
    const data = newData();
    // {"k":"…"} is eight bytes longer than its text.
    const big = `{"k":"${'x'.repeat(262_145 - 8)}"}`;
    const frames = await exchange(data, [
      line(1, 'start_workflow', `{"workflowId":"project.three","workspacePath":"${work.path}","context":${big}}`),
      line(
        2,
        'start_workflow',
        `{"workflowId":"project.three","workspacePath":"${work.path}","context":{"__proto__":1}}`,
      ),
    ]);
    expect(errorOf(frames.get(1))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { reason: 'CONTEXT_TOO_LARGE', measured: 262_145, max: 262_144, method: 'jcs_utf8_bytes' },
    });
    expect(errorOf(frames.get(2))).toMatchObject({ code: 'VALIDATION_ERROR', details: { key: '__proto__' } });
    const log = createDiskLog({ data });
    expect(await log.list('session')).toEqual([]);
    await log.close();
  });

  test('without its data folder every call says that it is missing, not that a token or a run is', async () => {
    const data = newData();
    const mcp = await client('previous', data);
    const started = await mcp.call('start_workflow', start);
    await rename(data, `${data}.away`);
    const calls = [
      ['continue_workflow', next(started)],
      ['continue_workflow', { stateToken: started.structuredContent?.stateToken ?? '' }],
      ['start_workflow', start],
      ['resume_session', { query: 'three' }],
      ['list_workflows', {}],
    ] as const;
    for (const [tool, sent] of calls) {
      const { error } = JSON.parse((await mcp.call(tool, sent)).content[0]?.text ?? '');
      expect(error, tool).toMatchObject({ code: 'WRITE_FAILED', message: expect.stringContaining('is missing') });
    }
    // Nothing stands in the way of what has to come back, and with it the same call goes on.
    expect(existsSync(data)).toBe(false);
    await rename(`${data}.away`, data);
    expect((await mcp.call('continue_workflow', next(started))).structuredContent?.pending?.stepId).toBe('two');
  });

  test('half a character in notes does not stop a run; the rest is recorded as sent', async () => {
    const data = newData();
    const mcp = await client('current', data);
    const one = await mcp.call('start_workflow', start);
    const two = await mcp.call('continue_workflow', {
      ...next(one),
      output: { notesMarkdown: 'cut \ud83d here', artifacts: [{ kind: 'a.b', text: 'x\udc00' }] },
      context: { half: '\ud83d' },
    });
    expect(two.structuredContent).toMatchObject({
      pending: { stepId: 'two' },
      warnings: [{ code: 'HALF_CHARACTERS_REPLACED' }],
    });
    const back = await mcp.call('continue_workflow', { stateToken: two.structuredContent?.stateToken });
    expect(back.content[0]?.text).toContain('cut \ufffd here');
  });

  test('[lock:stdio-clean] a broken stderr or stdout never hangs or crashes the server', async () => {
    const data = newData();
    const server = raw(data);
    server.hello();
    server.child.stderr?.destroy();
    server.send(1, 'tools/call', { name: 'list_workflows', arguments: {} });
    server.send(2, 'tools/call', { name: 'start_workflow', arguments: start });
    expect(await until(() => server.out().includes('"id":2'))).toBe(true);
    server.child.stdout?.destroy();
    server.send(3, 'tools/list', {});
    server.send(4, 'tools/list', {});
    expect(await until(() => server.child.exitCode !== null || server.child.signalCode !== null)).toBe(true);
    expect(server.child.exitCode).toBe(0);
    const quiet = raw(data);
    quiet.child.stdin?.end();
    expect(await until(() => quiet.child.exitCode === 0)).toBe(true);
  });

  test('a data folder is made for its owner alone; one that cannot be made is said with what to choose', async () => {
    const data = join(newData(), 'deep', 'data');
    const server = raw(data);
    server.hello();
    expect(await until(() => server.out().includes('"id":0'))).toBe(true);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    const file = join(newData(), 'file');
    writeFileSync(file, '');
    const refused = raw(file);
    expect(await until(() => refused.child.exitCode === 1)).toBe(true);
    expect(refused.errors()).toBe(
      `atelier mcp: the data folder ${file} cannot be used: there is something else of that name. Choose another with --data DIR or ATELIER_DATA_DIR.\n`,
    );
  });

  test('what is made ready between the list and the first call is neither seen nor written', async () => {
    const data = newData();
    const first = await client('previous', data);
    await first.call('continue_workflow', next(await first.call('start_workflow', start)));
    await first.close();
    expect(await until(() => !isAlive(first.pid))).toBe(true);
    const before = await treeOf(data);
    const server = raw(data);
    server.hello();
    server.send(1, 'tools/list', {});
    expect(await until(() => server.out().includes('"id":1'))).toBe(true);
    await new Promise((resume) => setTimeout(resume, 600));
    // But for the sign that a client is there.
    const { [join(data, 'cache', 'agent-seen.json')]: seen, ...after } = await treeOf(data);
    expect(seen).toBeDefined();
    expect(
      server
        .out()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual([0, 1]);
    expect(server.errors()).toBe('');
    expect(after).toEqual(before);
  });

  test('[lock:correlation-joined] one advance is joined from its log line to its events by session, run, node and attempt', async () => {
    const data = newData();
    const server = raw(data);
    server.hello();
    server.send(1, 'tools/call', { name: 'start_workflow', arguments: start });
    expect(await until(() => server.out().includes('"id":1'))).toBe(true);
    const started = server
      .out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .find(({ id }) => id === 1);
    server.send(2, 'tools/call', { name: 'continue_workflow', arguments: next(started.result) });
    expect(await until(() => server.errors().includes('continue_workflow'))).toBe(true);
    const line = server
      .errors()
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each))
      .find(({ tool }) => tool === 'continue_workflow');
    expect(line.callId).toMatch(/^call_[0-9a-f]{12}$/);
    expect(server.out()).not.toContain(line.callId);
    server.child.stdin?.end();
    await until(() => server.child.exitCode !== null);
    const log = createDiskLog({ data });
    try {
      const page = await log.read(`session/${line.sessionId}`);
      const events = page.ok ? page.value.events.map(({ kind, data: facts }) => ({ kind, ...(facts as object) })) : [];
      const own = events.filter((event) => 'attemptId' in event && event.attemptId === line.attemptId);
      expect(own.map(({ kind }) => kind)).toEqual([
        'advance_recorded',
        'decision_trace_appended',
        'node_created',
        'edge_created',
      ]);
      expect(own[0]).toMatchObject({ sessionId: line.sessionId, scope: { runId: line.runId, nodeId: line.nodeId } });
    } finally {
      await log.close();
    }
  });
});
