import { startPostgres } from '@atelier/kernel/testing/postgres';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from './testing/test-server.ts';

test('while its database is away a server says so, to pages and agents, and goes on by itself when it is back', {
  timeout: 120_000,
}, async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const { server, client, installToken } = await startTestServer({ databaseUrl: await postgres.newDatabase() });
  const agent = new Client({ name: 'agent', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${installToken}` } };
  await agent.connect(new StreamableHTTPClientTransport(new URL(`${server.origin}/mcp`), { requestInit }));
  onTestFinished(() => agent.close());
  const start = () =>
    agent.callTool({ name: 'start_workflow', arguments: { workflowId: 'wr.rpi', workspacePath: '/', goal: 'Go on' } });
  expect(await client.SettingsSet({ set: { theme: 'dark' } })).toMatchObject({ ok: true });

  await postgres.crash();
  const away = { code: 'DATABASE_AWAY', retry: { kind: 'retryable_after_ms' } };
  expect(await client.SettingsSet({ set: { theme: 'light' } })).toMatchObject({ ok: false, error: away });
  expect(await client.SessionsList({ from: 0, limit: 10 })).toMatchObject({ ok: false, error: away });
  const refused = await start();
  const [text] = refused.content as { text: string }[];
  expect(JSON.parse(text?.text ?? '{}')).toMatchObject({ error: away });

  await postgres.start();
  await expect
    .poll(() => client.SettingsSet({ set: { theme: 'light' } }), { timeout: 30_000 })
    .toMatchObject({
      ok: true,
    });
  await expect.poll(async () => (await start()).isError, { timeout: 30_000 }).toBeFalsy();
});
