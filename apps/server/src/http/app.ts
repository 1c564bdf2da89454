import type { IncomingMessage } from 'node:http';
import { contract } from '@atelier/contracts';
import { type Context, Hono } from 'hono';
import { askedBy, type People, type Proof } from '../caller.ts';
import type { ServerLog } from '../installation/server-log.ts';
import type { PersonLimits } from '../people/limits.ts';
import { digestOf, personalPrefix } from '../people/secrets.ts';
import { type Cookies, type Place, sameText } from './cookie.ts';
import { type Asked, admitCaller, admitHost, type Names, placeOf } from './guard.ts';
import { refuse, refuseAgent, refuseFault, refuseMethod, refuseOver } from './refuse.ts';
import type { Route } from './route.ts';
import { securityHeaders } from './security-headers.ts';
import { socketOf } from './socket-of.ts';

type Deps = {
  readonly routes: readonly Route[];
  readonly cookies: Cookies;
  readonly installToken: string;
  readonly people: People;
  /** Known only once the server listens. */
  readonly names: () => Names;
  readonly log: ServerLog;
  readonly isStopping: () => boolean;
  readonly limits: PersonLimits;
};

/** Guards every route in the same way: host and origin, then caller, then method. */
export const createApp = ({ routes, cookies, installToken, people, names, log, isStopping, limits }: Deps): Hono => {
  const app = new Hono();

  const proofOf = (header: (name: string) => string | undefined, place: Place): Proof | undefined => {
    const bearer = /^Bearer (.+)$/i.exec(header('authorization') ?? '')?.[1];
    if (bearer === undefined) return cookies.read(header('cookie'), place);
    if (bearer.startsWith(personalPrefix)) return { via: 'bearer', token: { digest: digestOf(bearer) } };
    // The file on the machine opens the machine alone: read by somebody else, it must not be a way in from outside.
    return place === 'loopback' && sameText(bearer, installToken) ? { via: 'bearer', token: 'install' } : undefined;
  };

  const answer = async (c: Context, route: Route): Promise<Response> => {
    const header = (name: string) => c.req.header(name);
    if (route.access === 'open' && route.anyHost) return route.serve(c, { place: 'loopback' });
    const asked: Asked = {
      method: c.req.method,
      host: header('host'),
      origin: header('origin'),
      upgrade: header('upgrade') !== undefined,
      peer: peerOf(c),
      isForwarded: namesIn(c).some((name) => name.startsWith('x-forwarded-') || forwardingHeaders.has(name)),
      site: header('sec-fetch-site'),
    };
    const place = placeOf(asked, names());
    const proof = place && proofOf(header, place);
    const forbidden = admitHost(asked, names());
    // Nobody is looked up for somebody who may not even ask.
    const caller = forbidden === undefined && proof ? await people.callerOf(proof) : undefined;
    const refused = forbidden ?? admitCaller(asked, caller, route);
    if (refused === 'UNAUTHENTICATED' && route.access === 'bearer') return refuseAgent(c.req.path);
    if (refused || place === undefined) return refuse(c.req.path, refused ?? 'FORBIDDEN_HOST');
    if (!route.methods.some((method) => method === asked.method)) return refuseMethod(c.req.path, route.methods);
    if (route.access === 'open') return route.serve(c, { place, ...(caller && { caller }), ...(proof && { proof }) });
    if (caller === undefined) return refuse(c.req.path, 'UNAUTHENTICATED');
    const isUpload = isLarge(asked.method, header('content-length'));
    const over = limits.ask(caller) ?? (isUpload ? limits.upload(caller) : undefined);
    if (over) return refuseOver(c.req.path, over);
    const socket = isUpload ? socketOf(c) : undefined;
    const before = socket?.bytesRead ?? 0;
    try {
      return await askedBy(caller, () => route.serve(c, caller));
    } finally {
      if (socket) limits.uploaded(caller, socket.bytesRead - before);
    }
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
        // A proxy that keeps the connection would go on sending to a server that refuses, instead of to another one.
        if (isStopping()) response?.headers.set('connection', 'close');
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

/** Files come by PUT; whatever else is large is one, too. */
const isLarge = (method: string, length: string | undefined): boolean =>
  method === 'PUT' || Number(length ?? 0) > largeBytes;
const largeBytes = 1024 * 1024;

// Only a name of ours is written down: what somebody else put there may be anything.
const commandOf = (name: string | undefined) =>
  name !== undefined && Object.hasOwn(contract, name) ? { command: name } : {};

/** Never believed, only noticed: one of them shuts the door that is for this machine. */
const forwardingHeaders: ReadonlySet<string> = new Set(['forwarded', 'via', 'x-real-ip']);

/** Of all headers, in lower case. */
const namesIn = (c: Context): readonly string[] => {
  const { incoming } = (c.env ?? {}) as { readonly incoming?: IncomingMessage };
  return Object.keys(incoming?.headers ?? c.req.header());
};

/** Whatever cannot be told is not this machine. */
const peerOf = (c: Context): string => socketOf(c)?.remoteAddress ?? '';
