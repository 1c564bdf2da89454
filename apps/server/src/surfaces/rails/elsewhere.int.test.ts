import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { CommandClient } from '@atelier/contracts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { invite, type Joined } from '../../testing/people.ts';
import { codeOf, done } from '../../testing/replies.ts';
import { isLive, openTab } from '../../testing/tab.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** A folder of this machine with a workflow of its own, and a file beside it. */
const planted = async () => {
  const folder = await tempFolder();
  await mkdir(join(folder, 'workflows'));
  const steps = [{ id: 'one', title: 'one', prompt: 'Do one.' }];
  const source = { id: 'project.planted', name: 'Planted', description: 'One step.', version: '1.0.0', steps };
  await writeFile(join(folder, 'workflows', 'planted.json'), JSON.stringify(source));
  await writeFile(join(folder, 'workflows', 'broken.json'), '{"secret":');
  return { folder, source, file: join(folder, 'workflows', 'planted.json'), gone: join(folder, 'gone') };
};

const agentOf = async ({ server }: TestServer, token: string) => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.origin}/mcp`), { requestInit }));
  onTestFinished(() => client.close());
  return async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })) as { readonly isError?: boolean; readonly content: unknown };
};

test('an agent with a person’s token names folders of its own machine: nothing is looked for under their names here', async () => {
  const here = await startTestServer();
  const { folder, source, file, gone } = await planted();
  const dana = await invite(here, 'member', 'Dana');
  const { token } = await done(dana.client.TokenCreate({ label: 'Laptop' }));
  const [hers, machines] = [await agentOf(here, token), await agentOf(here, here.installToken)];
  for (const workspacePath of [folder, file, gone, 'C:\\work']) {
    const told = [
      await hers('list_workflows', { workspacePath }),
      await hers('inspect_workflow', { workflowId: source.id, workspacePath }),
      await hers('start_workflow', { workflowId: source.id, workspacePath }),
      await hers('inspect_workflow', { mode: 'check', source, workspacePath }),
    ];
    // The same for a folder, a file and nothing at all.
    expect(told.map(({ isError }) => isError === true)).toEqual([false, true, true, false]);
    expect(JSON.stringify(told)).not.toMatch(/Planted|broken|secret|does not exist|not a folder/);
    const started = await hers('start_workflow', { workflowId: 'wr.rpi', goal: 'Elsewhere', workspacePath });
    expect(started.isError).toBeUndefined();
  }
  // A program on this machine is told what is wrong, and finds what is there.
  expect((await machines('list_workflows', { workspacePath: gone })).isError).toBe(true);
  expect(JSON.stringify(await machines('list_workflows', { workspacePath: folder }))).toContain('Planted');
});

test('folders of the machine are for admins: a member’s page neither reads from one nor writes into it, and no path is told', async () => {
  const here = await startTestServer();
  const { folder, source } = await planted();
  const [dana, vered] = [await invite(here, 'member', 'Dana'), await invite(here, 'viewer', 'Vered')];
  const asked = { workspacePath: folder };
  const text = JSON.stringify({ ...source, id: 'project.mine' });
  const tell = async (client: CommandClient): Promise<string> =>
    JSON.stringify([
      await client.WorkflowsList(asked),
      await client.WorkflowGet({ ...asked, workflowId: source.id }),
      await client.WorkflowValidate({ ...asked, text }),
      await client.ConfigGet(asked),
    ]);
  for (const { client } of [dana, vered]) {
    const told = await tell(client);
    for (const secret of ['Planted', 'broken.json', folder, here.dataFolder, process.execPath])
      expect(told).not.toContain(secret);
  }
  const save = { ...asked, text, target: 'project', expectedDigest: null } as const;
  expect(await codeOf(dana.client.WorkflowSave(save))).toBe('WORKSPACE_NEEDED');
  expect((await readdir(join(folder, 'workflows'))).sort()).toEqual(['broken.json', 'planted.json']);
  // The same walk does find it where it may be seen.
  const whole = await tell(here.client);
  for (const known of ['Planted', 'broken.json', here.dataFolder]) expect(whole).toContain(known);
  await done(here.client.WorkflowSave(save));
});

test('where the folder of a session lies is told to admins alone, on every way out', async () => {
  const here = await startTestServer();
  const { folder, source } = await planted();
  const [dana, vered] = [await invite(here, 'member', 'Dana'), await invite(here, 'viewer', 'Vered')];
  const { token } = await done(dana.client.TokenCreate({ label: 'Laptop' }));
  const machines = await agentOf(here, here.installToken);
  const started = await machines('start_workflow', { workflowId: source.id, goal: 'Plant', workspacePath: folder });
  expect(started.isError).toBeUndefined();
  const [session] = (await done(here.client.SessionsList({}))).sessions;
  const [sessionId, runId] = [session?.sessionId ?? '', session?.runs[0]?.runId ?? ''];
  const [name, above] = [basename(folder), basename(dirname(folder))];

  const tell = async ({ cookie, client }: Pick<Joined, 'cookie' | 'client'>): Promise<string> => {
    const tab = await openTab(here.server.origin, cookie);
    tab.say({ subscribe: [{ stream: `session/${sessionId}`, from: 0 }] });
    await tab.until(isLive);
    tab.close();
    const exports = ['json', 'json?paths=keep', 'md', 'md?paths=keep'].map((kind) =>
      fetch(`${here.server.origin}/rails/exports/${sessionId}.${kind}`, { headers: { cookie } }),
    );
    return JSON.stringify([
      tab.frames,
      await client.SessionsList({}),
      await client.SessionsFind({ query: 'Plant', limit: 20 }),
      await client.SessionGet({ sessionId }),
      await client.SessionEvents({ sessionId, from: 0, limit: 500 }),
      await client.RunGet({ sessionId, runId }),
      await client.RunReportGet({ sessionId, runId }),
      await client.SessionExport({ sessionId, format: 'bundle', keepPaths: true }),
      ...(await Promise.all(exports.map(async (answer) => (await answer).text()))),
    ]);
  };
  for (const person of [dana, vered]) {
    expect(await tell(person)).not.toContain(folder);
    const listed = await done(person.client.SessionsList({}));
    expect([listed.workspaces, listed.sessions.map(({ workspace }) => workspace)]).toEqual([[name], [name]]);
    expect((await done(person.client.SessionsList({ workspace: name }))).total).toBe(1);
    // Nor can it be guessed by what is found.
    expect((await done(person.client.SessionsList({ workspace: folder }))).total).toBe(0);
    expect((await done(person.client.SessionsList({ query: `/${above}/` }))).total).toBe(0);
  }
  const hers = await agentOf(here, token);
  const resumed = await hers('resume_session', { query: 'Plant', workspacePath: folder });
  expect(JSON.stringify(resumed.content)).toContain('Plant');
  expect(JSON.stringify(resumed).replaceAll(`workspacePath":"${folder}`, '')).not.toContain(folder);
  const asked = { sessionId, format: 'bundle', keepPaths: true } as const;
  expect(await codeOf(dana.client.SessionExport(asked))).toBe('PATHS_FOR_ADMINS');
  // The same walk does find it where it may be told.
  expect(await tell(here)).toContain(folder);
  expect((await done(here.client.SessionsList({ workspace: folder }))).total).toBe(1);
});
