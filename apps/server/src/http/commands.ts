import { type CommandName, contract, type ErrorEnvelope, includesRole, roleOf } from '@atelier/contracts';
import { ValidationError } from '@orpc/contract';
import { createRouterClient, implement, ORPCError } from '@orpc/server';
import { type Caller, NoLongerIn } from '../caller.ts';
import { TooManyOwnRuns } from '../people/limits.ts';
import { SurfaceUnavailable } from '../surfaces/assemble.ts';
import type { Handlers, Surface } from '../surfaces/surface.ts';
import { readParams } from './body.ts';
import { refuse, refuseFault } from './refuse.ts';

type Deps = {
  readonly surfaces: readonly Surface[];
  /** Runs a command unless the server is stopping; then undefined. */
  readonly admit: <T>(work: () => Promise<T>) => Promise<T | undefined>;
  /** Writes a fault down and returns its reference. */
  readonly onFault: (cause: unknown, command: string) => string;
};

/** Answers one command, sent by POST. */
export type ServeCommand = (name: string, request: Request, caller: Caller) => Promise<Response>;

/** Serves every command of the contract: parameters and replies are both checked against it. */
export const createCommands = ({ surfaces, admit, onFault }: Deps): ServeCommand => {
  const callByName = createCalls(joinHandlers(surfaces));
  return async (name, request, caller) => {
    const path = `/api/${name}`;
    const call = callByName.get(name);
    if (!call) return refuse(path, 'UNKNOWN_COMMAND');
    // Before the body is read: who may not send a command learns nothing about its parameters.
    const needs = roleOf(name as CommandName);
    if (!includesRole(caller.role, needs)) return refuse(path, 'FORBIDDEN_ROLE', { needs });
    const params = await readParams(request);
    if (!params.ok)
      return refuse(path, params.error.code, 'details' in params.error ? params.error.details : undefined);
    try {
      // Only now: somebody who never ends a body must not keep the server from stopping.
      const reply = await admit(() => call(params.value, caller));
      if (reply === undefined) return refuse(path, 'STOPPING');
      return Response.json({ json: reply }, { headers: { 'cache-control': 'no-store' } });
    } catch (cause) {
      if (cause instanceof SurfaceUnavailable) return refuse(path, 'SURFACE_UNAVAILABLE', { surface: cause.surface });
      if (cause instanceof NoLongerIn) return refuse(path, 'UNAUTHENTICATED');
      if (cause instanceof TooManyOwnRuns) return refuse(path, 'TOO_MANY_OWN_RUNS', { most: cause.most });
      const issues = paramIssues(cause);
      return issues ? refuse(path, 'INVALID_PARAMS', { issues }) : refuseFault(path, cause, onFault(cause, name));
    }
  };
};

/** Every command has exactly one handler, or the server does not start. */
export const joinHandlers = (surfaces: readonly Surface[]): Handlers<CommandName> => {
  const entries = surfaces.flatMap(({ handlers }) => Object.entries(handlers));
  const names = entries.map(([name]) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const missing = Object.keys(contract).filter((name) => !names.includes(name));
  if (twice.length > 0) throw new Error(`Two surfaces handle the same command: ${twice.join(', ')}`);
  if (missing.length > 0) throw new Error(`No surface handles: ${missing.join(', ')}`);
  return Object.fromEntries(entries) as Handlers<CommandName>;
};

type Call = (params: unknown, caller: Caller) => Promise<unknown>;

const createCalls = (handlers: Handlers<CommandName>): ReadonlyMap<string, Call> => {
  const implementer = implement(contract).$context<{ readonly caller: Caller }>();
  const names = Object.keys(contract) as CommandName[];
  return new Map(
    names.map((name) => {
      // Taken one name at a time, types cannot say that this handler belongs to this command; `Handlers` has said it.
      const handle = handlers[name] as (params: unknown, caller: Caller) => Promise<never>;
      const procedure = implementer[name].handler(
        ({ input, context }: { input: unknown; context: { readonly caller: Caller } }) => handle(input, context.caller),
      );
      const client = createRouterClient({ procedure }, { context: ({ caller }: { caller: Caller }) => ({ caller }) });
      const send = client.procedure as (input: unknown, options: object) => Promise<unknown>;
      return [name, (params: unknown, caller: Caller) => send(params, { context: { caller } })];
    }),
  );
};

/** What is wrong with the parameters; undefined when the cause is something else, such as a reply that breaks the contract. */
const paramIssues = (cause: unknown): NonNullable<ErrorEnvelope['details']>[string] | undefined => {
  if (!(cause instanceof ORPCError) || cause.code !== 'BAD_REQUEST') return undefined;
  if (!(cause.cause instanceof ValidationError)) return undefined;
  return cause.cause.issues.map(({ path, message }) => ({ path: (path ?? []).map(pathPart).join('.'), message }));
};

const pathPart = (part: PropertyKey | { readonly key: PropertyKey }): string =>
  String(typeof part === 'object' ? part.key : part);
