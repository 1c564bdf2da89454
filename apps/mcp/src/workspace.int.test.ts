import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMcpHttpHandler } from './http.ts';
import { openRailsInstall } from './install.ts';
import { buildForTests, connect, type Reply, temporaryFolder } from './testing/clients.ts';

const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder(), temporaryFolder()] as const;
const [built, work, data, elsewhere] = folders;
let bundle = '';
beforeAll(async () => {
  bundle = await buildForTests(built.path);
  mkdirSync(join(work.path, 'workflows'));
  const steps = [{ id: 'one', title: 'one', prompt: 'Do one.' }];
  const source = { id: 'project.mine', name: 'Mine', description: 'One step.', version: '1.0.0', steps };
  writeFileSync(join(work.path, 'workflows', 'mine.json'), JSON.stringify(source));
});
afterAll(() => {
  for (const folder of folders) folder.remove();
});

type Call = (name: string, args: Record<string, unknown>) => Promise<Reply>;
const namesIn = (reply: Reply): string => JSON.stringify(reply.structuredContent ?? reply.content);

/** Every tool that takes a folder refuses one it cannot use, by name, and takes a good one. */
const refusesBadFolders = async (call: Call): Promise<void> => {
  const file = join(work.path, 'workflows', 'mine.json');
  const bad = { relative: 'not_absolute', [join(work.path, 'gone')]: 'not_there', [file]: 'not_a_folder' };
  const tools: readonly (readonly [string, Record<string, unknown>])[] = [
    ['list_workflows', {}],
    ['inspect_workflow', { workflowId: 'project.mine' }],
    ['start_workflow', { workflowId: 'wr.discovery', goal: 'g' }],
    ['resume_session', { query: 'mine' }],
  ];
  for (const [tool, args] of tools)
    for (const [workspacePath, reason] of Object.entries(bad)) {
      const reply = await call(tool, { ...args, workspacePath });
      expect([tool, workspacePath, reply.isError, reply.content[0]?.text.includes(`"${reason}"`)]).toEqual([
        tool,
        workspacePath,
        true,
        true,
      ]);
    }
  expect(namesIn(await call('list_workflows', { workspacePath: work.path }))).toContain('project.mine');
};

test('[RL-73] a folder is refused by name or used as promised: by path, by a client’s roots, and over HTTP', async () => {
  // A client of the revision before that tells its roots: the first one counts, for every tool.
  const older = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { roots: {} } });
  older.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(work.path).href }] }));
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', ATELIER_DATA_DIR: data.path };
  await older.connect(
    new StdioClientTransport({ command: process.execPath, args: [bundle], env, cwd: elsewhere.path, stderr: 'ignore' }),
  );
  const byRoots: Call = (name, args) => older.callTool({ name, arguments: args }) as unknown as Promise<Reply>;
  expect(namesIn(await byRoots('list_workflows', {}))).toContain('project.mine');
  expect(namesIn(await byRoots('inspect_workflow', { workflowId: 'project.mine' }))).toContain('One step.');
  const started = await byRoots('start_workflow', { workflowId: 'project.mine', goal: 'by roots' });
  expect(started.structuredContent?.pending?.stepId).toBe('one');
  expect(namesIn(await byRoots('resume_session', { query: 'by roots' }))).toContain('by roots');
  await refusesBadFolders(byRoots);
  await older.close();

  // A client of today answers no questions: without a path the folder the server was started in counts.
  const today = await connect('current', bundle, data.path);
  expect(namesIn(await today.call('list_workflows', {}))).not.toContain('project.mine');
  await refusesBadFolders(today.call);
  await today.close();

  // Over HTTP there is no such folder: without a path no project is guessed at.
  const install = openRailsInstall(join(elsewhere.path, 'data'));
  const handle = createMcpHttpHandler({
    deps: install.deps,
    version: '0.0.0',
    cwd: null,
    log: () => undefined,
    newCallId: () => 'call_test',
  });
  let id = 0;
  const overHttp: Call = async (name, args) => {
    id += 1;
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      host: '127.0.0.1',
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });
    const reply = await handle(new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body }));
    const text = await reply.text();
    return JSON.parse(text.startsWith('{') ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? '{}')).result;
  };
  expect(namesIn(await overHttp('list_workflows', {}))).not.toContain('project.mine');
  await refusesBadFolders(overHttp);
  await install.close();
}, 120_000);
