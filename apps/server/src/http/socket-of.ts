import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Context } from 'hono';

/** The socket that a request came by; undefined where it came by none, as in tests of a route alone. */
export const socketOf = (c: Context): Socket | undefined =>
  (c.env as { readonly incoming?: IncomingMessage } | undefined)?.incoming?.socket;
