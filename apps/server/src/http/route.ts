import type { Role } from '@atelier/contracts';
import type { Context } from 'hono';
import type { Caller } from '../caller.ts';

type Address = {
  readonly path: string;
  readonly methods: readonly ('GET' | 'HEAD' | 'POST' | 'DELETE' | 'PUT')[];
  /** Stricter than the policy of the pages, for bytes that somebody else wrote. */
  readonly contentSecurityPolicy?: string;
};

type Answer = Promise<Response> | Response;

/** Bytes for whoever is signed in and has the role; none named means admin. */
export type GuardedRoute = Address & {
  readonly access: 'signed-in' | 'bearer';
  readonly role?: Role;
  readonly serve: (c: Context, caller: Caller) => Answer;
};

/** An address with what it asks of its caller: a route cannot be written without saying who may use it. */
export type Route = GuardedRoute | (Address & { readonly access: 'open'; readonly serve: (c: Context) => Answer });
