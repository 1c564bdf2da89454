import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { pageClient, signIn } from '../../apps/server/src/testing/tab.ts';
import { startCluster } from '../../scripts/cluster/cluster.ts';
import { createWorkplace } from '../rails/workplace.ts';

const AGENTS = 6;
const STEPS = 12;

type Reply = {
  readonly session: { readonly sessionId: string };
  readonly nextCall: { readonly params: Readonly<Record<string, string>> } | null;
};

test('one of two servers is killed under agents at work: they go on at the other, and no step is lost or taken twice', {
  timeout: 180_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-cluster-'));
  const cluster = await startCluster({ folder });
  onTestFinished(async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const [dying, staying] = cluster.servers;
  if (!dying || !staying) throw new Error('two were started');
  const workspacePath = createWorkplace(join(folder, 'work'));
  const headers = { authorization: `Bearer ${await staying.installToken()}` };
  let taken = 0;
  let failed = 0;

  /** A call of which no answer came is made again, as it is: its receipt lets it through once. */
  const agent = async (nth: number): Promise<string> => {
    let client: Client | undefined;
    const call = async (name: string, args: Record<string, unknown>): Promise<Reply> => {
      for (;;) {
        try {
          if (!client) {
            const next = new Client({ name: `agent-${nth}`, version: '1.0.0' });
            const address = new URL(`${cluster.proxy.origin}/mcp`);
            await next.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
            client = next;
          }
          const answer = await client.callTool({ name, arguments: args });
          if (answer.isError) throw new Error(JSON.stringify(answer.content));
          return answer.structuredContent as unknown as Reply;
        } catch {
          failed += 1;
          if (failed > 200) throw new Error('calls keep failing');
          client = undefined;
          await new Promise((resume) => setTimeout(resume, 50));
        }
      }
    };
    let last = await call('start_workflow', { workflowId: 'project.long', workspacePath });
    for (let step = 0; step < STEPS; step += 1) {
      const output = { notesMarkdown: `Agent ${nth}, step ${step}: what was found, in a few words.` };
      last = await call('continue_workflow', { ...last.nextCall?.params, output });
      taken += 1;
    }
    await client?.close();
    return last.session.sessionId;
  };

  const agents = Promise.all(Array.from({ length: AGENTS }, (_, nth) => agent(nth)));
  agents.catch(() => undefined);
  await expect.poll(() => taken, { timeout: 60_000 }).toBeGreaterThan(AGENTS * 3);
  const before = cluster.proxy.answered();
  await dying.kill();
  const sessions = await agents;

  // Both were at work before, and one alone did the rest.
  for (const count of before) expect(count).toBeGreaterThan(0);
  expect(cluster.proxy.answered()[1]).toBeGreaterThan(before[1] ?? 0);
  const page = pageClient(staying.origin, await signIn(staying.link));
  for (const [nth, sessionId] of sessions.entries()) {
    const told = await page.SessionEvents({ sessionId, from: 0, limit: 500 });
    if (!told.ok) throw new Error(told.error.code);
    const events = JSON.stringify(told.value.events);
    expect(told.value.events.filter(({ kind }) => kind === 'advance_recorded')).toHaveLength(STEPS);
    for (let step = 0; step < STEPS; step += 1) expect(events).toContain(`Agent ${nth}, step ${step}: what`);
  }
  const verified = await fetch(`${cluster.proxy.origin}/healthz`);
  expect(verified.status).toBe(200);
});
