import { expect, test } from 'vitest';
import { endSession, endSessions, makeLink, rename, revokeToken, setRole, setState, withdrawInvite } from './decide.ts';
import { owner, PeopleEvent } from './events.ts';
import { isGoodSession, offerOf, spendInvite, spendLink } from './sign-in.ts';
import { foldPeople, noPeople, type PeopleState } from './state.ts';

const digest = (letter: string) => letter.repeat(64);
const ref = (letter: string) => `sha256:${digest(letter)}`;
const at = '2026-11-17T10:00:00.000Z';
const later = '2026-11-24T10:00:00.000Z';
const now = Date.parse(at) + 1000;
const device = { browser: 'chrome', system: 'linux' } as const;

const after = (events: readonly PeopleEvent[], state = noPeople): PeopleState =>
  events.reduce((folded, event) => foldPeople(folded, { ...PeopleEvent.parse(event), at }), state);

const admin = { by: owner, isAdmin: true };
const dana = { by: 'usr_dana', isAdmin: false };
const invited: PeopleEvent = {
  kind: 'invite.made',
  data: { inviteId: 'inv_1', digest: digest('a'), role: 'member', projects: [], expiresAt: later, by: owner },
};
const joined: PeopleEvent = {
  kind: 'person.joined',
  data: { userId: 'usr_dana', name: ref('1') as never, role: 'member', inviteId: 'inv_1' },
};
const begun = (sessionId: string, userId = 'usr_dana', via?: string): PeopleEvent => ({
  kind: 'session.begun',
  data: { sessionId, userId, device, generation: 0, ...(via !== undefined && { via }) },
});
const team = after([invited, joined, begun('s1'), begun('s2'), begun('o1', owner)]);

test('the owner is there before anything is written, and one person is no team', () => {
  expect([...noPeople.people.values()]).toEqual([
    { userId: 'local', role: 'admin', name: null, since: null, state: 'active' },
  ]);
  expect([noPeople.isTeam, team.isTeam]).toEqual([false, true]);
});

test('an invitation is good once, and used, expired and unknown are told apart', () => {
  const open = after([invited]);
  expect(offerOf(open, digest('a'), now)).toMatchObject({ ok: true, value: { kind: 'invitation' } });
  expect(offerOf(open, digest('b'), now)).toEqual({ ok: false, error: { code: 'LINK_UNKNOWN' } });
  expect(offerOf(open, digest('a'), Date.parse(later))).toEqual({ ok: false, error: { code: 'LINK_EXPIRED' } });
  expect(offerOf(team, digest('a'), now)).toEqual({ ok: false, error: { code: 'LINK_USED' } });
  const session = { sessionId: 's9', device, generation: 0 };
  const person = { userId: 'usr_eli', name: ref('2') as never };
  expect(spendInvite(open, digest('a'), person, session, now)).toMatchObject({
    ok: true,
    value: { events: [{ kind: 'person.joined' }, { kind: 'session.begun' }], pins: [ref('2')] },
  });
  // An invitation is no link: the address that signs an owner in spends none.
  expect(spendLink(open, digest('a'), session, now)).toEqual({ ok: false, error: { code: 'LINK_UNKNOWN' } });
  expect(withdrawInvite(team, admin, 'inv_1')).toMatchObject({ error: { code: 'INVITATION_NOT_FOUND' } });
});

test('the last admin cannot be disabled, forgotten or made less; with another, they can', () => {
  for (const refused of [setState(team, admin, owner, 'disabled'), setRole(team, admin, owner, 'member')])
    expect(refused).toEqual({ ok: false, error: { code: 'LAST_ADMIN' } });
  const two = after([{ kind: 'person.role_set', data: { userId: 'usr_dana', role: 'admin', by: owner } }], team);
  expect(setState(two, admin, owner, 'disabled')).toMatchObject({ ok: true });
  expect(setState(two, admin, 'usr_dana', 'forgotten')).toMatchObject({ ok: true, value: { unpins: [ref('1')] } });
});

test('the way back on the machine makes the owner an active admin again', () => {
  const shutOut = after(
    [
      { kind: 'person.role_set', data: { userId: 'usr_dana', role: 'admin', by: owner } },
      { kind: 'person.role_set', data: { userId: owner, role: 'viewer', by: 'usr_dana' } },
      { kind: 'person.disabled', data: { userId: owner, by: 'usr_dana' } },
    ],
    team,
  );
  const facts = { linkId: 'lnk_1', digest: digest('c'), userId: owner, expiresAt: later };
  expect(makeLink(shutOut, admin, { ...facts, purpose: 'device' })).toMatchObject({
    error: { code: 'PERSON_NOT_FOUND' },
  });
  const made = makeLink(shutOut, admin, { ...facts, purpose: 'owner' });
  const linked = after(made.ok ? (made.value?.events ?? []) : [], shutOut);
  const spent = spendLink(linked, digest('c'), { sessionId: 's7', device, generation: 0 }, now);
  const back = after(spent.ok ? (spent.value?.events ?? []) : [], linked);
  expect(back.people.get(owner)).toMatchObject({ role: 'admin', state: 'active' });
  expect(back.sessions.get('s7')).toMatchObject({ userId: owner });
});

test('whoever is disabled has no sign-in, no token and no open link any more', () => {
  const token: PeopleEvent = {
    kind: 'token.made',
    data: { tokenId: 'tok_1', userId: 'usr_dana', digest: digest('d'), label: ref('3') as never, expiresAt: later },
  };
  const gone = after([token, { kind: 'person.disabled', data: { userId: 'usr_dana', by: owner } }], team);
  expect([[...gone.sessions.keys()], gone.tokens.size]).toEqual([['o1'], 0]);
  const withToken = after([token], team);
  expect(revokeToken(withToken, { by: 'usr_eli', isAdmin: false }, 'tok_1')).toMatchObject({
    error: { code: 'TOKEN_NOT_FOUND' },
  });
  expect(revokeToken(withToken, dana, 'tok_1')).toMatchObject({ ok: true, value: { unpins: [ref('3')] } });
});

test('with a person go the labels of their tokens: each is a text that may name them', () => {
  const token = (letter: string, userId: string): PeopleEvent => ({
    kind: 'token.made',
    data: { tokenId: `tok_${letter}`, userId, digest: digest(letter), label: ref(letter) as never, expiresAt: later },
  });
  const tokens = after([token('d', 'usr_dana'), token('e', 'usr_dana'), token('f', owner)], team);
  const unpinned = (to: 'disabled' | 'forgotten') => {
    const decided = setState(tokens, admin, 'usr_dana', to);
    return decided.ok ? decided.value?.unpins : undefined;
  };
  expect(unpinned('disabled')).toEqual([ref('d'), ref('e')]);
  expect(unpinned('forgotten')).toEqual([ref('d'), ref('e'), ref('1')]);
});

const linkBy = (by: string, letter: string, facts: object): PeopleEvent =>
  PeopleEvent.parse({
    kind: 'link.made',
    data: {
      linkId: `lnk_${letter}`,
      digest: digest(letter),
      userId: by,
      purpose: 'device',
      expiresAt: later,
      by,
      ...facts,
    },
  });
const isGood = (state: PeopleState, letter: string, generation?: number): boolean =>
  offerOf(state, digest(letter), now, generation).ok;

test('a link ends with the browser it was made in, with all of them, and when everybody is signed out', () => {
  const links = after(
    [
      linkBy('usr_dana', 'c', { session: 's1', generation: 0 }),
      linkBy('usr_dana', 'd', { session: 's2', generation: 0 }),
      // From before anybody noted where a link was made.
      linkBy('usr_dana', 'e', {}),
      linkBy('usr_dana', 'f', { by: owner, session: 'o1', purpose: 'recovery' }),
    ],
    team,
  );
  const goodAfter = (event: PeopleEvent) => [...'cdef'].filter((letter) => isGood(after([event], links), letter));
  expect([...'cdef'].filter((letter) => isGood(links, letter))).toEqual(['c', 'd', 'e', 'f']);
  expect(goodAfter({ kind: 'session.ended', data: { sessionId: 's1', by: 'usr_dana' } })).toEqual(['d', 'e', 'f']);
  expect(goodAfter({ kind: 'session.ended', data: { sessionId: 'o1', by: owner } })).toEqual(['c', 'd', 'e']);
  const others = { userId: 'usr_dana', except: 's2', by: 'usr_dana' };
  expect(goodAfter({ kind: 'sessions.ended', data: others })).toEqual(['d', 'f']);
  expect(goodAfter({ kind: 'sessions.ended', data: { userId: owner, by: owner } })).toEqual(['c', 'd', 'e']);
  expect([isGood(links, 'c', 1), isGood(links, 'e', 1)]).toEqual([false, true]);
  const spent = spendLink(links, digest('c'), { sessionId: 's9', device, generation: 1 }, now);
  expect(spent).toEqual({ ok: false, error: { code: 'LINK_UNKNOWN' } });
});

test('nobody fills the lists that every request looks at: of too many links and browsers of a person the oldest go', () => {
  const hex = (nth: number) => nth.toString(16).padStart(64, '0');
  const links = Array.from({ length: 25 }, (_, nth) =>
    linkBy('usr_dana', 'a', { linkId: `lnk_${nth}`, digest: hex(nth), session: 's1' }),
  );
  const offered = after([linkBy(owner, 'b', {}), ...links], team);
  const open = [...offered.links.values()].map(({ linkId }) => linkId);
  expect([open.length, open.includes('lnk_b'), open.includes('lnk_4'), open.includes('lnk_5')]).toEqual([
    21,
    true,
    false,
    true,
  ]);
  const browsers = after(
    Array.from({ length: 205 }, (_, nth) => begun(`d${nth}`)),
    team,
  );
  // Two were there before; the owner's own is not counted with them.
  expect([browsers.sessions.size, browsers.sessions.has('o1'), browsers.sessions.has('d4')]).toEqual([
    201,
    true,
    false,
  ]);
  expect([browsers.sessions.has('d5'), browsers.sessions.has('d204')]).toEqual([true, true]);
});

test('what an admin offered ends when they are no admin any more, and does not come back with the role', () => {
  const eli = { by: 'usr_dana', expiresAt: later };
  const offered = after(
    [
      { kind: 'person.role_set', data: { userId: 'usr_dana', role: 'admin', by: owner } },
      {
        kind: 'invite.made',
        data: { inviteId: 'inv_2', digest: digest('b'), role: 'admin', projects: [], ...eli },
      },
      linkBy('usr_dana', 'c', { userId: owner, purpose: 'recovery' }),
      linkBy(owner, 'd', { userId: 'usr_dana', purpose: 'recovery' }),
    ],
    team,
  );
  const role = (to: 'admin' | 'member'): PeopleEvent => ({
    kind: 'person.role_set',
    data: { userId: 'usr_dana', role: to, by: owner },
  });
  const good = (state: PeopleState) => [...'bcd'].filter((letter) => isGood(state, letter));
  expect(good(offered)).toEqual(['b', 'c', 'd']);
  expect(good(after([role('admin')], offered))).toEqual(['b', 'c', 'd']);
  expect(good(after([role('member'), role('admin')], offered))).toEqual(['d']);
  for (const kind of ['person.disabled', 'person.forgotten'] as const)
    expect(good(after([{ kind, data: { userId: 'usr_dana', by: owner } }], offered))).toEqual([]);
});

test('a recovery link marks its sign-in and every browser added from it, and is told for ever', () => {
  const recovery: PeopleEvent = {
    kind: 'link.made',
    data: {
      linkId: 'lnk_r',
      digest: digest('e'),
      userId: 'usr_dana',
      purpose: 'recovery',
      expiresAt: later,
      by: owner,
    },
  };
  const made = after([recovery], team);
  const spent = spendLink(made, digest('e'), { sessionId: 's8', device, generation: 0 }, now);
  const signedIn = after(spent.ok ? (spent.value?.events ?? []) : [], made);
  expect(signedIn.sessions.get('s8')).toMatchObject({ userId: 'usr_dana', via: 'lnk_r' });
  // A second browser, added from the first, does not wash it off.
  const facts = {
    linkId: 'lnk_2',
    digest: digest('f'),
    userId: 'usr_dana',
    purpose: 'device',
    expiresAt: later,
  } as const;
  const added = makeLink(signedIn, { ...dana, via: 'lnk_r' }, facts);
  const linked = after(added.ok ? (added.value?.events ?? []) : [], signedIn);
  const second = spendLink(linked, digest('f'), { sessionId: 's9', device, generation: 0 }, now);
  expect(second).toMatchObject({ value: { events: [{}, { kind: 'session.begun', data: { via: 'lnk_r' } }] } });
  expect(signedIn.recoveries).toMatchObject([{ linkId: 'lnk_r', by: owner, spentAt: at }]);
});

test('a person ends their own browsers, an admin anybody’s; a stranger’s is as good as not there', () => {
  expect(endSession(team, dana, 'o1')).toEqual({ ok: false, error: { code: 'SIGN_IN_NOT_FOUND' } });
  expect(endSessions(team, dana, owner, undefined)).toEqual({ ok: false, error: { code: 'PERSON_NOT_FOUND' } });
  expect(rename(team, dana, owner, ref('9') as never)).toEqual({ ok: false, error: { code: 'PERSON_NOT_FOUND' } });
  expect(endSession(team, admin, 's1')).toMatchObject({ ok: true });
  const ended = endSessions(team, dana, 'usr_dana', 's2');
  const left = after(ended.ok ? (ended.value?.events ?? []) : [], team);
  expect([...left.sessions.keys()]).toEqual(['s2', 'o1']);
});

test('a sign-in ends after its days, and unused sooner; an end of all ends it, too', () => {
  const session = team.sessions.get('s1');
  if (!session) throw new Error('no session');
  const day = 24 * 60 * 60 * 1000;
  const good = (days: number, generation = 0, idleDays = 30) =>
    isGoodSession(session, {
      now: Date.parse(at) + days * day,
      isGood: (signIn) => signIn.generation >= generation,
      days: 180,
      idleDays,
    });
  expect([good(29), good(30), good(29, 1)]).toEqual([true, false, false]);
  expect([good(179, 0, Number.POSITIVE_INFINITY), good(180, 0, Number.POSITIVE_INFINITY)]).toEqual([true, false]);
});

test('an event that cannot be read is counted, and one of a newer version says nothing', () => {
  const odd = foldPeople(team, { kind: 'person.joined', at, data: { userId: 7 } });
  expect([odd.unread, foldPeople(odd, { kind: 'person.cloned', at, data: {} }).unread]).toEqual([1, 1]);
});
