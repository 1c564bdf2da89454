import type { Role } from '@atelier/contracts';
import type { Context } from 'hono';
import type { Caller, Proof } from '../caller.ts';
import type { Place } from './cookie.ts';

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

/** Who asks at an open address, as far as that is known. */
export type Visitor = { readonly place: Place; readonly caller?: Caller; readonly proof?: Proof };

export type OpenRoute = Address & {
  readonly access: 'open';
  /** Answers under whatever name it is asked; for what says nothing about anybody. */
  readonly anyHost?: boolean;
  readonly serve: (c: Context, visitor: Visitor) => Answer;
};

/** An address with what it asks of its caller: a route cannot be written without saying who may use it. */
export type Route = GuardedRoute | OpenRoute;
