import { contract } from '@atelier/contracts';
import { type Context, Hono } from 'hono';
import type { Caller, People } from '../caller.ts';
import type { ServerLog } from '../installation/server-log.ts';
import type { Cookies } from './cookie.ts';
import { sameText } from './cookie.ts';
import { type Asked, admitCaller, admitHost } from './guard.ts';
import { refuse, refuseAgent, refuseFault, refuseMethod } from './refuse.ts';
import type { Route } from './route.ts';
import { securityHeaders } from './security-headers.ts';

type Deps = {
  readonly routes: readonly Route[];
  readonly cookies: Cookies;
  readonly installToken: string;
  readonly people: People;
  /** Known only once the server listens. */
  readonly port: () => number;
  readonly log: ServerLog;
};

/** Guards every route in the same way: host and origin, then caller, then method. */
export const createApp = ({ routes, cookies, installToken, people, port, log }: Deps): Hono => {
  const app = new Hono();

  const callerOf = (header: (name: string) => string | undefined): Caller | undefined => {
    const bearer = /^Bearer (.+)$/i.exec(header('authorization') ?? '')?.[1];
    if (bearer !== undefined) return sameText(bearer, installToken) ? people.callerOf({ via: 'bearer' }) : undefined;
    const session = cookies.read(header('cookie'));
    return session === undefined ? undefined : people.callerOf({ via: 'cookie', session });
  };

  const answer = async (c: Context, route: Route): Promise<Response> => {
    const header = (name: string) => c.req.header(name);
    const asked: Asked = {
      method: c.req.method,
      host: header('host'),
      origin: header('origin'),
      upgrade: header('upgrade') !== undefined,
    };
    const caller = callerOf(header);
    const refused = admitHost(asked, port()) ?? admitCaller(asked, caller, route);
    if (refused === 'UNAUTHENTICATED' && route.access === 'bearer') return refuseAgent(c.req.path);
    if (refused) return refuse(c.req.path, refused);
    if (!route.methods.some((method) => method === asked.method)) return refuseMethod(c.req.path, route.methods);
    if (route.access === 'open') return route.serve(c);
    return caller === undefined ? refuse(c.req.path, 'UNAUTHENTICATED') : route.serve(c, caller);
  };

  for (const route of routes) {
    app.all(route.path, async (c) => {
      const started = performance.now();
      let response: Response | undefined;
      try {
        response = sealed(await answer(c, route), route);
      } catch (cause) {
        response = sealed(refuseFault(c.req.path, cause, log.fault(cause, 'route')), route);
      } finally {
        log.request({
          method: c.req.method,
          route: route.path,
          ...commandOf(c.req.param('command')),
          status: response?.status ?? 500,
          ms: Math.round(performance.now() - started),
        });
      }
      return response;
    });
  }
  return app;
};

const sealed = (response: Response, { contentSecurityPolicy }: Route): Response => {
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  if (contentSecurityPolicy !== undefined) response.headers.set('content-security-policy', contentSecurityPolicy);
  return response;
};

// Only a name of ours is written down: what somebody else put there may be anything.
const commandOf = (name: string | undefined) =>
  name !== undefined && Object.hasOwn(contract, name) ? { command: name } : {};
