import { request } from 'node:http';
import { expect, test } from 'vitest';
import type { McpHandler } from './http/routes.ts';
import { surfaces } from './surfaces/index.ts';
import type { CreateSurface, SurfaceKit } from './surfaces/surface.ts';
import { serveAtelier } from './testing/child.ts';
import { isLive, openTab, pageClient, signIn } from './testing/tab.ts';
import { tempFolder } from './testing/temp-folder.ts';
import { startTestServer } from './testing/test-server.ts';

/** The real surfaces, with a gate before every change of settings. */
const createGate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let arrived: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const order: string[] = [];
  const gated = surfaces.map(
    (create): CreateSurface =>
      (kit: SurfaceKit) => {
        const surface = create(kit);
        const { SettingsSet: setSettings } = surface.handlers;
        if (!setSettings) return surface;
        return {
          ...surface,
          handlers: {
            ...surface.handlers,
            SettingsSet: async (params, caller) => {
              arrived();
              await opened;
              const reply = await setSettings(params, caller);
              order.push('committed');
              return reply;
            },
          },
          stop: async () => {
            order.push('jobs ended');
            await surface.stop?.();
          },
        };
      },
  );
  return { open, reached, gated, order };
};

/** A command whose body is half sent; `finish` sends the rest and returns the answer. */
const beginCommand = (port: number, headers: Record<string, string>) => {
  const body = '{"json":{}}';
  const asked = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/InstallGet',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(body.length) },
  });
  const answered = new Promise<{ status: number | undefined; text: string; connection: string | undefined }>(
    (resolve, reject) => {
      asked.on('error', reject);
      asked.on('response', async (response) => {
        let text = '';
        for await (const piece of response) text += piece;
        resolve({ status: response.statusCode, text, connection: response.headers.connection });
      });
    },
  );
  answered.catch(() => undefined);
  const begun = new Promise<void>((resolve) => asked.write(body.slice(0, 4), () => resolve()));
  return {
    begun,
    finish: () => {
      asked.end(body.slice(4));
      return answered;
    },
  };
};

test('a command under way is finished and answered before the server stops; one that comes later is not begun', async () => {
  const { open, reached, gated, order } = createGate();
  const dataFolder = await tempFolder();
  const { server, client, cookie } = await startTestServer({ dataFolder, surfaces: gated });
  const late = beginCommand(server.port, { cookie, origin: server.origin });
  await late.begun;
  const underWay = client.SettingsSet({ set: { theme: 'dark' } });
  await reached;
  const stopped = server.stop();
  const refused = await late.finish();
  expect(refused.status).toBe(503);
  // A proxy that kept this connection would send the next request to a server that refuses it.
  expect(refused.connection).toBe('close');
  expect(JSON.parse(refused.text)).toMatchObject({
    json: { ok: false, error: { code: 'STOPPING', retry: { kind: 'retryable_after_ms' } } },
  });
  expect(order).toEqual([]);
  open();
  expect(await underWay).toEqual({ ok: true, value: { seq: 1 } });
  await stopped;
  expect(order).toEqual(['committed', 'jobs ended']);
  const next = await startTestServer({ dataFolder });
  expect(await next.client.InstallGet({})).toMatchObject({
    ok: true,
    value: { view: { settings: { theme: 'dark' } } },
  });
});

test('somebody who never ends a request does not keep the server from stopping', async () => {
  const { server, cookie } = await startTestServer();
  await beginCommand(server.port, { cookie, origin: server.origin }).begun;
  await server.stop();
});

test('a call to MCP that is under way is answered, too', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<Response>();
  const { promise: reached, resolve: arrived } = Promise.withResolvers<void>();
  const mcp: McpHandler = () => {
    arrived();
    return answered;
  };
  const { server, installToken } = await startTestServer({
    surfaces: [() => ({ handlers: {}, streams: {}, mcp }), ...surfaces],
  });
  const headers = { authorization: `Bearer ${installToken}` };
  const underWay = fetch(`${server.origin}/mcp`, { method: 'POST', headers });
  await reached;
  const stopped = server.stop();
  answer(new Response('done'));
  const reply = await underWay;
  expect([await reply.text(), reply.headers.get('connection')]).toEqual(['done', 'close']);
  await stopped;
});

test('so is one whose answer streams: nothing ends before its first piece, and what follows comes, too', async () => {
  const order: string[] = [];
  const { promise: reached, resolve: arrived } = Promise.withResolvers<void>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const text = (piece: string) => new TextEncoder().encode(piece);
  const mcp: McpHandler = async () => {
    const body = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        arrived();
        await answered;
        order.push('answered');
        controller.enqueue(text('data: one\n\n'));
        controller.enqueue(text('data: two\n\n'));
        controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const stop = async () => void order.push('jobs ended');
  const { server, installToken } = await startTestServer({
    surfaces: [() => ({ handlers: {}, streams: {}, mcp, stop }), ...surfaces],
  });
  const headers = { authorization: `Bearer ${installToken}` };
  const underWay = fetch(`${server.origin}/mcp`, { method: 'POST', headers });
  await reached;
  const stopped = server.stop();
  await new Promise((resume) => setImmediate(resume));
  answer();
  expect(await (await underWay).text()).toBe('data: one\n\ndata: two\n\n');
  await stopped;
  expect(order).toEqual(['answered', 'jobs ended']);
});

test('work that never ends does not hold a stop for ever', async () => {
  const { reached, gated } = createGate();
  const { server, client } = await startTestServer({ surfaces: gated, patienceMs: 50 });
  const hanging = client.SettingsSet({ set: { theme: 'dark' } });
  await reached;
  await server.stop();
  expect(await hanging).toMatchObject({ ok: false, error: { code: 'UNREACHABLE' } });
});

test('tabs are told that the server goes away', async () => {
  const { server, cookie } = await startTestServer();
  const tab = await openTab(server.origin, cookie);
  await server.stop();
  expect(await tab.closed).toBe(1001);
});

test('stopping twice is stopping once', async () => {
  const { server } = await startTestServer();
  await Promise.all([server.stop(), server.stop()]);
});

test('a process told to stop amid commits exits with 0, and every change it acknowledged is in the log', async () => {
  const dataFolder = await tempFolder();
  const first = await serveAtelier(dataFolder);
  const cookie = await signIn(first.link);
  const client = pageClient(first.origin, cookie);
  const acknowledged: string[] = [];
  let told = false;
  const send = async (writer: number) => {
    for (let turn = 0; ; turn += 1) {
      const requestId = `w${writer}t${turn}`;
      const reply = await client.SettingsSet({
        set: { theme: turn % 2 ? 'dark' : 'light', language: writer % 2 ? 'he' : 'en' },
        requestId,
      });
      if (!reply.ok) return reply.error.code;
      acknowledged.push(`${reply.value.seq}`);
      if (acknowledged.length > 20 && !told) {
        told = true;
        first.process.kill('SIGTERM');
      }
    }
  };
  const ends = await Promise.all([0, 1, 2, 3].map(send));
  expect((await first.ended).code).toBe(0);
  for (const end of ends) expect(['STOPPING', 'UNREACHABLE']).toContain(end);

  const second = await serveAtelier(dataFolder, first.port);
  const tab = await openTab(second.origin, cookie);
  tab.say({ subscribe: [{ stream: 'install', from: 0 }] });
  const { live } = await tab.until(isLive);
  const highest = Math.max(...acknowledged.map(Number));
  expect(live).toBeGreaterThanOrEqual(highest);
  expect(tab.seqs('install')).toEqual(Array.from({ length: live }, (_, seq) => seq));
});
