import type { Context } from 'hono';
import type { Access } from './guard.ts';

/** An address with what it asks of its caller: a route cannot be written without saying who may use it. */
export type Route = {
  readonly path: string;
  readonly methods: readonly ('GET' | 'HEAD' | 'POST' | 'DELETE' | 'PUT')[];
  readonly access: Access;
  readonly serve: (c: Context) => Promise<Response> | Response;
};
