import { type EdgeCode, includesRole } from '@atelier/contracts';
import type { Caller } from '../caller.ts';
import type { Place } from './cookie.ts';
import type { GuardedRoute } from './route.ts';

export type Asked = {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly upgrade: boolean;
  /** The address at the other end of the connection: what a proxy says about its own visitors is not read. */
  readonly peer?: string | undefined;
  /** A proxy says that it passes this on for somebody else: then a peer on this machine is not who asks. */
  readonly isForwarded?: boolean | undefined;
  /** `Sec-Fetch-Site`: where a browser says the page is that asks. */
  readonly site?: string | undefined;
};

/** The names this server answers under. */
export type Names = {
  readonly port: number;
  /** `https://…`, without a path. */
  readonly publicOrigin?: string | undefined;
};

/**
 * Under which of its names the server was asked; undefined for any other. A loopback name counts only from this
 * machine: on a network, anybody can send one, and a proxy on this machine would hand it on.
 */
export const placeOf = ({ host, peer, isForwarded }: Asked, { port, publicOrigin }: Names): Place | undefined => {
  if (publicOrigin !== undefined && host?.toLowerCase() === new URL(publicOrigin).host) return 'public';
  const name = host === undefined ? undefined : withoutPort(host, port);
  const isHere = (peer === undefined || isLoopbackPeer(peer)) && isForwarded !== true;
  const isLoopback = (name === '127.0.0.1' || name === 'localhost') && isHere;
  return isLoopback ? 'loopback' : undefined;
};

/** A page of another name that resolves to loopback must not reach us, whatever cookies it brings. */
export const admitHost = (asked: Asked, names: Names): EdgeCode | undefined => {
  const place = placeOf(asked, names);
  if (place === undefined) return 'FORBIDDEN_HOST';
  const name = place === 'loopback' ? withoutPort(asked.host ?? '', names.port) : undefined;
  const loopback = names.port === httpPort ? `http://${name}` : `http://${name}:${names.port}`;
  const ours = place === 'public' ? names.publicOrigin : loopback;
  // `null` (a sandboxed frame, a file) is an origin too, and not ours.
  if (asked.origin !== undefined && asked.origin !== ours) return 'FORBIDDEN_ORIGIN';
  return undefined;
};

const httpPort = 80;

const isLoopbackPeer = (peer: string): boolean => /^(::ffff:)?127\.|^::1$/.test(peer);

/** The name in a Host of this port. Where the port is the one of HTTP itself, browsers leave it out. */
const withoutPort = (host: string, port: number): string | undefined => {
  if (host.endsWith(`:${port}`)) return host.slice(0, -`:${port}`.length);
  return port === httpPort ? host : undefined;
};

/** What a route asks of its caller: nothing, any sign-in or the install token, and the least role. */
export type Admission = { readonly access: 'open' } | Pick<GuardedRoute, 'access' | 'role'>;

/** Comes after `admitHost`: an Origin that is still there is our own. */
export const admitCaller = (asked: Asked, caller: Caller | undefined, route: Admission): EdgeCode | undefined => {
  if (route.access === 'open') return undefined;
  if (caller === undefined) return 'UNAUTHENTICATED';
  if (route.access === 'bearer' && caller.via !== 'bearer') return 'UNAUTHENTICATED';
  // Pictures and downloads that a page of another site asks for are not for that page.
  if (asked.site === 'cross-site' && caller.via !== 'bearer') return 'FORBIDDEN_ORIGIN';
  // Browsers name the origin of whatever can change something, upgrades included; what does not must hold the token.
  const readsOnly = (asked.method === 'GET' || asked.method === 'HEAD') && !asked.upgrade;
  if (asked.origin === undefined && caller.via !== 'bearer' && !readsOnly) return 'FORBIDDEN_ORIGIN';
  return includesRole(caller.role, route.role ?? 'admin') ? undefined : 'FORBIDDEN_ROLE';
};
