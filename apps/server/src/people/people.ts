import { includesRole } from '@atelier/contracts';
import type { Blobs, EventLog, NewEvent } from '@atelier/kernel';
import { createProjection } from '@atelier/kernel/adapters';
import { err, ok, type Result } from '@atelier/kernel/core';
import { createDecide } from '@atelier/kernel/usecases';
import { type Caller, NoLongerIn, type People, type Proof } from '../caller.ts';
import { keepFollowing } from '../services/keep-following.ts';
import type { SignIns } from '../services/sign-ins.ts';
import { decideToRefused, type StoreRefused } from '../surfaces/install/words.ts';
import type { Asker, Decided } from './decide.ts';
import { owner, peopleStream } from './events.ts';
import { isGoodSession, isSeenLongAgo } from './sign-in.ts';
import { foldPeople, noPeople, type PeopleState } from './state.ts';
import { createTexts, type Texts } from './texts.ts';

type Deps = {
  readonly log: EventLog;
  readonly blobs: Pick<Blobs, 'put' | 'get'>;
  readonly signIns: Pick<SignIns, 'days' | 'isGood'>;
  readonly now: () => number;
  /** Reachable by others than this machine: then a sign-in ends when nobody uses it. */
  readonly isPublic: boolean;
  readonly stopping: AbortSignal;
  /** Somebody came, went or may do something else now. */
  readonly onChanged: () => void;
  readonly onFault: (cause: unknown) => void;
};

export type PeopleService = People & {
  readonly texts: Texts;
  /** As the log has it now; undefined while it cannot be read. */
  readonly now: () => Promise<PeopleState | undefined>;
  readonly record: <Refused extends { readonly code: string }>(
    decide: (state: PeopleState) => Result<Decided, Refused>,
  ) => Promise<Result<PeopleState, Refused | StoreRefused>>;
  /** Who asks for a change, on what is true when it is decided; throws for somebody who was shut out meanwhile. */
  readonly askerIn: (caller: Caller) => (state: PeopleState) => Asker;
  /** How long a sign-in lasts at the most. */
  readonly days: () => number;
  /** Lets a browser of the owner in that nothing could be recorded of: the disk is full, or the stream damaged. */
  readonly admitUnrecorded: (session: string) => void;
  readonly endUnrecorded: () => void;
};

const teamDays = 180;
const teamIdleDays = 30;

/** Everybody who may come in, kept folded in memory because every request asks. What the log says of it is followed. */
export const createPeople = (deps: Deps): PeopleService => {
  const { log, signIns, now, stopping, onFault } = deps;
  const states = createProjection({ log, initial: noPeople, evolve: foldPeople });
  const decideOn = createDecide({ log, states });
  const unrecorded = new Set<string>();
  const saidSeen = new Set<string>();
  let known: PeopleState | undefined;

  const look = async (): Promise<number | undefined> => {
    const read = await states.at(peopleStream);
    const before = known;
    known = read.ok ? read.value.state : undefined;
    if (before !== undefined && before !== known) deps.onChanged();
    return read.ok ? read.value.seq : undefined;
  };
  const refresh = async (): Promise<PeopleState | undefined> => {
    await look();
    return known;
  };
  void keepFollowing({ log, stream: peopleStream, look, heard: look, stopping, onFault });

  const isTeam = (state: PeopleState | undefined) => deps.isPublic || (state?.isTeam ?? false);
  const days = () => (isTeam(known) ? Math.min(signIns.days(), teamDays) : signIns.days());
  const terms = (state: PeopleState) => ({
    now: now(),
    isGood: signIns.isGood,
    days: days(),
    idleDays: isTeam(state) ? teamIdleDays : Number.POSITIVE_INFINITY,
  });

  const record: PeopleService['record'] = async (decide) => {
    const recorded = await decideOn(peopleStream, (state) => {
      const decided = decide(state);
      if (!decided.ok) return err({ ours: decided.error });
      const { events = [], pins, unpins } = decided.value ?? {};
      return ok({ events: events.map(eventToNew), ...(pins && { pins }), ...(unpins && { unpins }) });
    });
    if (!recorded.ok) return err('ours' in recorded.error ? recorded.error.ours : decideToRefused(recorded.error));
    const state = await refresh();
    return state ? ok(state) : err({ code: 'STORE_BUSY', afterMs: 100 });
  };

  /** Once a day at the most, and nobody waits for it. */
  const noteSeen = (sessionId: string): void => {
    if (saidSeen.has(sessionId)) return;
    saidSeen.add(sessionId);
    record((state) => {
      const session = state.sessions.get(sessionId);
      if (!session || !isSeenLongAgo(session, now())) return ok(undefined);
      return ok({ events: [{ kind: 'session.seen', data: { sessionId } }] });
    })
      .catch(() => undefined)
      .finally(() => saidSeen.delete(sessionId));
  };

  const callerIn = (state: PeopleState, proof: Proof): Caller | undefined => {
    if (proof.via === 'cookie') {
      if (proof.legacy) return state.isTeam || !signIns.isGood(proof.legacy) ? undefined : ownerBy('cookie');
      const session = state.sessions.get(proof.session);
      const person = session && state.people.get(session.userId);
      if (!session || person?.state !== 'active' || !isGoodSession(session, terms(state))) return undefined;
      const { userId, role } = person;
      const mark = session.via === null ? {} : { mark: session.via };
      return { person: userId, role, via: 'cookie', session: session.sessionId, ...mark };
    }
    if (proof.token === 'install') return ownerBy('bearer');
    const token = state.tokens.get(proof.token.digest);
    const person = token && state.people.get(token.userId);
    if (!token || person?.state !== 'active' || now() >= Date.parse(token.expiresAt)) return undefined;
    const { tokenId } = token;
    return { person: person.userId, role: person.role, via: 'bearer', token: tokenId, mark: tokenId };
  };

  const proofOf = ({ via, session, token }: Caller, { tokens }: PeopleState): Proof | undefined => {
    if (via === 'cookie') return session === undefined ? undefined : { via, session };
    if (token === undefined) return { via, token: 'install' };
    const digest = [...tokens.values()].find(({ tokenId }) => tokenId === token)?.digest;
    return digest === undefined ? undefined : { via, token: { digest } };
  };

  const isStillIn = (caller: Caller, state: PeopleState | undefined): boolean => {
    if (caller.session !== undefined && unrecorded.has(caller.session)) return true;
    if (caller.via === 'bearer' && caller.token === undefined) return true;
    if (!state) return false;
    const proof = proofOf(caller, state);
    // A sign-in from before they were on record lasts until somebody else is invited.
    if (!proof) return caller.via === 'cookie' && !state.isTeam;
    const now = callerIn(state, proof);
    return now?.person === caller.person && now.role === caller.role;
  };

  return {
    texts: createTexts(deps.blobs),
    now: refresh,
    record,
    askerIn: (caller) => (state) => {
      if (!isStillIn(caller, state)) throw new NoLongerIn();
      return askerOf(caller);
    },
    days,
    admitUnrecorded: (session) => void unrecorded.add(session),
    endUnrecorded: () => unrecorded.clear(),
    callerOf: async (proof) => {
      if (proof.via === 'bearer' && proof.token === 'install') return ownerBy('bearer');
      if (proof.via === 'cookie' && unrecorded.has(proof.session)) return ownerBy('cookie', proof.session);
      const caller = known && callerIn(known, proof);
      // Another server may have let this browser in a moment ago. Unreadable is closed: who was shut out is not known.
      const found = caller ?? (await refresh().then((state) => state && callerIn(state, proof)));
      const session = found?.session === undefined ? undefined : known?.sessions.get(found.session);
      if (session && isSeenLongAgo(session, now())) noteSeen(session.sessionId);
      return found;
    },
    isStill: (caller) => isStillIn(caller, known),
  };
};

const ownerBy = (via: Caller['via'], session?: string): Caller => ({
  person: owner,
  role: 'admin',
  via,
  ...(session !== undefined && { session }),
});

/** Who asks for a change, in the words of what is recorded. */
export const askerOf = ({ person, role, mark, session }: Caller): Asker => ({
  by: person,
  isAdmin: includesRole(role, 'admin'),
  ...(mark !== undefined && { via: mark }),
  ...(session !== undefined && { session }),
});

const eventToNew = ({ kind, data }: { readonly kind: string; readonly data: object }): NewEvent => ({
  kind,
  key: null,
  data: data as NewEvent['data'],
});
