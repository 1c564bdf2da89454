import { ErrorEnvelope, err, ok, type Result } from '@atelier/kernel/core';
import { createORPCClient, ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
import { ResponseValidationPlugin } from '@orpc/contract/plugins';
import { z } from 'zod';
import type { Refusal } from './command.ts';
import {
  type CommandName,
  type Contract,
  contract,
  type ParamsOf,
  type RefusalCodeOf,
  type ReplyOf,
  type ValueOf,
} from './contract.ts';
import type { ClientCode, EdgeCode } from './edge-codes.ts';

export type Sent<Name extends CommandName> = Result<
  ValueOf<Name>,
  Refusal<RefusalCodeOf<Name> | EdgeCode | ClientCode>
>;

export type CommandClient = {
  readonly [Name in CommandName]: (
    params: ParamsOf<Name>,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<Sent<Name>>;
};

export type CommandClientOptions = {
  /** Scheme, host and port, without a path: `http://127.0.0.1:4983`. */
  readonly origin: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: (request: Request, init: RequestInit) => Promise<Response>;
};

/** Calls every command by its name. Never throws: what goes wrong on the way is a refusal too. */
export const createCommandClient = ({ origin, headers, fetch }: CommandClientOptions): CommandClient => {
  const link = new RPCLink({
    url: `${origin}/api`,
    headers: { ...headers },
    plugins: [new ResponseValidationPlugin(contract)],
    ...(fetch && { fetch: (request, init) => fetch(request, init as RequestInit) }),
  });
  const remote: ContractRouterClient<Contract> = createORPCClient(link);
  const send = async (name: CommandName, params: unknown, options?: { signal?: AbortSignal }) => {
    const call = remote[name] as (input: unknown, options?: object) => Promise<ReplyOf<CommandName>>;
    try {
      const reply = await call(params, options);
      return reply.ok ? ok(reply.value) : err(reply.error);
    } catch (cause) {
      return err(options?.signal?.aborted ? refusal('ABORTED', 'The command was given up.') : causeToRefusal(cause));
    }
  };
  const names = Object.keys(contract) as CommandName[];
  return Object.fromEntries(
    names.map((name) => [name, (params: unknown, options?: object) => send(name, params, options)]),
  ) as unknown as CommandClient;
};

const EdgeReply = z.object({ body: z.object({ ok: z.literal(false), error: ErrorEnvelope }) });

const causeToRefusal = (cause: unknown): Refusal<EdgeCode | ClientCode> => {
  if (cause instanceof ORPCError) {
    const edge = EdgeReply.safeParse(cause.data);
    // The edge's codes are the server's promise; a newer server may know more, and then the message still helps.
    if (edge.success) return edge.data.body.error as Refusal<EdgeCode>;
    return refusal('BAD_REPLY', `The server answered ${cause.status} without saying why.`);
  }
  if (cause instanceof TypeError) {
    return {
      code: 'UNREACHABLE',
      message: 'Atelier does not answer.',
      suggestion: 'Check that it is running; `npm start` in Atelier’s folder starts it.',
      retry: { kind: 'retryable_after_ms', afterMs: 1000 },
    };
  }
  return refusal('BAD_REPLY', 'The answer does not match the contract.');
};

const refusal = (code: ClientCode, message: string): Refusal<ClientCode> => ({
  code,
  message,
  suggestion: 'Reload the page; if it stays, the server and the page are of different versions.',
  retry: { kind: 'not_retryable' },
});
