import type { peopleCommands, Reply } from '@atelier/contracts';
import { ok, type Result } from '@atelier/kernel/core';
import type { Caller } from '../../caller.ts';
import * as decide from '../../people/decide.ts';
import { peopleEvents, peopleStream } from '../../people/events.ts';
import { newSecret, personalPrefix } from '../../people/secrets.ts';
import type { PeopleState } from '../../people/state.ts';
import { answerRefused } from '../../people/words.ts';
import type { CreateSurface, Handlers } from '../surface.ts';
import { invitationView, personView, recoveryViews, signInViews, tokenViews } from './views.ts';

const dayMs = 24 * 60 * 60 * 1000;
const inviteDays = 7;
const tokenDays = 90;

const unreadable = { code: 'STORE_UNHEALTHY', reason: 'unreadable' } as const;
const notByToken = answerRefused({ code: 'PERSON_NEEDED' });

/** Who may come in: invitations, roles, browsers and tokens. */
export const createPeopleSurface: CreateSurface = (kit) => {
  const { people, newId } = kit;
  const { texts } = people;
  const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

  /** What somebody does about people, recorded; never by a token. */
  const act = async <Code extends decide.PeopleCode = never>(
    caller: Caller,
    what: (state: PeopleState, asker: decide.Asker) => Result<decide.Decided, decide.PeopleRefused<Code>>,
  ): Promise<Reply<Record<string, never>, Code | 'PERSON_NEEDED' | 'STORE_BUSY' | 'STORE_UNHEALTHY'>> => {
    if (caller.token !== undefined) return notByToken;
    const askerIn = people.askerIn(caller);
    const recorded = await people.record((state) => what(state, askerIn(state)));
    return recorded.ok ? ok({}) : answerRefused(recorded.error);
  };

  /** Shuts somebody out, or lets them in again; with the one who goes, goes what is at work for them. */
  const setState = async (caller: Caller, userId: string, to: Parameters<typeof decide.setState>[3]) => {
    const done = await act(caller, (...on) => decide.setState(...on, userId, to));
    // They are out all the same: what goes on can be canceled by hand.
    if (done.ok && to !== 'active')
      await kit.endWorkOf(userId, caller).catch((cause) => kit.onFault(cause, 'work of somebody shut out'));
    return done;
  };

  const handlers: Handlers<keyof typeof peopleCommands> = {
    PeopleGet: async (_nothing, { person, role, mark, token }) => {
      const state = await people.now();
      if (!state) return answerRefused(unreadable);
      return ok({
        me: { userId: person, role, isRecovery: mark !== undefined && token === undefined },
        isTeam: state.isTeam,
        people: await Promise.all([...state.people.values()].map((each) => personView(each, texts))),
      });
    },
    PersonGet: async ({ userId }, caller) => {
      const state = await people.now();
      if (!state) return answerRefused(unreadable);
      const id = userId ?? caller.person;
      const person = state.people.get(id);
      if (!person || (id !== caller.person && caller.role !== 'admin'))
        return answerRefused({ code: 'PERSON_NOT_FOUND' });
      return ok({
        person: await personView(person, texts),
        signIns: signInViews(state, id, caller),
        tokens: await tokenViews(state, id, texts, Date.now()),
        recoveries: recoveryViews(state, id),
      });
    },
    PersonRename: async ({ userId, name }, caller) => {
      if (caller.token !== undefined) return notByToken;
      const ref = await texts.put(name);
      return act(caller, (state, asker) => decide.rename(state, asker, userId ?? caller.person, ref));
    },
    PersonRoleSet: ({ userId, role }, caller) => act(caller, (...on) => decide.setRole(...on, userId, role)),
    PersonEnabledSet: ({ userId, isEnabled }, caller) => setState(caller, userId, isEnabled ? 'active' : 'disabled'),
    PersonForget: ({ userId }, caller) => setState(caller, userId, 'forgotten'),
    InvitationsGet: async () => {
      const state = await people.now();
      if (!state) return answerRefused(unreadable);
      const invitations = [...state.invites.values()].map((invite) => invitationView(invite, Date.now()));
      return ok({ invitations: invitations.reverse() });
    },
    InvitationCreate: async ({ role, projects }, caller) => {
      for (const { projectId } of projects)
        if ((await kit.projects()?.titleOf(projectId)) === undefined)
          return answerRefused({ code: 'PROJECT_NOT_FOUND' });
      const { token, digest } = newSecret();
      const facts = { inviteId: newId('inv'), digest, role, projects, expiresAt: inDays(inviteDays) };
      const made = await act(caller, (_state, asker) => decide.invite(asker, facts));
      if (!made.ok) return made;
      return ok({ inviteId: facts.inviteId, url: kit.joinAddress(token), expiresAt: facts.expiresAt });
    },
    InvitationWithdraw: ({ inviteId }, caller) => act(caller, (...on) => decide.withdrawInvite(...on, inviteId)),
    RecoveryLinkCreate: async ({ userId }, caller) => {
      if (caller.token !== undefined) return notByToken;
      const made = await kit.links.make(people.askerIn(caller), userId, 'recovery');
      if (!made.ok) return answerRefused(made.error);
      return ok({ url: kit.joinAddress(made.value.token), expiresAt: made.value.expiresAt });
    },
    SignOut: async (_nothing, caller) => {
      const { session } = caller;
      const ended = session === undefined ? undefined : await act(caller, (...on) => decide.endSession(...on, session));
      if (!ended || ended.ok) return ok({});
      const { code, ...rest } = ended.error;
      return code === 'SIGN_IN_NOT_FOUND' ? ok({}) : { ok: false, error: { code, ...rest } };
    },
    SignInEnd: ({ signInId }, caller) => act(caller, (...on) => decide.endSession(...on, signInId)),
    SignInsEnd: ({ userId }, caller) =>
      act(caller, (...on) =>
        decide.endSessions(...on, userId ?? caller.person, userId === undefined ? caller.session : undefined),
      ),
    TokenCreate: async ({ label }, caller) => {
      if (caller.token !== undefined) return notByToken;
      const { token, digest } = newSecret(personalPrefix);
      const facts = { tokenId: newId('tok'), digest, label: await texts.put(label), expiresAt: inDays(tokenDays) };
      const made = await act(caller, (...on) => decide.makeToken(...on, facts));
      return made.ok ? ok({ tokenId: facts.tokenId, token, expiresAt: facts.expiresAt }) : made;
    },
    TokenRevoke: ({ tokenId }, caller) => act(caller, (...on) => decide.revokeToken(...on, tokenId)),
  };
  return {
    handlers,
    streams: {
      [peopleStream]: {
        follow: 'admin',
        // That something changed is all that is said: what, is asked for by those who may know it.
        show: (_caller, _stream, event) => ({ ...event, data: {} }),
        check: peopleEvents.problem,
      },
    },
    unread: async () => {
      const events = (await people.now())?.unread ?? 0;
      return events > 0 ? [{ stream: peopleStream, events }] : [];
    },
  };
};
