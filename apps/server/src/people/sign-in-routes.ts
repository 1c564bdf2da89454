import { offerPath, type SignInCode, type SignInOffer, signInPath } from '@atelier/contracts';
import { sha256 } from '@atelier/kernel/adapters';
import { derivedId } from '@atelier/kernel/core';
import type { Context } from 'hono';
import { z } from 'zod';
import { readParams } from '../http/body.ts';
import type { Cookies } from '../http/cookie.ts';
import { refuse } from '../http/refuse.ts';
import type { OpenRoute, Visitor } from '../http/route.ts';
import type { SignIns } from '../services/sign-ins.ts';
import type { ProjectAccess } from '../surfaces/surface.ts';
import { deviceOf } from './device.ts';
import type { SignInLinks } from './links.ts';
import type { PeopleService } from './people.ts';
import { digestOf, newSessionId } from './secrets.ts';
import { type Offer, offerOf, spendInvite } from './sign-in.ts';
import type { Invite, PeopleState } from './state.ts';

type Deps = {
  readonly people: PeopleService;
  readonly links: SignInLinks;
  readonly cookies: Cookies;
  readonly signIns: Pick<SignIns, 'generation'>;
  readonly projects: () => ProjectAccess | undefined;
  readonly now: () => number;
};

const largestBody = 4 * 1024;
const Token = z.string().min(1).max(200);
const OfferParams = z.strictObject({ token: Token });
const SignInParams = z.strictObject({ token: Token, name: z.string().trim().min(1).max(80).optional() });

const words: Record<SignInCode, { readonly message: string; readonly suggestion: string; readonly status: number }> = {
  LINK_UNKNOWN: {
    message: 'This link isn’t valid. It may be incomplete, or it was withdrawn.',
    suggestion: 'Ask for a new link.',
    status: 404,
  },
  LINK_USED: {
    message: 'This link was used already. A link works once.',
    suggestion: 'Ask for a new link, or add this browser from one where you are signed in.',
    status: 410,
  },
  LINK_EXPIRED: { message: 'This link is too old.', suggestion: 'Ask for a new link.', status: 410 },
  SIGNED_IN_AS_ANOTHER: {
    message: 'This browser is signed in as somebody else.',
    suggestion: 'Sign out there first, then open the link again.',
    status: 409,
  },
  NAME_NEEDED: { message: 'Your name is missing.', suggestion: 'Type the name others will see.', status: 400 },
  STORE_BUSY: { message: 'Another program is writing just now.', suggestion: 'Try again in a moment.', status: 503 },
  STORE_UNHEALTHY: {
    message: 'The history of this installation is damaged, so nobody new can come in.',
    suggestion: 'Tell the person who runs it.',
    status: 503,
  },
};

const say = (code: SignInCode): Response => {
  const { status, ...text } = words[code];
  const retry = code === 'STORE_BUSY' ? { kind: 'retryable_after_ms', afterMs: 500 } : { kind: 'not_retryable' };
  return Response.json({ ok: false, error: { code, ...text, retry } }, { status, headers });
};
const headers = { 'cache-control': 'no-store' };

/** Where invitations and links are looked at, and spent by a button: opening an address spends nothing. */
export const createSignInRoutes = (deps: Deps): readonly OpenRoute[] => {
  const { people, links, cookies, signIns, now } = deps;
  const nameOf = async (state: PeopleState, userId: string): Promise<string | null> => {
    const ref = state.people.get(userId)?.name;
    return ref ? ((await people.texts.get(ref)) ?? null) : null;
  };

  const describe = async (state: PeopleState, offer: Offer): Promise<SignInOffer> => {
    if (offer.kind === 'link') {
      const { userId, purpose, by, expiresAt } = offer.link;
      const recoveryBy = purpose === 'recovery' ? { recoveryBy: await nameOf(state, by) } : {};
      return { kind: 'link', name: await nameOf(state, userId), ...recoveryBy, expiresAt };
    }
    const { role, projects, by, expiresAt } = offer.invite;
    const titled = await Promise.all(
      projects.map(async (grant) => {
        const title = await deps.projects()?.titleOf(grant.projectId);
        return title ? [{ title, role: grant.role }] : [];
      }),
    );
    return { kind: 'invitation', by: await nameOf(state, by), role, projects: titled.flat(), expiresAt };
  };

  const welcome = ({ place }: Visitor, session: string): Response => {
    const answer = Response.json({ ok: true, value: {} }, { headers });
    answer.headers.append('set-cookie', cookies.issue(session, place, people.days()));
    return answer;
  };

  const join = async (c: Context, visitor: Visitor, digest: string, invite: Invite, name: string) => {
    // The same invitation makes the same person, so that a second try after a crash goes on where the first was cut off.
    const userId = derivedId('usr', sha256, invite.inviteId);
    for (const grant of invite.projects) await deps.projects()?.grant({ ...grant, userId, by: invite.by });
    const sessionId = newSessionId();
    const session = { sessionId, device: deviceOf(c.req.header('user-agent')), generation: signIns.generation() };
    const ref = await people.texts.put(name);
    const joined = await people.record((state) => spendInvite(state, digest, { userId, name: ref }, session, now()));
    return joined.ok ? welcome(visitor, sessionId) : say(joined.error.code);
  };

  const route = <Params>(
    path: string,
    shape: z.ZodType<Params>,
    serve: (params: Params, state: PeopleState, c: Context, visitor: Visitor) => Promise<Response>,
  ): OpenRoute => ({
    path,
    methods: ['POST'],
    access: 'open',
    serve: async (c, visitor) => {
      // A form on another page has an origin of its own; what has none is no browser, and has no business here.
      if (c.req.header('origin') === undefined) return refuse(c.req.path, 'FORBIDDEN_ORIGIN');
      const body = await readParams(c.req.raw, largestBody);
      const params = body.ok ? shape.safeParse(body.value) : undefined;
      if (!params?.success) return refuse(c.req.path, 'MALFORMED_BODY');
      const state = await people.now();
      return state ? serve(params.data, state, c, visitor) : say('STORE_UNHEALTHY');
    },
  });

  const personOf = (offer: Offer): string | undefined => (offer.kind === 'link' ? offer.link.userId : undefined);

  return [
    route(offerPath, OfferParams, async ({ token }, state, _c, { caller }) => {
      const offer = offerOf(state, digestOf(token), now(), signIns.generation());
      if (!offer.ok) return say(offer.error.code);
      const signedInAs = caller && {
        name: await nameOf(state, caller.person),
        isSame: personOf(offer.value) === caller.person,
      };
      const value = { offer: await describe(state, offer.value), ...(signedInAs && { signedInAs }) };
      return Response.json({ ok: true, value }, { headers });
    }),
    route(signInPath, SignInParams, async ({ token, name }, state, c, visitor) => {
      const digest = digestOf(token);
      const offer = offerOf(state, digest, now(), signIns.generation());
      if (!offer.ok) return say(offer.error.code);
      // Somebody else's link must not make this browser theirs behind its owner's back.
      if (visitor.caller && personOf(offer.value) !== visitor.caller.person) return say('SIGNED_IN_AS_ANOTHER');
      if (visitor.caller) return Response.json({ ok: true, value: {} }, { headers });
      if (offer.value.kind === 'invitation')
        return name === undefined ? say('NAME_NEEDED') : join(c, visitor, digest, offer.value.invite, name);
      const spent = await links.spend(token, deviceOf(c.req.header('user-agent')));
      return spent.ok ? welcome(visitor, spent.value) : say(spent.error.code);
    }),
  ];
};
