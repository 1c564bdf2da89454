import type { Role } from '@atelier/contracts';
import { type Device, type LinkPurpose, owner, type PeopleEvent, type ProjectGrant, peopleEvents } from './events.ts';

export type Person = {
  readonly userId: string;
  readonly role: Role;
  /** Where the name is; the owner of the machine has none until one is given, and whoever was forgotten none any more. */
  readonly name: string | null;
  readonly since: string | null;
  readonly state: 'active' | 'disabled' | 'forgotten';
};

export type Session = {
  readonly sessionId: string;
  readonly userId: string;
  readonly device: Device;
  readonly generation: number;
  readonly begunAt: string;
  readonly seenAt: string;
  readonly via: string | null;
};

export type Link = {
  readonly linkId: string;
  readonly digest: string;
  readonly userId: string;
  readonly purpose: LinkPurpose;
  readonly by: string;
  readonly via: string | null;
  /** The sign-in it was made in, and how often everybody had been signed out by then; null where nobody noted it. */
  readonly session: string | null;
  readonly generation: number | null;
  readonly madeAt: string;
  readonly expiresAt: string;
  readonly spentAt: string | null;
};

export type Invite = {
  readonly inviteId: string;
  readonly digest: string;
  readonly role: Role;
  readonly projects: readonly ProjectGrant[];
  readonly by: string;
  readonly madeAt: string;
  readonly expiresAt: string;
  /** Who joined by it. */
  readonly spentBy: string | null;
};

export type Token = {
  readonly tokenId: string;
  readonly userId: string;
  readonly digest: string;
  readonly label: string;
  /** The recovery link that its maker's browser goes back to. */
  readonly via: string | null;
  readonly madeAt: string;
  readonly expiresAt: string;
};

/** Who may come in, as the log has it. Nothing here is a name, an address or a secret. */
export type PeopleState = {
  readonly people: ReadonlyMap<string, Person>;
  readonly sessions: ReadonlyMap<string, Session>;
  /** By digest. */
  readonly links: ReadonlyMap<string, Link>;
  readonly invites: ReadonlyMap<string, Invite>;
  readonly tokens: ReadonlyMap<string, Token>;
  /** Links that an admin made for somebody else: told to that person for ever. */
  readonly recoveries: readonly Link[];
  /** Somebody was invited: from here on a sign-in has to be known. */
  readonly isTeam: boolean;
  readonly unread: number;
};

export const noPeople: PeopleState = {
  people: new Map([[owner, { userId: owner, role: 'admin', name: null, since: null, state: 'active' }]]),
  sessions: new Map(),
  links: new Map(),
  invites: new Map(),
  tokens: new Map(),
  recoveries: [],
  isTeam: false,
  unread: 0,
};

type Recorded = { readonly kind: string; readonly at: string; readonly data: unknown };

export const foldPeople = (state: PeopleState, recorded: Recorded): PeopleState => {
  const read = peopleEvents.read(recorded);
  if (read.found === 'newer') return state;
  if (read.found === 'unreadable') return { ...state, unread: state.unread + 1 };
  return evolve(state, read.event, recorded.at);
};

const evolve = (state: PeopleState, event: PeopleEvent, at: string): PeopleState => {
  switch (event.kind) {
    case 'invite.made': {
      const { via: _via, ...made } = event.data;
      const invite: Invite = { ...made, madeAt: at, spentBy: null };
      return { ...state, isTeam: true, invites: put(stillTold(state.invites, at), invite.digest, invite) };
    }
    case 'invite.withdrawn': {
      const { inviteId } = event.data;
      return { ...state, invites: without(state.invites, (invite) => invite.inviteId === inviteId) };
    }
    case 'person.joined': {
      const { inviteId, ...joined } = event.data;
      const invites = mapWhere(
        state.invites,
        (invite) => invite.inviteId === inviteId,
        (invite) => ({ ...invite, spentBy: joined.userId }),
      );
      const person: Person = { ...joined, since: at, state: 'active' };
      return { ...state, invites, people: put(state.people, person.userId, person) };
    }
    case 'person.renamed':
      return changed(state, event.data.userId, { name: event.data.name });
    case 'person.role_set': {
      const { userId, role } = event.data;
      const next = changed(state, userId, { role });
      return role === 'admin' ? next : withoutOffersBy(next, userId);
    }
    case 'person.enabled':
      return changed(state, event.data.userId, { state: 'active' });
    case 'person.disabled':
      return letGo(changed(state, event.data.userId, { state: 'disabled' }), event.data.userId);
    case 'person.forgotten':
      return letGo(changed(state, event.data.userId, { state: 'forgotten', name: null }), event.data.userId);
    case 'link.made': {
      const { via = null, session = null, generation = null, ...made } = event.data;
      const link: Link = { ...made, via, session, generation, madeAt: at, spentAt: null };
      const recoveries = link.purpose === 'recovery' ? [...state.recoveries, link] : state.recoveries;
      const links = put(stillTold(state.links, at), link.digest, link);
      const isOpen = (each: Link) => each.userId === link.userId && each.purpose === 'device' && each.spentAt === null;
      return { ...state, recoveries, links: newest(links, isOpen, mostOpenLinks) };
    }
    case 'link.spent': {
      const isIt = ({ linkId }: Link) => linkId === event.data.linkId;
      const spend = (link: Link): Link => ({ ...link, spentAt: at });
      const recoveries = state.recoveries.map((link) => (isIt(link) ? spend(link) : link));
      return { ...state, recoveries, links: mapWhere(state.links, isIt, spend) };
    }
    case 'session.begun': {
      const { via, ...begun } = event.data;
      const session: Session = { ...begun, via: via ?? null, begunAt: at, seenAt: at };
      const recent = without(state.sessions, ({ begunAt }) => olderThan(begunAt, at, longestDays));
      const sessions = put(recent, session.sessionId, session);
      return { ...state, sessions: newest(sessions, ({ userId }) => userId === session.userId, mostSessions) };
    }
    case 'session.seen': {
      const session = state.sessions.get(event.data.sessionId);
      return session
        ? { ...state, sessions: put(state.sessions, session.sessionId, { ...session, seenAt: at }) }
        : state;
    }
    case 'session.ended': {
      const { sessionId } = event.data;
      const links = without(state.links, (link) => link.spentAt === null && link.session === sessionId);
      return { ...state, links, sessions: without(state.sessions, (session) => session.sessionId === sessionId) };
    }
    case 'sessions.ended': {
      const { userId, except } = event.data;
      const ends = (session: Session) => session.userId === userId && session.sessionId !== except;
      const sessions = without(state.sessions, ends);
      return { ...state, sessions, links: without(state.links, (link) => endsWith(link, userId, except, state)) };
    }
    case 'token.made': {
      const { via = null, ...made } = event.data;
      return { ...state, tokens: put(state.tokens, made.digest, { ...made, via, madeAt: at }) };
    }
    case 'token.revoked': {
      const { tokenId } = event.data;
      return { ...state, tokens: without(state.tokens, (token) => token.tokenId === tokenId) };
    }
  }
};

/** The longest any sign-in can last: an older one is no sign-in any more, whatever is set. */
const longestDays = 400;
/** So long a link is told to be used or expired; after that it is unknown. */
const toldDays = 60;
const dayMs = 24 * 60 * 60 * 1000;
/** Of one person. Each request of everybody looks at these, so nobody fills them: the oldest goes. */
const mostOpenLinks = 20;
const mostSessions = 200;

const olderThan = (then: string, now: string, days: number): boolean =>
  Date.parse(now) - Date.parse(then) > days * dayMs;

const stillTold = <Value extends { readonly expiresAt: string }>(
  map: ReadonlyMap<string, Value>,
  now: string,
): ReadonlyMap<string, Value> => without(map, ({ expiresAt }) => olderThan(expiresAt, now, toldDays));

const changed = (state: PeopleState, userId: string, change: Partial<Person>): PeopleState => {
  const person = state.people.get(userId);
  return person ? { ...state, people: put(state.people, userId, { ...person, ...change }) } : state;
};

/** Whoever may not come in any more has no browser, no agent and no way back that lies about. */
const letGo = (state: PeopleState, userId: string): PeopleState => {
  const theirs = (each: { readonly userId: string }) => each.userId === userId;
  const left = withoutOffersBy(state, userId);
  return {
    ...left,
    sessions: without(left.sessions, theirs),
    tokens: without(left.tokens, theirs),
    links: without(left.links, (link) => theirs(link) && link.spentAt === null),
  };
};

/** Whoever is no admin any more must not come back, or as another, by what they offered while they were one. */
const withoutOffersBy = (state: PeopleState, userId: string): PeopleState => ({
  ...state,
  invites: without(state.invites, ({ by, spentBy }) => by === userId && spentBy === null),
  links: without(state.links, ({ by, purpose, spentAt }) => {
    return by === userId && purpose === 'recovery' && spentAt === null;
  }),
});

/** A link that was made in one of the browsers that end. Of an older one nobody noted where it was made. */
const endsWith = (link: Link, userId: string, except: string | undefined, { sessions }: PeopleState): boolean => {
  if (link.spentAt !== null || (link.session !== null && link.session === except)) return false;
  if (link.session === null) return link.userId === userId && link.purpose === 'device';
  return sessions.get(link.session)?.userId === userId;
};

const put = <Value>(map: ReadonlyMap<string, Value>, key: string, value: Value): ReadonlyMap<string, Value> =>
  new Map(map).set(key, value);

const without = <Value>(map: ReadonlyMap<string, Value>, isGone: (value: Value) => boolean) =>
  new Map([...map].filter(([, value]) => !isGone(value)));

/** Maps keep the order in which things came. */
const newest = <Value>(map: ReadonlyMap<string, Value>, isTheirs: (value: Value) => boolean, most: number) => {
  const theirs = [...map].filter(([, value]) => isTheirs(value));
  if (theirs.length <= most) return map;
  const gone = new Set(theirs.slice(0, theirs.length - most).map(([key]) => key));
  return new Map([...map].filter(([key]) => !gone.has(key)));
};

const mapWhere = <Value>(
  map: ReadonlyMap<string, Value>,
  fits: (value: Value) => boolean,
  change: (value: Value) => Value,
) => new Map([...map].map(([key, value]) => [key, fits(value) ? change(value) : value] as const));
