import { contract } from '@atelier/contracts';
import { Hono } from 'hono';
import type { ServerLog } from '../installation/server-log.ts';
import type { Cookies } from './cookie.ts';
import { sameText } from './cookie.ts';
import { type Asked, admitCaller, admitHost, type Caller } from './guard.ts';
import { refuse } from './refuse.ts';
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

  for (const route of routes) {
    app.all(route.path, async (c) => {
      const started = performance.now();
      const header = (name: string) => c.req.header(name);
      const asked: Asked = {
        method: c.req.method,
        host: header('host'),
        origin: header('origin'),
        upgrade: header('upgrade') !== undefined,
      };
      const refused =
        admitHost(asked, port()) ??
        admitCaller(asked, callerOf(header), route.access) ??
        (route.methods.some((method) => method === asked.method) ? undefined : 'WRONG_METHOD');
      const response = refused ? refuse(c.req.path, refused) : await route.serve(c);
      for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
      log.request({
        method: asked.method,
        route: route.path,
        ...commandOf(c.req.param('command')),
        status: response.status,
        ms: Math.round(performance.now() - started),
      });
      return response;
    });
  }

  app.onError((cause, c) => {
    const response = refuse(c.req.path, 'FAULT', { reference: log.fault(cause, 'route') });
    for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
    return response;
  });
  return app;
};

// Only a name of ours is written down: what somebody else put there may be anything.
const commandOf = (name: string | undefined) =>
  name !== undefined && Object.hasOwn(contract, name) ? { command: name } : {};
