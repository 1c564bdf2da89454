import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract, ErrorEnvelope } from '@atelier/contracts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { surfaces } from '../surfaces/index.ts';
import { type Answer, ask, upgradeHeaders } from '../testing/ask.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

type Row = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What a caller in order gets, and how it proves that it is one. */
  readonly works: { readonly by: 'cookie' | 'bearer' | 'anybody'; readonly status: number };
  /** Says nothing about anybody, so it does not matter who asks under which name. */
  readonly anyHost?: boolean;
};

const command = (name: string): Row => ({
  method: 'POST',
  path: `/api/${name}`,
  headers: { 'content-type': 'application/json' },
  body: '{"json":{}}',
  // Parameters are judged only after the caller is: 400 is as good as 200 here.
  works: { by: 'cookie', status: takesNothing(name) ? 200 : 400 },
});

const takesNothing = (name: string): boolean => {
  const procedure = Object.entries(contract).find(([each]) => each === name)?.[1];
  return (procedure?.['~orpc'].inputSchema as z.ZodType | undefined)?.safeParse({}).success === true;
};

/** Every pattern the server registers, with the requests that stand for it. */
const rowsByPattern: Record<string, readonly Row[]> = {
  '/api/:command': [
    ...Object.keys(contract).map(command),
    { ...command('NoSuchThing'), works: { by: 'cookie', status: 404 } },
  ],
  '/api/*': [{ ...command('a/b'), works: { by: 'cookie', status: 404 } }],
  '/events': [
    { method: 'GET', path: '/events', headers: upgradeHeaders, works: { by: 'cookie', status: 101 } },
    { method: 'GET', path: '/events', works: { by: 'cookie', status: 426 } },
  ],
  '/mcp': [
    // Without a body of its own protocol, WorkRail's server answers that it is not one.
    { method: 'POST', path: '/mcp', works: { by: 'bearer', status: 415 } },
    { method: 'GET', path: '/mcp', works: { by: 'bearer', status: 405 } },
    { method: 'DELETE', path: '/mcp', works: { by: 'bearer', status: 405 } },
  ],
  '/mcp/workbench/:id': [
    { method: 'POST', path: '/mcp/workbench/none', works: { by: 'bearer', status: 404 } },
    { method: 'GET', path: '/mcp/workbench/none', works: { by: 'bearer', status: 404 } },
    { method: 'DELETE', path: '/mcp/workbench/none', works: { by: 'bearer', status: 404 } },
  ],
  '/healthz': [{ method: 'GET', path: '/healthz', works: { by: 'anybody', status: 200 }, anyHost: true }],
  '/sign-in': [{ method: 'POST', path: '/sign-in', works: { by: 'anybody', status: 400 } }],
  '/sign-in/offer': [{ method: 'POST', path: '/sign-in/offer', works: { by: 'anybody', status: 400 } }],
  '/rails/exports/:file': [{ method: 'GET', path: '/rails/exports/none.json', works: { by: 'cookie', status: 404 } }],
  '/rails/uploads': [{ method: 'POST', path: '/rails/uploads', body: '{}', works: { by: 'cookie', status: 200 } }],
  '/lab-files/:name': [
    { method: 'PUT', path: '/lab-files/a.txt', body: 'a', works: { by: 'cookie', status: 200 } },
    { method: 'GET', path: '/lab-files/none.txt', works: { by: 'cookie', status: 404 } },
  ],
  '/chat-files/:name': [
    { method: 'PUT', path: '/chat-files/a.txt', body: 'a', works: { by: 'cookie', status: 200 } },
    { method: 'GET', path: '/chat-files/none.txt', works: { by: 'cookie', status: 404 } },
  ],
  '/workbench-uploads/:name': [
    { method: 'PUT', path: '/workbench-uploads/a.txt', body: 'a', works: { by: 'cookie', status: 200 } },
  ],
  '/workbench-files/:workbenchId/:path': [
    { method: 'GET', path: '/workbench-files/wb_none/a.txt', works: { by: 'cookie', status: 404 } },
  ],
  '/workbench-pages/:workbenchId/:path': [
    { method: 'GET', path: '/workbench-pages/wb_none/a.txt', works: { by: 'cookie', status: 404 } },
  ],
  '/workbench-export/:workbenchId': [
    { method: 'GET', path: '/workbench-export/wb_none', works: { by: 'cookie', status: 404 } },
  ],
  '/workbench-import': [
    { method: 'PUT', path: '/workbench-import?as=new', body: 'a', works: { by: 'cookie', status: 422 } },
  ],
  '/workbench-tracked/:workbenchId/:path': [
    { method: 'GET', path: '/workbench-tracked/wb_none/a.docx', works: { by: 'cookie', status: 404 } },
  ],
  '/workbench-zip/:workbenchId': [
    { method: 'GET', path: '/workbench-zip/wb_none', works: { by: 'cookie', status: 404 } },
  ],
  '/workbench-transcript/:workbenchId': [
    { method: 'GET', path: '/workbench-transcript/wb_none', works: { by: 'cookie', status: 404 } },
  ],
  '/studio/:projectId/quotes/:file': [
    { method: 'GET', path: '/studio/prj_none/quotes/qt_none.pdf', works: { by: 'cookie', status: 404 } },
  ],
  '/studio/:projectId/exports/:file': [
    { method: 'GET', path: '/studio/prj_none/exports/plan.xlsx', works: { by: 'cookie', status: 404 } },
  ],
  '/studio/:projectId/traces/:turnId': [
    { method: 'GET', path: '/studio/prj_none/traces/trn_none', works: { by: 'cookie', status: 404 } },
  ],
  '/studio/:projectId/pictures/:name': [
    { method: 'GET', path: '/studio/prj_none/pictures/a.png', works: { by: 'cookie', status: 404 } },
    { method: 'PUT', path: '/studio/prj_none/pictures/a.png', body: 'a', works: { by: 'cookie', status: 404 } },
  ],
  '/studio-logo/:name': [
    { method: 'GET', path: '/studio-logo/none', works: { by: 'cookie', status: 404 } },
    { method: 'PUT', path: '/studio-logo/a.png', body: 'a', works: { by: 'cookie', status: 415 } },
  ],
  '/studio-read/:name': [
    { method: 'PUT', path: '/studio-read/a.txt?as=text', body: 'a', works: { by: 'cookie', status: 200 } },
  ],
  '/studio-projects/:projectId': [
    { method: 'GET', path: '/studio-projects/prj_none', works: { by: 'cookie', status: 404 } },
  ],
  '/studio-projects': [{ method: 'PUT', path: '/studio-projects', body: 'a', works: { by: 'cookie', status: 422 } }],
  '/*': [
    { method: 'GET', path: '/', works: { by: 'anybody', status: 200 } },
    { method: 'GET', path: '/settings/about', works: { by: 'anybody', status: 200 } },
    { method: 'GET', path: '/assets/no-such.js', works: { by: 'anybody', status: 404 } },
    { method: 'POST', path: '/', works: { by: 'anybody', status: 405 } },
  ],
};

/** Written out: what the page may do must not change because a constant did. */
const sealed = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Bytes that somebody else wrote may do even less. */
const sealedBytes = { 'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'" };

/** A quote as a page shows its own text, font and pictures, and reaches nothing else. */
const sealedDocument = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

const credentials = ({ works }: Row, { cookie, installToken }: TestServer) => ({
  ...(works.by === 'cookie' && { cookie }),
  ...(works.by === 'bearer' && { authorization: `Bearer ${installToken}` }),
});

const send = (row: Row, { server }: TestServer, headers: Record<string, string>): Promise<Answer> =>
  ask({
    port: server.port,
    method: row.method,
    path: row.path,
    headers: { ...row.headers, ...headers },
    ...(row.body !== undefined && { body: row.body }),
  });

const Reply = z.object({ ok: z.literal(false), error: ErrorEnvelope });
const codeOf = ({ text }: Answer): string => {
  const body = JSON.parse(text);
  return Reply.parse(body.json ?? body).error.code;
};

/** An upgrade that is refused has no body: its status is all there is. */
const expectRefused = (row: Row, answer: Answer, status: number, code: string) => {
  expect(answer.status).toBe(status);
  if (!row.headers || !('upgrade' in row.headers)) expect(codeOf(answer)).toBe(code);
};

const rows = Object.values(rowsByPattern).flat();
const name = (row: Row) => `${row.method} ${row.path}${row.headers && 'upgrade' in row.headers ? ' (upgrade)' : ''}`;

test('every route of the server has a row in this table', async () => {
  const { server } = await startTestServer();
  expect([...new Set(server.app.routes.map(({ path }) => path))].sort()).toEqual(Object.keys(rowsByPattern).sort());
});

describe('every route, for callers who are in order and callers who are not', () => {
  test.each(rows.map((row) => [name(row), row] as const))('%s', async (_name, row) => {
    const test = await startTestServer();
    const own = { origin: test.server.origin };
    const good = credentials(row, test);

    expect((await send(row, test, { ...good, ...own })).status, 'in order').toBe(row.works.status);

    if (row.anyHost) {
      expect(await send(row, test, { host: 'evil.example' })).toMatchObject({ status: 200, text: 'ok\n' });
      return;
    }
    expectRefused(row, await send(row, test, { ...good, ...own, host: 'evil.example' }), 403, 'FORBIDDEN_HOST');
    expectRefused(row, await send(row, test, { ...good, ...own, host: '127.0.0.1:1' }), 403, 'FORBIDDEN_HOST');
    expectRefused(row, await send(row, test, { ...good, origin: 'https://evil.example' }), 403, 'FORBIDDEN_ORIGIN');
    expectRefused(row, await send(row, test, { ...good, origin: 'http://127.0.0.1:1' }), 403, 'FORBIDDEN_ORIGIN');
    expectRefused(row, await send(row, test, { ...good, origin: 'null' }), 403, 'FORBIDDEN_ORIGIN');

    if (row.works.by === 'anybody') return;
    const strangers: Record<string, string>[] = [
      {},
      { cookie: `${test.cookie.split('=')[0]}=abc.def` },
      { cookie: `${test.cookie}x` },
      { authorization: 'Bearer wrong' },
      { authorization: `Basic ${test.installToken}` },
      // A bearer that is wrong is not mended by a cookie that is right.
      { authorization: 'Bearer wrong', cookie: test.cookie },
      ...(row.works.by === 'bearer' ? [{ cookie: test.cookie }] : []),
    ];
    for (const stranger of strangers) {
      expectRefused(row, await send(row, test, { ...stranger, ...own }), 401, 'UNAUTHENTICATED');
      expectRefused(row, await send(row, test, stranger), 401, 'UNAUTHENTICATED');
    }

    // A link signs in at a page. Used up or fresh, its token opens nothing else.
    const used = new URL(await test.server.link());
    await ask({ port: test.server.port, path: `/${used.search}` });
    for (const { search } of [used, new URL(await test.server.link())]) {
      const linked = await send({ ...row, path: `${row.path}${search}` }, test, own);
      expectRefused(row, linked, 401, 'UNAUTHENTICATED');
    }

    const bearer = { authorization: `Bearer ${test.installToken}` };
    expect((await send(row, test, bearer)).status, 'no Origin, with the install token').toBe(row.works.status);
    if (row.works.by !== 'cookie') return;
    // It has ended by itself: that was the command.
    if (row.path === '/api/SignOut' || row.path === '/api/SignInsEnd') return;
    const withoutOrigin = await send(row, test, good);
    const reads = row.method === 'GET' && row.headers === undefined;
    if (reads) expect(withoutOrigin.status).toBe(row.works.status);
    else expectRefused(row, withoutOrigin, 403, 'FORBIDDEN_ORIGIN');
  });
});

test('a program without a token is told which one to send, and a browser how to sign in', async () => {
  const { server } = await startTestServer();
  const told = async (path: string) => {
    const { text } = await ask({ port: server.port, path, method: 'POST', headers: { origin: server.origin } });
    const reply = JSON.parse(text);
    return (reply.json ?? reply).error;
  };
  const agent = await told('/mcp');
  expect(agent.message).toBe('This address is for agents, and the request has no valid token.');
  expect(agent.suggestion).toMatch(
    /Authorization: Bearer .*keys\/install-token.*docs\/operating\.md, "Agents over HTTP"/,
  );
  const page = await readFile(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
  expect(page).toContain('\n## Agents over HTTP\n');
  expect((await told('/api/InstallGet')).message).toBe('This browser is not signed in.');
});

test('a link signs in once; in the browser it signed in it stays an ordinary address', async () => {
  const { server } = await startTestServer();
  const link = new URL(await server.link());
  const path = `${link.pathname}${link.search}`;
  const first = await ask({ port: server.port, path });
  expect(first.status).toBe(200);
  const [cookie = ''] = first.headers['set-cookie'] ?? [];
  expect(cookie).toMatch(
    /^atelier_[0-9a-f]{12}=[\w-]{24}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000$/,
  );

  const again = await ask({ port: server.port, path });
  expect(again.status).toBe(401);
  expect(again.headers['set-cookie']).toBeUndefined();
  expect(again.headers['content-type']).toContain('text/html');

  const reloaded = await ask({ port: server.port, path, headers: { cookie: cookie.split(';')[0] ?? '' } });
  expect(reloaded.status).toBe(200);
});

const builtPage = async (): Promise<string> => {
  const folder = await tempFolder();
  await writeFile(join(folder, 'index.html'), '<html lang="en"></html>');
  return folder;
};

test('a page says why its link signed nobody in, in the language of the installation', async () => {
  const { server, client, cookie } = await startTestServer({ webFolder: await builtPage() });
  await client.SettingsSet({ set: { language: 'he' } });
  const { search } = new URL(await server.link());
  const page = async (path: string, headers: Record<string, string> = {}) =>
    (await ask({ port: server.port, path, headers })).text;
  expect(await page(`/${search}`)).toBe('<html data-language="he" lang="en"></html>');
  expect(await page(`/${search}`)).toBe('<html data-language="he" data-link="used" lang="en"></html>');
  expect(await page('/?token=made-up')).toBe('<html data-language="he" data-link="unknown" lang="en"></html>');
  // Whoever is signed in was told before.
  expect(await page(`/${search}`, { cookie })).toBe('<html lang="en"></html>');
});

test('a language that cannot be read keeps no page back', async () => {
  const { server } = await startTestServer({
    webFolder: await builtPage(),
    surfaces: [
      () => ({ handlers: {}, streams: {}, language: () => Promise.reject(new Error('the log is out of reach')) }),
      ...surfaces,
    ],
  });
  expect(await ask({ port: server.port, path: '/' })).toMatchObject({ status: 200, text: '<html lang="en"></html>' });
});

test('a link of another server, a made-up one and a look at the headers alone sign nobody in', async () => {
  const [one, other] = [await startTestServer(), await startTestServer()];
  const foreign = new URL(await other.server.link()).search;
  expect((await ask({ port: one.server.port, path: `/${foreign}` })).status).toBe(401);
  expect((await ask({ port: one.server.port, path: '/?token=made-up' })).status).toBe(401);
  expect((await ask({ port: one.server.port, path: '/?token=' })).status).toBe(401);
  const link = new URL(await one.server.link());
  expect(
    (await ask({ port: one.server.port, path: `/${link.search}`, method: 'HEAD' })).headers['set-cookie'],
  ).toBeUndefined();
  expect((await ask({ port: one.server.port, path: `/${link.search}` })).headers['set-cookie']).toHaveLength(1);
});

test('no answer allows another origin in, and every page forbids remote content', async () => {
  const test = await startTestServer();
  for (const row of rows) {
    const { headers } = await send(row, test, { ...credentials(row, test), origin: test.server.origin });
    expect(Object.keys(headers).filter((header) => header.startsWith('access-control-'))).toEqual([]);
    if (headers.upgrade) continue;
    const isBytes =
      /^\/((lab|chat)-files|workbench-|studio-(logo|read|projects)|studio\/[^/]+\/(?:pictures|traces))/.test(row.path);
    const isDocument = /^\/studio\/[^/]+\/(quotes|exports)/.test(row.path);
    expect(headers).toMatchObject({ ...sealed, ...(isBytes && sealedBytes), ...(isDocument && sealedDocument) });
  }
});

test('a page has these headers and no others', async () => {
  const { server } = await startTestServer();
  const { headers } = await ask({ port: server.port, path: '/' });
  const {
    date,
    connection,
    'keep-alive': kept,
    'content-length': length,
    'transfer-encoding': coding,
    ...own
  } = headers;
  expect(own).toEqual({ ...sealed, 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
});

test.each([
  ['/api/InstallGet', 'POST'],
  ['/api/a/b', 'POST'],
  ['/events', 'GET'],
  ['/mcp', 'GET, POST, DELETE'],
  ['/rails/exports/none.json', 'GET'],
  ['/rails/uploads', 'POST'],
  ['/lab-files/a.txt', 'PUT, GET, HEAD'],
  ['/chat-files/a.txt', 'PUT, GET, HEAD'],
  ['/settings/about', 'GET, HEAD'],
])('%s says that it takes %s, and no other method', async (path, methods) => {
  const { server, installToken } = await startTestServer();
  const headers = { authorization: `Bearer ${installToken}` };
  const answer = await ask({ port: server.port, method: 'PATCH', path, headers });
  const body = JSON.parse(answer.text);
  expect([answer.status, answer.headers.allow]).toEqual([405, methods]);
  expect(Reply.parse(body.json ?? body).error).toMatchObject({
    code: 'WRONG_METHOD',
    suggestion: `It takes ${methods}.`,
    details: { allow: methods.split(', ') },
  });
});

test.each([
  ['GET', '/', 307],
  ['HEAD', '/settings/about?x=1', 307],
  ['GET', '/workflows/wr.rpi?token=abc%20d', 307],
  ['GET', '/assets/no-such.js', 404],
  ['POST', '/', 405],
  ['POST', '/api/InstallGet', 401],
] as const)('%s %s under the name localhost answers %i', async (method, path, status) => {
  const { server } = await startTestServer();
  const headers = { host: `localhost:${server.port}`, accept: 'text/html' };
  const answer = await ask({ port: server.port, method, path, headers });
  expect([answer.status, answer.headers.location]).toEqual([
    status,
    status === 307 ? `http://127.0.0.1:${server.port}${path}` : undefined,
  ]);
});

test('a link opened under localhost signs in where it leads to', async () => {
  const { server } = await startTestServer();
  const link = new URL(await server.link());
  const headers = { host: `localhost:${server.port}`, accept: 'text/html' };
  const moved = await ask({ port: server.port, path: `/${link.search}`, headers });
  expect(moved.headers['set-cookie']).toBeUndefined();
  const { pathname, search } = new URL(moved.headers.location ?? '');
  expect((await ask({ port: server.port, path: `${pathname}${search}` })).headers['set-cookie']).toHaveLength(1);
});

test('an agent without the install token is told which token to send and where it is described', async () => {
  const { server, cookie } = await startTestServer();
  for (const headers of [{}, { cookie }, { authorization: 'Bearer wrong' }]) {
    const answer = await ask({
      port: server.port,
      method: 'POST',
      path: '/mcp',
      headers: { ...headers, origin: server.origin },
    });
    const { error } = JSON.parse(answer.text);
    expect([answer.status, error.code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(error.suggestion).toMatch(/Authorization: Bearer <token>.*keys\/install-token.*docs\/operating\.md/);
    expect(`${error.message} ${error.suggestion}`).not.toMatch(/browser|link/);
  }
});
