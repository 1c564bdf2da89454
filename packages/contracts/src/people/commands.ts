import { z } from 'zod';
import { command } from '../command.ts';
import { roles } from '../roles.ts';
import { InvitationView, PersonView, ProjectGrantView, RecoveryView, SignInView, TokenView } from './view.ts';

const store = ['STORE_BUSY', 'STORE_UNHEALTHY'] as const;
/** An agent's token never changes who may come in: a person does that, in a browser. */
const byHand = ['PERSON_NEEDED', ...store] as const;
const nothing = z.strictObject({});
const userId = z.string().min(1).max(80);
const done = z.object({});
const PersonName = z.string().trim().min(1).max(80);
const MadeLink = z.object({ url: z.string(), expiresAt: z.string() });

/** Who may come in. What is not said to be an admin's is about oneself. */
export const peopleCommands = {
  /** Everybody by name, so that a screen can say who did what; and who asks. */
  PeopleGet: command({
    role: 'viewer',
    params: nothing,
    result: z.object({
      me: z.object({ userId: z.string(), role: z.enum(roles), isRecovery: z.boolean() }),
      /** Somebody was ever invited. */
      isTeam: z.boolean(),
      people: z.array(PersonView),
    }),
    refusals: store,
  }),
  /** Browsers, tokens and recovery links of oneself; an admin may name somebody else. */
  PersonGet: command({
    role: 'viewer',
    params: z.strictObject({ userId: userId.optional() }),
    result: z.object({
      person: PersonView,
      signIns: z.array(SignInView),
      tokens: z.array(TokenView),
      recoveries: z.array(RecoveryView),
    }),
    refusals: ['PERSON_NOT_FOUND', ...store],
  }),
  PersonRename: command({
    role: 'viewer',
    params: z.strictObject({ userId: userId.optional(), name: PersonName }),
    result: done,
    refusals: ['PERSON_NOT_FOUND', ...byHand],
  }),
  PersonRoleSet: command({
    params: z.strictObject({ userId, role: z.enum(roles) }),
    result: done,
    refusals: ['PERSON_NOT_FOUND', 'LAST_ADMIN', ...byHand],
  }),
  /** Ends every sign-in and token of this person; `enabled` lets them in again, by a new link. */
  PersonEnabledSet: command({
    params: z.strictObject({ userId, isEnabled: z.boolean() }),
    result: done,
    refusals: ['PERSON_NOT_FOUND', 'LAST_ADMIN', ...byHand],
  }),
  /** Removes the person for good and deletes the name. What they did stays, under an id that says nothing. */
  PersonForget: command({
    params: z.strictObject({ userId, confirmed: z.literal(true) }),
    result: done,
    refusals: ['PERSON_NOT_FOUND', 'LAST_ADMIN', ...byHand],
  }),
  InvitationsGet: command({
    params: nothing,
    result: z.object({ invitations: z.array(InvitationView) }),
    refusals: store,
  }),
  /** A link for one new person, once, for seven days. It is shown now and never again. */
  InvitationCreate: command({
    params: z.strictObject({ role: z.enum(roles), projects: z.array(ProjectGrantView).max(50) }),
    result: z.object({ inviteId: z.string(), ...MadeLink.shape }),
    refusals: ['PROJECT_NOT_FOUND', ...byHand],
  }),
  InvitationWithdraw: command({
    params: z.strictObject({ inviteId: z.string() }),
    result: done,
    refusals: ['INVITATION_NOT_FOUND', ...byHand],
  }),
  /** For somebody who lost every browser. That person is told of it for ever, and what is done by it is marked. */
  RecoveryLinkCreate: command({
    params: z.strictObject({ userId }),
    result: MadeLink,
    refusals: ['PERSON_NOT_FOUND', ...byHand],
  }),
  /** Ends the sign-in of the browser that asks. */
  SignOut: command({ role: 'viewer', params: nothing, result: done, refusals: byHand }),
  SignInEnd: command({
    role: 'viewer',
    params: z.strictObject({ signInId: z.string().min(1).max(80) }),
    result: done,
    refusals: ['SIGN_IN_NOT_FOUND', ...byHand],
  }),
  /** All of oneself but the browser that asks, or all of somebody else. */
  SignInsEnd: command({
    role: 'viewer',
    params: z.strictObject({ userId: userId.optional() }),
    result: done,
    refusals: ['PERSON_NOT_FOUND', ...byHand],
  }),
  /** For an agent that works in one's name. `token` is shown once; it lasts 90 days. */
  TokenCreate: command({
    role: 'member',
    params: z.strictObject({ label: PersonName }),
    result: z.object({ tokenId: z.string(), token: z.string(), expiresAt: z.string() }),
    refusals: ['TOO_MANY_TOKENS', ...byHand],
  }),
  TokenRevoke: command({
    role: 'viewer',
    params: z.strictObject({ tokenId: z.string().min(1).max(80) }),
    result: done,
    refusals: ['TOKEN_NOT_FOUND', ...byHand],
  }),
};
