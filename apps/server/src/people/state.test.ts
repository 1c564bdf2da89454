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
