import type { BlobId } from '@atelier/kernel';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { Decided } from './decide.ts';
import type { Device, PeopleEvent } from './events.ts';
import type { Invite, Link, PeopleState, Session } from './state.ts';

/** Why a link or an invitation lets nobody in. */
export type OfferRefused = { readonly code: 'LINK_UNKNOWN' | 'LINK_USED' | 'LINK_EXPIRED' };

/** What a token is good for, as long as it is. Looking spends nothing. */
export type Offer =
  | { readonly kind: 'invitation'; readonly invite: Invite }
  | { readonly kind: 'link'; readonly link: Link };

export const offerOf = (
  { links, invites, people }: PeopleState,
  digest: string,
  now: number,
  generation = 0,
): Result<Offer, OfferRefused> => {
  const invite = invites.get(digest);
  const link = links.get(digest);
  const expiresAt = invite?.expiresAt ?? link?.expiresAt;
  if (expiresAt === undefined) return err({ code: 'LINK_UNKNOWN' });
  if (invite ? invite.spentBy !== null : link?.spentAt !== null) return err({ code: 'LINK_USED' });
  if (now >= Date.parse(expiresAt)) return err({ code: 'LINK_EXPIRED' });
  if (invite) return ok({ kind: 'invitation', invite });
  const person = link && people.get(link.userId);
  // Everybody was signed out since: whoever had a browser then must not come back by what they made in it.
  if (link && (link.generation ?? generation) < generation) return err({ code: 'LINK_UNKNOWN' });
  if (!link || !person || (person.state !== 'active' && link.purpose !== 'owner')) return err({ code: 'LINK_UNKNOWN' });
  return ok({ kind: 'link', link });
};

/** A new browser: what it is told by, and what was true of the installation when it came. */
export type NewSession = { readonly sessionId: string; readonly device: Device; readonly generation: number };

/** Spends a link and signs in by it, in one commit: of two who open it, one comes in. */
export const spendLink = (
  state: PeopleState,
  digest: string,
  session: NewSession,
  now: number,
): Result<Decided, OfferRefused> => {
  const offer = offerOf(state, digest, now, session.generation);
  if (!offer.ok) return offer;
  if (offer.value.kind !== 'link') return err({ code: 'LINK_UNKNOWN' });
  const { link } = offer.value;
  const { linkId, userId, purpose } = link;
  const events: PeopleEvent[] = [{ kind: 'link.spent', data: { linkId } }];
  if (purpose === 'owner') events.push(...ownerAgain(state, userId));
  // What an admin's link let in stays marked, and so does every browser that is added from it.
  const via = purpose === 'recovery' ? linkId : link.via;
  events.push({ kind: 'session.begun', data: { ...session, userId, ...(via !== null && { via }) } });
  return ok({ events });
};

/** Whoever has the machine has the installation: the way back when every admin is gone. */
const ownerAgain = ({ people }: PeopleState, userId: string): PeopleEvent[] => {
  const person = people.get(userId);
  const by = userId;
  return [
    ...(person?.state === 'active' ? [] : [{ kind: 'person.enabled' as const, data: { userId, by } }]),
    ...(person?.role === 'admin'
      ? []
      : [{ kind: 'person.role_set' as const, data: { userId, role: 'admin' as const, by } }]),
  ];
};

export const spendInvite = (
  state: PeopleState,
  digest: string,
  person: { readonly userId: string; readonly name: BlobId },
  session: NewSession,
  now: number,
): Result<Decided, OfferRefused> => {
  const offer = offerOf(state, digest, now);
  if (!offer.ok) return offer;
  if (offer.value.kind !== 'invitation') return err({ code: 'LINK_UNKNOWN' });
  const { inviteId, role } = offer.value.invite;
  const { userId, name } = person;
  return ok({
    events: [
      { kind: 'person.joined', data: { userId, name, role, inviteId } },
      { kind: 'session.begun', data: { ...session, userId } },
    ],
    pins: [name],
  });
};

/** What decides whether a sign-in still counts, besides the record of it. */
export type SessionTerms = {
  readonly now: number;
  /** Not ended with all the others, and not older than was set. */
  readonly isGood: (signIn: { readonly issuedAt: number; readonly generation: number }) => boolean;
  /** How long a sign-in lasts at the most. */
  readonly days: number;
  /** How long it lasts unused; one person on one machine is never asked again for having been away. */
  readonly idleDays: number;
};

export const isGoodSession = ({ generation, begunAt, seenAt }: Session, terms: SessionTerms): boolean => {
  const issuedAt = Date.parse(begunAt);
  return (
    terms.isGood({ issuedAt, generation }) &&
    terms.now - issuedAt < terms.days * dayMs &&
    terms.now - Date.parse(seenAt) < terms.idleDays * dayMs
  );
};

/** Whether it is worth saying that this browser is still in use. */
export const isSeenLongAgo = (session: Session, now: number): boolean => now - Date.parse(session.seenAt) > dayMs;

const dayMs = 24 * 60 * 60 * 1000;
