import { request } from 'node:http';
import { ErrorEnvelope } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { surfaces } from '../surfaces/index.ts';
import { createInstallSurface } from '../surfaces/install/index.ts';
import type { CreateSurface } from '../surfaces/surface.ts';
import { ask } from '../testing/ask.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { joinHandlers } from './commands.ts';

const Refused = z.strictObject({ json: z.strictObject({ ok: z.literal(false), error: ErrorEnvelope }) });

const post = async ({ server, cookie }: TestServer, path: string, body: string, type = 'application/json') => {
  const headers = { cookie, origin: server.origin, 'content-type': type };
  return ask({ port: server.port, method: 'POST', path, headers, body });
};

const refusal = (text: string) => Refused.parse(JSON.parse(text)).json.error;

test.each([
  ['not JSON', '{"json":', 'application/json'],
  ['nothing at all', '', 'application/json'],
  ['null', 'null', 'application/json'],
  ['a list', '[1]', 'application/json'],
  ['JSON under another name', '{"json":{}}', 'text/plain'],
  ['a form', 'json=1', 'application/x-www-form-urlencoded'],
  ['types that commands do not use', '{"json":{},"meta":[[1,"at"]]}', 'application/json'],
])('a body that is %s is refused as malformed', async (_what, body, type) => {
  const answer = await post(await startTestServer(), '/api/InstallGet', body, type);
  expect(answer.status).toBe(400);
  expect(refusal(answer.text)).toMatchObject({ code: 'MALFORMED_BODY', retry: { kind: 'not_retryable' } });
});

test('parameters that do not fit are named, and change nothing', async () => {
  const started = await startTestServer();
  const answer = await post(started, '/api/SettingsSet', '{"json":{"set":{"theme":"pink","colour":1}}}');
  expect(answer.status).toBe(400);
  const { code, details } = refusal(answer.text);
  expect(code).toBe('INVALID_PARAMS');
  expect(details?.issues).toEqual(
    expect.arrayContaining([expect.objectContaining({ path: 'set.theme' }), expect.objectContaining({ path: 'set' })]),
  );
  expect(await started.client.InstallGet({})).toMatchObject({ ok: true, value: { seq: 0 } });
});

test('half a character does not break a command, and nesting without end is refused by its place', async () => {
  const started = await startTestServer();
  const sent = await post(started, '/api/ChatLabSend', '{"json":{"text":"A cut \\ud83d emoji","requestId":"r1"}}');
  expect([sent.status, JSON.parse(sent.text).json.ok]).toEqual([200, true]);
  const chat = await started.client.ChatLabGet({});
  expect(JSON.stringify(chat)).toContain('A cut \ufffd emoji');
  for (const levels of [2_000, 100_000]) {
    const nested = '['.repeat(levels) + ']'.repeat(levels);
    const body = `{"json":{"tool":"get_file_map","args":{"path":${nested}}}}`;
    const answer = await post(started, '/api/LabFilesCall', body);
    expect([answer.status, refusal(answer.text).code]).toEqual([400, 'INVALID_PARAMS']);
    expect(refusal(answer.text).details?.issues).toMatchObject([{ message: 'Nested deeper than 200 levels' }]);
  }
});

test('a command nobody knows, also one named like a part of every object', async () => {
  const started = await startTestServer();
  for (const path of ['/api/Nope', '/api/constructor', '/api/__proto__', '/api/a/b', '/api/%E0%A4%A']) {
    const answer = await post(started, path, '{"json":{}}');
    expect([path, answer.status, refusal(answer.text).code]).toEqual([path, 404, 'UNKNOWN_COMMAND']);
  }
});

test('commands take POST alone, and say so', async () => {
  const { server, cookie } = await startTestServer();
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
    const headers = { cookie, origin: server.origin };
    const answer = await ask({ port: server.port, method, path: '/api/InstallGet', headers });
    expect([answer.status, answer.headers.allow, refusal(answer.text).code]).toEqual([405, 'POST', 'WRONG_METHOD']);
  }
});

test('a body that is too large is refused by its promise, and by its bytes when it promises nothing', async () => {
  const started = await startTestServer();
  const large = JSON.stringify({ json: { set: {}, padding: 'x'.repeat(1024 * 1024) } });
  const promised = await post(started, '/api/SettingsSet', large);
  expect([promised.status, refusal(promised.text).code]).toEqual([413, 'BODY_TOO_LARGE']);

  const { server, cookie } = started;
  const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const headers = {
      cookie,
      origin: server.origin,
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    };
    const asked = request({ port: server.port, host: '127.0.0.1', method: 'POST', path: '/api/SettingsSet', headers });
    asked.on('error', reject);
    asked.on('response', async (response) => {
      let text = '';
      for await (const piece of response) text += piece;
      resolve({ status: response.statusCode, text });
    });
    asked.write(large.slice(0, 900_000));
    asked.end(large.slice(900_000));
  });
  expect([answer.status, refusal(answer.text).code]).toEqual([413, 'BODY_TOO_LARGE']);
  expect(await started.client.InstallGet({})).toMatchObject({ ok: true });
});

test('a fault answers with a reference and none of its words', async () => {
  const breaking: CreateSurface = (kit) => {
    const install = createInstallSurface(kit);
    return {
      ...install,
      handlers: { ...install.handlers, InstallGet: () => Promise.reject(new Error('the secret of the file')) },
    };
  };
  const started = await startTestServer({
    surfaces: surfaces.map((create) => (create === createInstallSurface ? breaking : create)),
  });
  const answer = await post(started, '/api/InstallGet', '{"json":{}}');
  expect(answer.status).toBe(500);
  expect(refusal(answer.text)).toMatchObject({
    code: 'FAULT',
    details: { reference: expect.stringMatching(/^[0-9a-f]{12}$/) },
  });
  expect(answer.text).not.toContain('secret');
});

test('a server whose surfaces leave a command out, or answer it twice, does not start', () => {
  expect(() => joinHandlers([])).toThrow(/No surface handles: .*InstallGet/);
  const handlers = { LinkCreate: async () => ({ ok: true as const, value: { url: '', expiresAt: '' } }) };
  const surface = { handlers, streams: {} };
  expect(() => joinHandlers([surface, surface])).toThrow(/same command: LinkCreate/);
});
