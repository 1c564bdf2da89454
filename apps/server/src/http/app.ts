import { contract } from '@atelier/contracts';
import { type Context, Hono } from 'hono';
import type { ServerLog } from '../installation/server-log.ts';
import type { Cookies } from './cookie.ts';
import { sameText } from './cookie.ts';
import { type Asked, admitCaller, admitHost, type Caller } from './guard.ts';
import { refuse, refuseFault, refuseMethod } from './refuse.ts';
import type { Route } from './route.ts';
import { securityHeaders } from './security-headers.ts';

type Deps = {
  readonly routes: readonly Route[];
  readonly cookies: Cookies;
  readonly installToken: string;
  /** Known only once the server listens. */
  readonly port: () => number;
  readonly log: ServerLog;
};

/** Guards every route in the same way: host and origin, then caller, then method. */
export const createApp = ({ routes, cookies, installToken, port, log }: Deps): Hono => {
  const app = new Hono();

  const callerOf = (header: (name: string) => string | undefined): Caller => {
    const bearer = /^Bearer (.+)$/i.exec(header('authorization') ?? '')?.[1];
    if (bearer !== undefined) return sameText(bearer, installToken) ? 'bearer' : 'nobody';
    return cookies.accepts(header('cookie')) ? 'browser' : 'nobody';
  };

  const answer = async (c: Context, route: Route): Promise<Response> => {
    const header = (name: string) => c.req.header(name);
    const asked: Asked = {
      method: c.req.method,
      host: header('host'),
      origin: header('origin'),
      upgrade: header('upgrade') !== undefined,
    };
    const refused = admitHost(asked, port()) ?? admitCaller(asked, callerOf(header), route.access);
    if (refused) return refuse(c.req.path, refused);
    if (!route.methods.some((method) => method === asked.method)) return refuseMethod(c.req.path, route.methods);
    return route.serve(c);
  };

  for (const route of routes) {
    app.all(route.path, async (c) => {
      const started = performance.now();
      let response: Response | undefined;
      try {
        response = sealed(await answer(c, route));
      } catch (cause) {
        response = sealed(refuseFault(c.req.path, cause, log.fault(cause, 'route')));
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

const sealed = (response: Response): Response => {
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  return response;
};

// Only a name of ours is written down: what somebody else put there may be anything.
const commandOf = (name: string | undefined) =>
  name !== undefined && Object.hasOwn(contract, name) ? { command: name } : {};
