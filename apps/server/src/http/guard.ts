import { type EdgeCode, includesRole } from '@atelier/contracts';
import type { Caller } from '../caller.ts';
import type { GuardedRoute } from './route.ts';

export type Asked = {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly upgrade: boolean;
};

/** A page of another name that resolves to loopback must not reach us, whatever cookies it brings. */
export const admitHost = ({ host, origin }: Asked, port: number): EdgeCode | undefined => {
  const name = host === undefined ? undefined : withoutPort(host, port);
  if (name !== '127.0.0.1' && name !== 'localhost') return 'FORBIDDEN_HOST';
  // `null` (a sandboxed frame, a file) is an origin too, and not ours.
  const ours = port === httpPort ? `http://${name}` : `http://${name}:${port}`;
  if (origin !== undefined && origin !== ours) return 'FORBIDDEN_ORIGIN';
  return undefined;
};

const httpPort = 80;

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
  // Browsers name the origin of whatever can change something, upgrades included; what does not must hold the token.
  const readsOnly = (asked.method === 'GET' || asked.method === 'HEAD') && !asked.upgrade;
  if (asked.origin === undefined && caller.via !== 'bearer' && !readsOnly) return 'FORBIDDEN_ORIGIN';
  return includesRole(caller.role, route.role ?? 'admin') ? undefined : 'FORBIDDEN_ROLE';
};
