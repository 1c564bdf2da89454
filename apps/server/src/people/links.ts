import type { Result } from '@atelier/kernel/core';
import { ok } from '@atelier/kernel/core';
import { NoLongerIn } from '../caller.ts';
import type { Links } from '../http/links.ts';
import type { SignIns } from '../services/sign-ins.ts';
import type { StoreRefused } from '../surfaces/install/words.ts';
import { type Asker, makeLink, type PeopleRefused } from './decide.ts';
import type { Device, LinkPurpose } from './events.ts';
import { owner } from './events.ts';
import type { PeopleService } from './people.ts';
import { digestOf, newSecret, newSessionId } from './secrets.ts';
import { type OfferRefused, offerOf, spendLink } from './sign-in.ts';
import type { PeopleState } from './state.ts';

const lifeMs = 24 * 60 * 60 * 1000;

export type MadeLink = { readonly token: string; readonly expiresAt: string };

type Deps = {
  readonly people: PeopleService;
  readonly signIns: Pick<SignIns, 'generation'>;
  /** For the owner of the machine when nothing can be recorded. */
  readonly inMemory: Links;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
  readonly onFault: (cause: unknown) => void;
};

/** Links that sign one browser in, once. They are records: whichever server is asked knows them. */
export const createSignInLinks = ({ people, signIns, inMemory, newId, now, onFault }: Deps) => {
  const make = async (
    askerIn: (state: PeopleState) => Asker,
    userId: string,
    purpose: LinkPurpose,
  ): Promise<Result<MadeLink, PeopleRefused<'PERSON_NOT_FOUND'> | StoreRefused>> => {
    const { token, digest } = newSecret();
    const expiresAt = new Date(now() + lifeMs).toISOString();
    const facts = { linkId: newId('lnk'), digest, userId, purpose, expiresAt, generation: signIns.generation() };
    const made = await people.record((state) => makeLink(state, askerIn(state), facts));
    return made.ok ? ok({ token, expiresAt }) : made;
  };
  const spentUnrecorded = new Set<string>();
  const isForOwner = async (digest: string): Promise<boolean> => {
    const state = await people.now();
    const offer = state && offerOf(state, digest, now(), signIns.generation());
    return offer?.ok === true && offer.value.kind === 'link' && offer.value.link.userId === owner;
  };
  return {
    make,
    /** For whoever runs the machine: a store that takes nothing must not keep them out of what says why. */
    makeForOwner: async (purpose: 'device' | 'owner', askerIn = asMachine): Promise<MadeLink> => {
      const made = await make(askerIn, owner, purpose).catch((cause) => {
        if (cause instanceof NoLongerIn) throw cause;
        onFault(cause);
      });
      if (made?.ok) return made.value;
      const { token, expiresAt } = inMemory.create();
      return { token, expiresAt: new Date(expiresAt).toISOString() };
    },
    /** Answers with the id of the new sign-in. */
    spend: async (token: string, device: Device): Promise<Result<string, OfferRefused | StoreRefused>> => {
      const sessionId = newSessionId();
      const remembered = inMemory.redeem(token);
      if (remembered === 'good') {
        people.admitUnrecorded(sessionId);
        return ok(sessionId);
      }
      if (remembered !== 'unknown')
        return { ok: false, error: { code: remembered === 'used' ? 'LINK_USED' : 'LINK_EXPIRED' } };
      const session = { sessionId, device, generation: signIns.generation() };
      const digest = digestOf(token);
      const spent = await people
        .record((state) => spendLink(state, digest, session, now()))
        .catch(async (cause) => {
          // A full disk takes no record of it; the owner of the machine comes in all the same, until a restart.
          if (!(await isForOwner(digest)) || spentUnrecorded.has(digest)) throw cause;
          onFault(cause);
          return undefined;
        });
      if (spent) return spent.ok ? ok(sessionId) : spent;
      spentUnrecorded.add(digest);
      people.admitUnrecorded(sessionId);
      return ok(sessionId);
    },
  };
};

const asMachine = (_state: PeopleState): Asker => ({ by: owner, isAdmin: true });

export type SignInLinks = ReturnType<typeof createSignInLinks>;
