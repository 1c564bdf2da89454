import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMcpHttpHandler } from './http.ts';
import { openRailsInstall, type RailsInstall } from './install.ts';
import { CURRENT_REVISION, type Reply } from './testing/clients.ts';

let install: RailsInstall;
let server: Server;
let url: URL;
const data = mkdtempSync(join(tmpdir(), 'atelier-http-'));

beforeAll(async () => {
  install = openRailsInstall(data);
  const handle = createMcpHttpHandler({
    deps: install.deps,
    version: '0.0.0',
    cwd: null,
    log: () => undefined,
    newCallId: () => 'call_test',
  });
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const reply = await handle(
      new Request(`http://127.0.0.1${request.url}`, {
        method: request.method ?? 'GET',
        headers: request.headers as Record<string, string>,
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      }),
    );
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.end(Buffer.from(await reply.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await install.close();
  rmSync(data, { recursive: true, force: true });
});

const start = { name: 'start_workflow', arguments: { workflowId: 'wr.discovery', goal: 'Over HTTP' } };

test('both majors start over HTTP and one goes on with the token of the other', async () => {
  const revision = { versionNegotiation: { mode: { pin: CURRENT_REVISION } } };
  const modern = new ModernClient({ name: 'test', version: '1.0.0' }, revision);
  await modern.connect(new ModernTransport(url));
  expect((await modern.listTools()).tools).toHaveLength(6);
  const started = (await modern.callTool(start)) as unknown as Reply;
  expect(started.structuredContent?.pending?.stepId).toBeTypeOf('string');

  const legacy = new LegacyClient({ name: 'test', version: '1.0.0' });
  await legacy.connect(new LegacyTransport(url) as Parameters<typeof legacy.connect>[0]);
  const stateToken = started.structuredContent?.stateToken;
  const back = (await legacy.callTool({ name: 'continue_workflow', arguments: { stateToken } })) as unknown as Reply;
  expect(back.structuredContent).toMatchObject({
    nextIntent: 'rehydrate_only',
    session: started.structuredContent?.session,
  });
  await modern.close();
  await legacy.close();
});
