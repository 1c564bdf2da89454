import type { Role } from '@atelier/contracts';
import type { BlobId } from '@atelier/kernel';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { LinkPurpose, PeopleEvent, ProjectGrant } from './events.ts';
import type { Invite, Link, PeopleState, Person } from './state.ts';

/** What is to be recorded, as one commit; undefined when it is so already. */
export type Decided =
  | {
      readonly events: readonly PeopleEvent[];
      readonly pins?: readonly BlobId[];
      readonly unpins?: readonly BlobId[];
    }
  | undefined;

/** Who asks, as the server knows it. `via` marks what goes back to an admin's link or to an agent's token. */
export type Asker = {
  readonly by: string;
  readonly isAdmin: boolean;
  readonly via?: string;
  /** The sign-in they ask from. */
  readonly session?: string;
};

export type PeopleCode =
  | 'PERSON_NOT_FOUND'
  | 'SIGN_IN_NOT_FOUND'
  | 'TOKEN_NOT_FOUND'
  | 'INVITATION_NOT_FOUND'
  | 'LAST_ADMIN'
  | 'TOO_MANY_TOKENS';
export type PeopleRefused<Code extends PeopleCode = PeopleCode> = { readonly code: Code };

const refused = <Code extends PeopleCode>(code: Code) => err({ code });
const mark = ({ by, via }: Asker) => ({ by, ...(via !== undefined && { via }) });

/** Somebody who can be acted on. What is another person's is as good as not there. */
const personFor = (state: PeopleState, asker: Asker, userId: string): Person | undefined => {
  const person = state.people.get(userId);
  return person && person.state !== 'forgotten' && (asker.isAdmin || userId === asker.by) ? person : undefined;
};

const isLastAdmin = ({ people }: PeopleState, userId: string): boolean =>
  [...people.values()].every((each) => each.role !== 'admin' || each.state !== 'active' || each.userId === userId);

export const rename = (
  state: PeopleState,
  asker: Asker,
  userId: string,
  name: BlobId,
): Result<Decided, PeopleRefused<'PERSON_NOT_FOUND'>> => {
  const person = personFor(state, asker, userId);
  if (!person) return refused('PERSON_NOT_FOUND');
  return ok({
    events: [{ kind: 'person.renamed', data: { userId, name, ...mark(asker) } }],
    pins: [name],
    ...(person.name !== null && { unpins: [person.name as BlobId] }),
  });
};

export const setRole = (
  state: PeopleState,
  asker: Asker,
  userId: string,
  role: Role,
): Result<Decided, PeopleRefused<'PERSON_NOT_FOUND' | 'LAST_ADMIN'>> => {
  const person = personFor(state, asker, userId);
  if (!person) return refused('PERSON_NOT_FOUND');
  if (person.role === role) return ok(undefined);
  if (isLastAdmin(state, userId) && person.state === 'active') return refused('LAST_ADMIN');
  return ok({ events: [{ kind: 'person.role_set', data: { userId, role, ...mark(asker) } }] });
};

/** A disabled person can be let in again; a forgotten one comes back only by a new invitation, as somebody new. */
export const setState = (
  state: PeopleState,
  asker: Asker,
  userId: string,
  to: Person['state'],
): Result<Decided, PeopleRefused<'PERSON_NOT_FOUND' | 'LAST_ADMIN'>> => {
  const person = personFor(state, asker, userId);
  if (!person) return refused('PERSON_NOT_FOUND');
  if (person.state === to) return ok(undefined);
  if (to !== 'active' && person.state === 'active' && isLastAdmin(state, userId)) return refused('LAST_ADMIN');
  const kind = ({ active: 'person.enabled', disabled: 'person.disabled', forgotten: 'person.forgotten' } as const)[to];
  const isOut = to !== 'active';
  // With the person go their tokens, and with a token the label they gave it: it may name them, too.
  const labels = [...state.tokens.values()].flatMap((token) => (token.userId === userId ? [token.label] : []));
  const texts = [...(isOut ? labels : []), ...(to === 'forgotten' && person.name !== null ? [person.name] : [])];
  return ok({
    events: [{ kind, data: { userId, ...mark(asker) } }],
    ...(texts.length > 0 && { unpins: texts as BlobId[] }),
  });
};

type InviteFacts = Pick<Invite, 'inviteId' | 'digest' | 'role' | 'expiresAt'> & {
  readonly projects: readonly ProjectGrant[];
};

export const invite = (asker: Asker, { projects, ...facts }: InviteFacts): Result<Decided, never> =>
  ok({ events: [{ kind: 'invite.made', data: { ...facts, projects: [...projects], ...mark(asker) } }] });

export const withdrawInvite = (
  { invites }: PeopleState,
  asker: Asker,
  inviteId: string,
): Result<Decided, PeopleRefused<'INVITATION_NOT_FOUND'>> =>
  [...invites.values()].some((each) => each.inviteId === inviteId && each.spentBy === null)
    ? ok({ events: [{ kind: 'invite.withdrawn', data: { inviteId, ...mark(asker) } }] })
    : refused('INVITATION_NOT_FOUND');

type LinkFacts = Pick<Link, 'linkId' | 'digest' | 'userId' | 'expiresAt'> & {
  readonly purpose: LinkPurpose;
  readonly generation?: number;
};

/** A link for oneself, or an admin's for somebody who has no browser left. */
export const makeLink = (
  state: PeopleState,
  asker: Asker,
  facts: LinkFacts,
): Result<Decided, PeopleRefused<'PERSON_NOT_FOUND'>> => {
  const person = personFor(state, asker, facts.userId);
  // The way back on the machine works for an owner who was disabled, too.
  if (!person || (person.state !== 'active' && facts.purpose !== 'owner')) return refused('PERSON_NOT_FOUND');
  const { session } = asker;
  const from = session === undefined ? {} : { session };
  return ok({ events: [{ kind: 'link.made', data: { ...facts, ...from, ...mark(asker) } }] });
};

export const endSession = (
  { sessions }: PeopleState,
  asker: Asker,
  sessionId: string,
): Result<Decided, PeopleRefused<'SIGN_IN_NOT_FOUND'>> => {
  const session = sessions.get(sessionId);
  if (!session || (!asker.isAdmin && session.userId !== asker.by)) return refused('SIGN_IN_NOT_FOUND');
  return ok({ events: [{ kind: 'session.ended', data: { sessionId, ...mark(asker) } }] });
};

export const endSessions = (
  state: PeopleState,
  asker: Asker,
  userId: string,
  except: string | undefined,
): Result<Decided, PeopleRefused<'PERSON_NOT_FOUND'>> => {
  if (!personFor(state, asker, userId)) return refused('PERSON_NOT_FOUND');
  const kept = except === undefined ? {} : { except };
  return ok({ events: [{ kind: 'sessions.ended', data: { userId, ...kept, ...mark(asker) } }] });
};

const mostTokens = 50;

export const makeToken = (
  state: PeopleState,
  { by, via }: Asker,
  facts: { readonly tokenId: string; readonly digest: string; readonly label: BlobId; readonly expiresAt: string },
): Result<Decided, PeopleRefused<'TOO_MANY_TOKENS'>> => {
  if ([...state.tokens.values()].filter(({ userId }) => userId === by).length >= mostTokens)
    return refused('TOO_MANY_TOKENS');
  return ok({
    events: [{ kind: 'token.made', data: { ...facts, userId: by, ...(via !== undefined && { via }) } }],
    pins: [facts.label],
  });
};

export const revokeToken = (
  state: PeopleState,
  asker: Asker,
  tokenId: string,
): Result<Decided, PeopleRefused<'TOKEN_NOT_FOUND'>> => {
  const token = [...state.tokens.values()].find((each) => each.tokenId === tokenId);
  if (!token || (!asker.isAdmin && token.userId !== asker.by)) return refused('TOKEN_NOT_FOUND');
  return ok({
    events: [{ kind: 'token.revoked', data: { tokenId, ...mark(asker) } }],
    unpins: [token.label as BlobId],
  });
};
