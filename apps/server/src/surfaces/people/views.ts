import type { InvitationView, PersonView, RecoveryView, SignInView, TokenView } from '@atelier/contracts';
import type { Caller } from '../../caller.ts';
import type { Invite, PeopleState, Person } from '../../people/state.ts';
import type { Texts } from '../../people/texts.ts';

export const personView = async ({ name, ...person }: Person, texts: Texts): Promise<PersonView> => ({
  ...person,
  name: name === null ? null : ((await texts.get(name)) ?? null),
});

/** The newest first. */
export const signInViews = ({ sessions }: PeopleState, userId: string, caller: Caller): SignInView[] =>
  [...sessions.values()]
    .filter((session) => session.userId === userId)
    .map(({ sessionId, device, begunAt, seenAt, via }) => ({
      signInId: sessionId,
      device,
      begunAt,
      seenAt,
      isThis: sessionId === caller.session,
      isRecovery: via !== null,
    }))
    .sort((one, other) => (one.seenAt < other.seenAt ? 1 : -1));

export const tokenViews = async (
  { tokens }: PeopleState,
  userId: string,
  texts: Texts,
  now: number,
): Promise<TokenView[]> =>
  Promise.all(
    [...tokens.values()]
      .filter((token) => token.userId === userId)
      .map(async ({ tokenId, label, madeAt, expiresAt, via }) => ({
        tokenId,
        label: (await texts.get(label)) ?? '',
        madeAt,
        expiresAt,
        isExpired: now >= Date.parse(expiresAt),
        isRecovery: via !== null,
      })),
  );

export const recoveryViews = ({ recoveries }: PeopleState, userId: string): RecoveryView[] =>
  recoveries
    .filter((link) => link.userId === userId)
    .map(({ linkId, by, madeAt, spentAt }) => ({ linkId, by, madeAt, spentAt }));

export const invitationView = (
  { inviteId, role, projects, by, madeAt, expiresAt, spentBy }: Invite,
  now: number,
): InvitationView => ({
  inviteId,
  role,
  projects: [...projects],
  by,
  madeAt,
  expiresAt,
  state: spentBy !== null ? 'used' : now >= Date.parse(expiresAt) ? 'expired' : 'open',
});
