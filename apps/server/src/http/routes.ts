import { eventsPath, framesQuery, type PageFacts } from '@atelier/contracts';
import { upgradeWebSocket } from '@hono/node-server';
import type { Context } from 'hono';
import type { WebSocket } from 'ws';
import type { Caller } from '../caller.ts';
import { type Hub, mostTabs } from '../events/hub.ts';
import type { ServeCommand } from './commands.ts';
import type { Place } from './cookie.ts';
import { matchesEtag } from './etag.ts';
import { withFirstPiece } from './first-piece.ts';
import { writeFacts } from './page-facts.ts';
import { refuse, refuseOver } from './refuse.ts';
import type { GuardedRoute, OpenRoute, Route, Visitor } from './route.ts';
import { isPageAddress, type WebApp } from './web-app.ts';

export type McpHandler = (request: Request, caller: Caller) => Promise<Response>;

/** How a browser is signed in by the page that it opens. */
export type PageSignIn = {
  /** Spends a link; answers with the cookie, or with why nobody is signed in by it. */
  readonly byLink: (
    token: string,
    c: Context,
    place: Place,
  ) => Promise<{ readonly cookie: string } | PageFacts['link']>;
  /** The cookie that takes the place of one from before sign-ins were on record. */
  readonly renewed: (c: Context, visitor: Visitor) => Promise<string | undefined>;
  /** Where links are spent by a button alone: a preview or a prefetch of an address must not. */
  readonly routes: readonly OpenRoute[];
};

type Deps = {
  readonly commands: ServeCommand;
  readonly hub: Hub;
  readonly signIn: PageSignIn;
  readonly webApp: WebApp;
  /** The one loopback name that pages are served under. */
  readonly origin: () => string;
  readonly isStopping: () => boolean;
  /** What the installation speaks, if it can be told now. */
  readonly language: () => Promise<PageFacts['language']>;
  readonly mcp: () => McpHandler | undefined;
  /** Routes of surfaces: bytes by URL. */
  readonly extra: readonly GuardedRoute[];
  /** Runs work that a stop must wait for; undefined when the server is stopping already. */
  readonly admit: <T>(work: () => Promise<T>) => Promise<T | undefined>;
};

/** Every address of the server, in the order in which they are tried. */
export const createRoutes = (deps: Deps): readonly Route[] => {
  const { commands, hub, mcp, extra, admit } = deps;
  const awaited = async (c: Context, serve: () => Promise<Response> | Response) =>
    (await admit(async () => withFirstPiece(await serve(), c.req.raw.signal))) ?? refuse(c.req.path, 'STOPPING');
  return [
    {
      path: '/api/:command',
      methods: ['POST'],
      access: 'signed-in',
      // Each command names its own; what every role may do is to ask.
      role: 'viewer',
      serve: (c, caller) => commands(c.req.param('command') ?? '', c.req.raw, caller),
    },
    {
      path: '/api/*',
      methods: ['POST'],
      access: 'signed-in',
      role: 'viewer',
      serve: (c) => refuse(c.req.path, 'UNKNOWN_COMMAND'),
    },
    {
      path: eventsPath,
      methods: ['GET'],
      access: 'signed-in',
      role: 'viewer',
      serve: (c, caller) => openEvents(c, hub, caller),
    },
    {
      path: '/mcp',
      methods: ['GET', 'POST', 'DELETE'],
      access: 'bearer',
      role: 'member',
      serve: (c, caller) => awaited(c, () => mcp()?.(c.req.raw, caller) ?? refuse(c.req.path, 'NOT_FOUND')),
    },
    {
      path: '/healthz',
      methods: ['GET', 'HEAD'],
      access: 'open',
      anyHost: true,
      serve: () =>
        deps.isStopping()
          ? new Response('stopping\n', { status: 503, headers: plainText })
          : new Response('ok\n', { headers: plainText }),
    },
    ...deps.signIn.routes,
    ...extra.map(
      (route): GuardedRoute => ({ ...route, serve: (c, caller) => awaited(c, () => route.serve(c, caller)) }),
    ),
    { path: '/*', methods: ['GET', 'HEAD'], access: 'open', serve: (c, visitor) => serveWebApp(c, visitor, deps) },
  ];
};

const fullForMs = 10_000;

const openEvents = async (c: Context, hub: Hub, caller: Caller): Promise<Response> => {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') return refuse(c.req.path, 'UPGRADE_REQUIRED');
  if (hub.isFullFor(caller))
    return refuseOver(c.req.path, { code: 'TOO_MANY_REQUESTS', afterMs: fullForMs, most: mostTabs });
  const takesMany = c.req.query(framesQuery.name) === framesQuery.many;
  return upgradeWebSocket(c, { onOpen: (_event, { raw }) => hub.open(raw as unknown as WebSocket, caller, takesMany) });
};

const plainText = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };

type PageDeps = Pick<Deps, 'signIn' | 'webApp' | 'language' | 'origin'>;

const serveWebApp = async (c: Context, visitor: Visitor, { signIn, webApp, language, origin }: PageDeps) => {
  // A cookie belongs to one name of the host: under the other, the same browser would not be signed in.
  const { pathname, search } = new URL(c.req.url);
  if (c.req.header('host')?.startsWith('localhost') && isPageAddress(pathname, c.req.header('accept')))
    return new Response(null, {
      status: 307,
      headers: { location: `${origin()}${pathname}${search}`, 'cache-control': 'no-store' },
    });
  const file = await webApp.file(c.req.path, c.req.header('accept-encoding'));
  if (file) {
    const headers = {
      'content-type': file.type,
      'cache-control': file.caching,
      etag: file.etag,
      ...(file.varies && { vary: 'accept-encoding' }),
    };
    if (matchesEtag(c.req.header('if-none-match'), file.etag)) return new Response(null, { status: 304, headers });
    return new Response(file.bytes, {
      headers: file.encoding ? { ...headers, 'content-encoding': file.encoding } : headers,
    });
  }
  if (!isPageAddress(c.req.path, c.req.header('accept'))) return refuse(c.req.path, 'NOT_FOUND');
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  const page = await webApp.page();
  // A used link in a browser that is signed in is just a reload. Such a browser knows the language from last time,
  // and its page waits for nothing.
  if (visitor.caller) {
    const renewed = c.req.method === 'GET' ? await signIn.renewed(c, visitor) : undefined;
    if (renewed !== undefined) headers.append('set-cookie', renewed);
    return new Response(page, { headers });
  }
  const token = c.req.method === 'GET' ? c.req.query('token') : undefined;
  const link = token === undefined ? undefined : await signIn.byLink(token, c, visitor.place);
  const isIn = typeof link === 'object';
  if (isIn) headers.append('set-cookie', link.cookie);
  // In another browser a link that is not good is refused, by a page that says why.
  const refused = isIn ? undefined : link;
  return new Response(writeFacts(page, { language: await language(), link: refused }), {
    status: refused === undefined ? 200 : 401,
    headers,
  });
};
