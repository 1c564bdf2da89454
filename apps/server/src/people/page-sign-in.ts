import { ok } from '@atelier/kernel/core';
import type { Context } from 'hono';
import type { Cookies } from '../http/cookie.ts';
import type { PageSignIn } from '../http/routes.ts';
import type { SignIns } from '../services/sign-ins.ts';
import { deviceOf } from './device.ts';
import { owner } from './events.ts';
import type { SignInLinks } from './links.ts';
import type { PeopleService } from './people.ts';
import { newSessionId } from './secrets.ts';

type Deps = {
  readonly people: PeopleService;
  readonly links: SignInLinks;
  readonly cookies: Cookies;
  readonly signIns: Pick<SignIns, 'generation'>;
  /** With a public name, an address alone spends nothing: it stands in histories and in the logs of proxies. */
  readonly isPublic: boolean;
};

const factByCode = { LINK_USED: 'used', LINK_EXPIRED: 'expired', LINK_UNKNOWN: 'unknown' } as const;

/** Signs a browser in by the page that it opens, as one person on one machine does. */
export const createPageSignIn = (deps: Deps): Omit<PageSignIn, 'routes'> => {
  const { people, links, cookies, signIns, isPublic } = deps;
  const device = (c: Context) => deviceOf(c.req.header('user-agent'));
  return {
    byLink: async (token, c, place) => {
      if (isPublic) return 'unknown';
      const spent = await links.spend(token, device(c));
      if (spent.ok) return { cookie: cookies.issue(spent.value, place, people.days()) };
      return Object.hasOwn(factByCode, spent.error.code)
        ? factByCode[spent.error.code as keyof typeof factByCode]
        : 'unknown';
    },
    renewed: async (c, { place, caller, proof }) => {
      if (caller?.person !== owner || proof?.via !== 'cookie' || !proof.legacy) return undefined;
      const sessionId = newSessionId();
      const data = { sessionId, userId: owner, device: device(c), generation: signIns.generation() };
      const begun = await people
        .record((state) => ok(state.isTeam ? undefined : { events: [{ kind: 'session.begun', data }] }))
        // The cookie it has is as good until the disk takes something again.
        .catch(() => undefined);
      return begun?.ok && begun.value.sessions.has(sessionId)
        ? cookies.issue(sessionId, place, people.days())
        : undefined;
    },
  };
};
