import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CommandClient, offerPath } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { surfaces } from '../surfaces/index.ts';
import { createPeopleSurface } from '../surfaces/people/index.ts';
import type { CreateSurface } from '../surfaces/surface.ts';
import { ask } from '../testing/ask.ts';
import { invite, spend, tokenIn } from '../testing/people.ts';
import { codeOf, done } from '../testing/replies.ts';
import { openTab, pageClient, signIn } from '../testing/tab.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const offer = (origin: string, token: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${origin}${offerPath}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ json: { token } }),
  });
const codeIn = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { error: { code: string } }).error.code;

test('[ST-79] a preview of an invitation spends nothing, the button spends it once; expired, used and unknown differ', async () => {
  const here = await startTestServer();
  const { origin } = here.server;
  await done(here.client.PersonRename({ name: 'Noa' }));
  const { url, inviteId } = await done(here.client.InvitationCreate({ role: 'member', projects: [] }));
  const token = tokenIn(url);
  // The token stands behind the `#`: whatever looks at the address never sends it.
  expect(url).toBe(`${origin}/join#${token}`);

  const looks = ['/join', `/join?token=${token}`, `/?token=${token}`, '/sign-in'];
  for (const path of looks)
    for (const method of ['GET', 'HEAD'])
      expect((await ask({ port: here.server.port, path, method })).headers['set-cookie']).toBeUndefined();
  for (let look = 0; look < 3; look += 1)
    expect(await (await offer(origin, token)).json()).toMatchObject({
      ok: true,
      value: { offer: { kind: 'invitation', by: 'Noa', role: 'member' } },
    });

  // A form of another site and a program without an origin spend nothing, either.
  const body = { token, name: 'Dana' };
  expect((await spend(origin, body, { origin: 'https://evil.example' })).status).toBe(403);
  expect(await codeIn(await spend(origin, { token }))).toBe('NAME_NEEDED');

  const both = await Promise.all([spend(origin, body), spend(origin, body)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
  expect(both.flatMap(({ headers }) => headers.getSetCookie())).toHaveLength(1);
  expect(await codeIn(await spend(origin, body))).toBe('LINK_USED');
  expect(await codeIn(await offer(origin, token))).toBe('LINK_USED');
  expect(await codeIn(await spend(origin, { ...body, token: `${token}x` }))).toBe('LINK_UNKNOWN');
  expect(await done(here.client.InvitationsGet({}))).toMatchObject({ invitations: [{ inviteId, state: 'used' }] });

  const second = await done(here.client.InvitationCreate({ role: 'viewer', projects: [] }));
  await done(here.client.InvitationWithdraw({ inviteId: second.inviteId }));
  expect(await codeIn(await spend(origin, { ...body, token: tokenIn(second.url) }))).toBe('LINK_UNKNOWN');

  const third = await done(here.client.InvitationCreate({ role: 'viewer', projects: [] }));
  const late = await startTestServer({ dataFolder: await stopped(here), now: () => Date.now() + 8 * day });
  const lateAnswer = await spend(late.server.origin, { ...body, token: tokenIn(third.url) });
  expect(await codeIn(lateAnswer)).toBe('LINK_EXPIRED');
});

const day = 24 * 60 * 60 * 1000;
const stopped = async ({ server, dataFolder }: TestServer): Promise<string> => {
  await server.stop();
  return dataFolder;
};

test('a browser that is signed in as somebody else keeps being that one until it signs out', async () => {
  const here = await startTestServer();
  const { origin } = here.server;
  const dana = await invite(here, 'member', 'Dana');
  const { url } = await done(here.client.InvitationCreate({ role: 'viewer', projects: [] }));
  const token = tokenIn(url);
  const asDana = { cookie: dana.cookie };
  expect(await (await offer(origin, token, asDana)).json()).toMatchObject({
    value: { signedInAs: { name: 'Dana', isSame: false } },
  });
  const refused = await spend(origin, { token, name: 'Mallory' }, asDana);
  expect([await codeIn(refused), refused.headers.getSetCookie()]).toEqual(['SIGNED_IN_AS_ANOTHER', []]);
  await done(dana.client.SignOut({}));
  expect((await spend(origin, { token, name: 'Eli' }, asDana)).status).toBe(200);
});

test('roles: a member does everything but people, keys and settings; whoever is disabled is out at once', async () => {
  const here = await startTestServer();
  const dana = await invite(here, 'member', 'Dana');
  const tab = await openTab(here.server.origin, dana.cookie);
  expect(await done(dana.client.PeopleGet({}))).toMatchObject({
    me: { userId: dana.userId, role: 'member' },
    isTeam: true,
  });
  expect(await codeOf(dana.client.InvitationsGet({}))).toBe('FORBIDDEN_ROLE');
  expect(await codeOf(dana.client.SettingsSet({ set: { theme: 'dark' } }))).toBe('FORBIDDEN_ROLE');
  expect(await dana.client.WorkbenchList({})).toMatchObject({ ok: true });

  await done(here.client.PersonRoleSet({ userId: dana.userId, role: 'viewer' }));
  // What a tab may see is decided when it connects, so another role is another connection.
  expect(await tab.closed).toBe(1008);
  expect(await done(dana.client.PeopleGet({}))).toMatchObject({ me: { role: 'viewer' } });
  expect(await codeOf(here.client.PersonEnabledSet({ userId: 'local', isEnabled: false }))).toBe('LAST_ADMIN');
  const again = await openTab(here.server.origin, dana.cookie);
  await done(here.client.PersonEnabledSet({ userId: dana.userId, isEnabled: false }));
  expect(await again.closed).toBe(1008);
  expect(await codeOf(dana.client.PeopleGet({}))).toBe('UNAUTHENTICATED');
});

test('a name is nowhere in the log, and a person who is forgotten has none', async () => {
  const here = await startTestServer();
  const dana = await invite(here, 'member', 'Danaplanted');
  await done(dana.client.PersonRename({ name: 'Danasecond' }));
  await done(dana.client.TokenCreate({ label: 'Labelplanted' }));
  const log = () => readFile(join(here.dataFolder, 'streams', 'people', '_', 'events', '000000000000.jsonl'), 'utf8');
  expect(await log()).toContain(dana.userId);
  expect(await log()).not.toMatch(/planted|Danasecond|127\.0\.0\.1|Mozilla/);
  const people = async () =>
    (await done(here.client.PeopleGet({}))).people.find(({ userId }) => userId === dana.userId);
  expect(await people()).toMatchObject({ name: 'Danasecond', state: 'active' });
  await done(here.client.PersonForget({ userId: dana.userId, confirmed: true }));
  expect(await people()).toMatchObject({ name: null, state: 'forgotten' });
  expect(await codeOf(here.client.PersonEnabledSet({ userId: dana.userId, isEnabled: true }))).toBe('PERSON_NOT_FOUND');
});

test('one browser is ended alone, with its tabs; all of a person but this one; and a link adds one more', async () => {
  const here = await startTestServer();
  const dana = await invite(here, 'viewer', 'Dana');
  const phone = await signIn((await done(dana.client.LinkCreate({}))).url);
  const tab = await openTab(here.server.origin, phone);
  const { signIns } = await done(dana.client.PersonGet({}));
  expect(signIns).toHaveLength(2);
  const other = signIns.find(({ isThis }) => !isThis)?.signInId ?? '';
  await done(dana.client.SignInEnd({ signInId: other }));
  expect(await tab.closed).toBe(1008);
  expect(await codeOf(pageClient(here.server.origin, phone).PeopleGet({}))).toBe('UNAUTHENTICATED');
  expect(await dana.client.PeopleGet({})).toMatchObject({ ok: true });
  expect(await codeOf(dana.client.SignInEnd({ signInId: other }))).toBe('SIGN_IN_NOT_FOUND');

  const tablet = await signIn((await done(dana.client.LinkCreate({}))).url);
  await done(dana.client.SignInsEnd({}));
  expect(await codeOf(pageClient(here.server.origin, tablet).PeopleGet({}))).toBe('UNAUTHENTICATED');
  expect(await done(dana.client.PersonGet({}))).toMatchObject({ signIns: [{ isThis: true }] });
});

test('a browser that is ended takes along the links that were made in it', async () => {
  const here = await startTestServer();
  const { origin } = here.server;
  const dana = await invite(here, 'member', 'Dana');
  const stolen = await signIn((await done(dana.client.LinkCreate({}))).url);
  const linkOf = async (client: CommandClient): Promise<string> =>
    new URL((await done(client.LinkCreate({}))).url).searchParams.get('token') ?? '';
  const [first, own] = [await linkOf(pageClient(origin, stolen)), await linkOf(dana.client)];
  const { signIns } = await done(dana.client.PersonGet({}));
  await done(dana.client.SignInEnd({ signInId: signIns.find(({ isThis }) => !isThis)?.signInId ?? '' }));
  expect(await codeIn(await spend(origin, { token: first }))).toBe('LINK_UNKNOWN');
  expect((await offer(origin, own)).status).toBe(200);

  // The owner signs everybody out: no link from before lets anybody in, the one that is shown for it does.
  const before = await linkOf(here.client);
  const { url } = await done(here.client.SignOutEverywhere({ confirmed: true }));
  for (const token of [own, before]) expect(await codeIn(await spend(origin, { token }))).toBe('LINK_UNKNOWN');
  const back = await signIn(url);
  expect(await pageClient(origin, back).PeopleGet({})).toMatchObject({ ok: true });
});

test('an admin who is removed while their request is under way does nothing with it', async () => {
  let letGo = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let hasCome = (): void => undefined;
  const came = new Promise<void>((resolve) => {
    hasCome = resolve;
  });
  const slow: CreateSurface = (kit) => {
    const surface = createPeopleSurface(kit);
    const set = surface.handlers.PersonRoleSet;
    return {
      ...surface,
      handlers: {
        ...surface.handlers,
        PersonRoleSet: async (params, caller) => {
          hasCome();
          await isHeld;
          if (!set) throw new Error('no handler');
          return set(params, caller);
        },
      },
    };
  };
  const here = await startTestServer({
    surfaces: surfaces.map((create) => (create === createPeopleSurface ? slow : create)),
  });
  const [mallory, dana] = [await invite(here, 'admin', 'Mallory'), await invite(here, 'member', 'Dana')];
  const late = codeOf(mallory.client.PersonRoleSet({ userId: dana.userId, role: 'admin' }));
  await came;
  await done(here.client.PersonEnabledSet({ userId: mallory.userId, isEnabled: false }));
  letGo();
  expect(await late).toBe('UNAUTHENTICATED');
  expect(await done(dana.client.PeopleGet({}))).toMatchObject({ me: { role: 'member' } });
});

test('an admin’s recovery link is told to that person for ever, and marks what is done by it', async () => {
  const here = await startTestServer();
  const dana = await invite(here, 'admin', 'Dana');
  const { url } = await done(here.client.RecoveryLinkCreate({ userId: dana.userId }));
  const answer = await spend(here.server.origin, { token: tokenIn(url) });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const recovered = pageClient(here.server.origin, cookie);
  expect(await done(recovered.PeopleGet({}))).toMatchObject({ me: { userId: dana.userId, isRecovery: true } });
  const seen = await done(dana.client.PersonGet({}));
  expect(seen.recoveries).toMatchObject([{ by: 'local', spentAt: expect.any(String) }]);
  expect(seen.signIns.map(({ isRecovery }) => isRecovery).sort()).toEqual([false, true]);

  // A token that was made there is told from those that Dana made.
  await done(dana.client.TokenCreate({ label: 'Own' }));
  await done(recovered.TokenCreate({ label: 'Not own' }));
  expect((await done(dana.client.PersonGet({}))).tokens).toMatchObject([
    { label: 'Own', isRecovery: false },
    { label: 'Not own', isRecovery: true },
  ]);

  await done(recovered.InvitationCreate({ role: 'viewer', projects: [] }));
  const text = await readFile(join(here.dataFolder, 'streams', 'people', '_', 'events', '000000000000.jsonl'), 'utf8');
  const made = text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .findLast(({ kind }) => kind === 'invite.made');
  expect(made.data).toMatchObject({ by: dana.userId, via: seen.recoveries[0]?.linkId });
});

test('a token works for its person until it is revoked, and changes nobody’s way in', async () => {
  const here = await startTestServer();
  const dana = await invite(here, 'member', 'Dana');
  const { token, tokenId } = await done(dana.client.TokenCreate({ label: 'Laptop' }));
  expect(token).toMatch(/^atp_[\w-]{32}$/);
  const call = (command: string, json: object = {}) =>
    ask({
      port: here.server.port,
      method: 'POST',
      path: `/api/${command}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ json }),
    });
  const replyOf = async (command: string, json?: object) => JSON.parse((await call(command, json)).text).json;
  expect(await replyOf('PeopleGet')).toMatchObject({ value: { me: { userId: dana.userId, role: 'member' } } });
  const mcp = () =>
    ask({ port: here.server.port, method: 'POST', path: '/mcp', headers: { authorization: `Bearer ${token}` } });
  expect((await mcp()).status).toBe(415);
  for (const command of ['LinkCreate', 'SignInsEnd'])
    expect(await replyOf(command)).toMatchObject({ error: { code: 'PERSON_NEEDED' } });
  expect(await replyOf('TokenCreate', { label: 'More' })).toMatchObject({ error: { code: 'PERSON_NEEDED' } });

  expect(await done(dana.client.PersonGet({}))).toMatchObject({ tokens: [{ tokenId, label: 'Laptop' }] });
  await done(dana.client.TokenRevoke({ tokenId }));
  expect([(await call('PeopleGet')).status, (await mcp()).status]).toEqual([401, 401]);
  expect(
    await readFile(join(here.dataFolder, 'streams', 'people', '_', 'events', '000000000000.jsonl'), 'utf8'),
  ).not.toContain(token);
});

test('a token lasts ninety days and not one more', async () => {
  const here = await startTestServer();
  const dana = await invite(here, 'member', 'Dana');
  const { token } = await done(dana.client.TokenCreate({ label: 'Laptop' }));
  let dataFolder = await stopped(here);
  const statusIn = async (days: number): Promise<number> => {
    const later = await startTestServer({ dataFolder, now: () => Date.now() + days * day });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const asked = { port: later.server.port, method: 'POST', path: '/api/PeopleGet', headers, body: '{"json":{}}' };
    const { status } = await ask(asked);
    dataFolder = await stopped(later);
    return status;
  };
  expect([await statusIn(89.99), await statusIn(90)]).toEqual([200, 401]);
});

test('what an agent or a recovered browser does is marked with how, in whichever stream it is written', async () => {
  const here = await startTestServer();
  const dana = await invite(here, 'member', 'Dana');
  const { projectId } = await done(dana.client.StudioDemoCreate({ requestId: 'request-1' }));
  const { token, tokenId } = await done(dana.client.TokenCreate({ label: 'Agent' }));
  const event = { type: 'chatMessage', text: 'paint the main stage red' };
  await ask({
    port: here.server.port,
    method: 'POST',
    path: '/api/RunStudioTurn',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ json: { projectId, idempotencyKey: 'request-2', event, via: undefined } }),
  });
  const path = join(here.dataFolder, 'streams', 'project', projectId, 'events', '000000000000.jsonl');
  const events = (await readFile(path, 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const made = events.filter(({ kind }) => kind === 'member.set' || kind === 'project.created');
  expect(made.map(({ data }) => [data.by, data.via])).toEqual([
    [dana.userId, undefined],
    [dana.userId, undefined],
  ]);
  const turns = events.filter(({ kind }) => kind.startsWith('turn.') || kind === 'message.added');
  expect(turns.length).toBeGreaterThan(1);
  for (const { data } of turns) expect([data.by, data.via]).toEqual([dana.userId, tokenId]);
  // The fold reads them all.
  expect(await dana.client.StudioGet({ projectId })).toMatchObject({ ok: true });
});

test('a cookie from before sign-ins were on record is exchanged at the next page, and refused once somebody is invited', async () => {
  const here = await startTestServer();
  const { port, origin } = here.server;
  const key = Buffer.from((await readFile(join(here.dataFolder, 'keys', 'cookie-key'), 'utf8')).trim(), 'base64url');
  const name = `atelier_${createHash('sha256').update('cookie-name').update(key).digest('hex').slice(0, 12)}`;
  const old = (id: string) => {
    const signed = `${id}.${Date.now()}.0`;
    return `${name}=${signed}.${createHmac('sha256', key).update(`session:${signed}`).digest('base64url')}`;
  };
  expect(await pageClient(origin, old('one')).InstallGet({})).toMatchObject({ ok: true });
  const page = await ask({ port, path: '/', headers: { cookie: old('one') } });
  const renewed = page.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  expect(renewed).toMatch(/^atelier_[0-9a-f]{12}=[\w-]{24}\.[\w-]{43}$/);
  await invite(here, 'viewer', 'Dana');
  expect(await codeOf(pageClient(origin, old('two')).InstallGet({}))).toBe('UNAUTHENTICATED');
  expect(await pageClient(origin, renewed).PeopleGet({})).toMatchObject({ ok: true });
});

test('one person on one machine: no sign-up, no name asked for, and nothing to invite to', async () => {
  const here = await startTestServer();
  expect(await done(here.client.PeopleGet({}))).toEqual({
    me: { userId: 'local', role: 'admin', isRecovery: false },
    isTeam: false,
    people: [{ userId: 'local', name: null, role: 'admin', state: 'active', since: null }],
  });
});
