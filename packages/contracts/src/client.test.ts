import { expect, test } from 'vitest';
import { createCommandClient } from './client.ts';
import { emptyInstall } from './install/view.ts';

type Answer = (request: Request) => Promise<Response> | Response;

const clientOf = (answer: Answer) =>
  createCommandClient({
    origin: 'http://127.0.0.1:4983',
    headers: { 'x-mine': '1' },
    fetch: async (request) => answer(request),
  });

const about = { version: '1', node: 'v24', platform: 'linux-x64', dataFolder: '/data' };

test('a command is a POST to its name, and its reply comes back typed', async () => {
  const asked: unknown[] = [];
  const client = clientOf(async (request) => {
    const { method, url, headers } = request;
    asked.push([method, url, headers.get('x-mine'), await request.json()]);
    return Response.json({ json: { ok: true, value: { view: emptyInstall, seq: 0, unavailable: [], about } } });
  });
  expect(await client.InstallGet({})).toEqual({
    ok: true,
    value: { view: emptyInstall, seq: 0, unavailable: [], about },
  });
  expect(asked).toEqual([['POST', 'http://127.0.0.1:4983/api/InstallGet', '1', { json: {} }]]);
});

test('a refusal of the command and one of the edge are both answers', async () => {
  const error = { message: 'm', retry: { kind: 'not_retryable' } };
  const refusing = (code: string, status: number) =>
    clientOf(() => Response.json({ json: { ok: false, error: { ...error, code } } }, { status }));
  expect(await refusing('CHECK_NOT_RUNNING', 200).StoreCheckCancel({ checkId: 'c' })).toEqual({
    ok: false,
    error: { ...error, code: 'CHECK_NOT_RUNNING' },
  });
  expect(await refusing('UNAUTHENTICATED', 401).InstallGet({})).toEqual({
    ok: false,
    error: { ...error, code: 'UNAUTHENTICATED' },
  });
});

test.each<[string, Answer]>([
  ['a reply that does not fit', () => Response.json({ json: { ok: true, value: { seq: 'three' } } })],
  [
    'a code the command does not know',
    () => Response.json({ json: { ok: false, error: { code: 'ODD', message: '', retry: { kind: 'not_retryable' } } } }),
  ],
  ['a page in place of a reply', () => new Response('<h1>proxy</h1>', { headers: { 'content-type': 'text/html' } })],
  ['an error without an envelope', () => new Response('bad gateway', { status: 502 })],
])('%s is a bad reply, never an exception', async (_what, answer) => {
  expect(await clientOf(answer).SettingsSet({ set: { theme: 'dark' } })).toMatchObject({
    ok: false,
    error: { code: 'BAD_REPLY' },
  });
});

test('a server that is away is said to be, with a time to try again', async () => {
  const client = clientOf(() => Promise.reject(new TypeError('fetch failed')));
  expect(await client.InstallGet({})).toMatchObject({
    error: { code: 'UNREACHABLE', retry: { kind: 'retryable_after_ms' } },
  });
});

test('a command that was given up says so', async () => {
  const giveUp = new AbortController();
  const client = clientOf((request) => {
    giveUp.abort();
    return Promise.reject(request.signal.reason);
  });
  expect(await client.InstallGet({}, { signal: giveUp.signal })).toMatchObject({ error: { code: 'ABORTED' } });
});
