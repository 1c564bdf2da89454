import { offerPath, signInPath } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { createServer } from '../server.ts';
import { ask, upgradeHeaders } from '../testing/ask.ts';
import { tokenIn } from '../testing/people.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { startOn } from '../testing/test-server.ts';

const publicOrigin = 'https://atelier.example';

/** A server that others reach through a proxy: it keeps the Host and the Origin, and speaks TLS to them. */
const startPublic = async () => {
  const { server, installToken } = await startOn({ publicOrigin });
  const throughProxy = (path: string, more: Partial<Parameters<typeof ask>[0]> = {}) =>
    ask({
      port: server.port,
      path,
      ...more,
      headers: { host: 'atelier.example', 'x-forwarded-for': '127.0.0.1', ...more.headers },
    });
  const post = (path: string, json: object, headers: Readonly<Record<string, string>> = {}) =>
    throughProxy(path, {
      method: 'POST',
      headers: { origin: publicOrigin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ json }),
    });
  return { server, installToken, throughProxy, post };
};

test('under the public name: a page, a sign-in by POST with a cookie bound to that name, commands and events', async () => {
  const { server, throughProxy, post } = await startPublic();
  const link = await server.link();
  expect(link).toMatch(/^https:\/\/atelier\.example\/join#[\w-]{32}$/);
  const token = tokenIn(link);
  expect((await throughProxy('/')).status).toBe(200);

  // The address alone spends nothing, under neither name.
  for (const host of ['atelier.example', `127.0.0.1:${server.port}`])
    expect((await throughProxy(`/?token=${token}`, { headers: { host } })).headers['set-cookie']).toBeUndefined();
  expect((await post(offerPath, { token })).status).toBe(200);

  const signedIn = await post(signInPath, { token });
  const cookie = signedIn.headers['set-cookie']?.[0] ?? '';
  expect(cookie).toMatch(/^__Host-atelier_[0-9a-f]{12}=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Secure; /);
  const own = { cookie: cookie.split(';')[0] ?? '' };
  expect((await post('/api/InstallGet', {}, own)).status).toBe(200);
  const upgrade = { ...upgradeHeaders, ...own, origin: publicOrigin };
  expect((await throughProxy('/events', { headers: upgrade })).status).toBe(101);
  // What a page of another site asks for is not for it, whatever the browser sends along.
  const crossSite = { ...own, 'sec-fetch-site': 'cross-site' };
  expect((await throughProxy('/lab-files/a.txt', { headers: crossSite })).status).toBe(403);
  expect((await post(signInPath, { token })).status).toBe(410);
});

test('the install token opens the machine alone', async () => {
  const { server, installToken, post } = await startPublic();
  const bearer = { authorization: `Bearer ${installToken}` };
  expect((await post('/api/InstallGet', {}, bearer)).status).toBe(401);
  const fromHere = (headers: Readonly<Record<string, string>> = {}) =>
    ask({
      port: server.port,
      method: 'POST',
      path: '/api/InstallGet',
      headers: { ...bearer, 'content-type': 'application/json', ...headers },
      body: '{"json":{}}',
    });
  expect((await fromHere()).status).toBe(200);
  // Somebody far away who sends a Host of this machine: the proxy connects from here, and says so.
  const told = ['for', 'host', 'proto', 'port', 'server', 'prefix'].map((what) => `X-Forwarded-${what}`);
  for (const name of [...told, 'forwarded', 'via', 'X-Real-IP'])
    expect((await fromHere({ [name]: '203.0.113.9' })).status).toBe(403);
});

test.each([
  [{ publicOrigin: 'http://atelier.example' }, 'PUBLIC_ORIGIN_INVALID'],
  [{ publicOrigin: 'https://atelier.example/' }, 'PUBLIC_ORIGIN_INVALID'],
  [{ publicOrigin: 'https://localhost' }, 'PUBLIC_ORIGIN_INVALID'],
  [{ publicOrigin: 'atelier.example' }, 'PUBLIC_ORIGIN_INVALID'],
  [{ bind: '0.0.0.0' }, 'BIND_NEEDS_PUBLIC_ORIGIN'],
  [{ bind: '192.0.2.1', publicOrigin }, 'ADDRESS_UNUSABLE'],
] as const)('%o is refused: %s', async (options, code) => {
  const started = await createServer({ port: 0, dataFolder: await tempFolder(), ...options });
  expect(started).toMatchObject({ ok: false, error: { code } });
});
