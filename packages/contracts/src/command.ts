import { ErrorEnvelope } from '@atelier/kernel/core';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import type { Role } from './roles.ts';

/** The error envelope of a command whose codes are closed. */
export type Refusal<Code extends string> = Omit<ErrorEnvelope, 'code'> & { readonly code: Code };

/** A refusal is an answer, not an exception: every command replies with this, and it survives JSON. */
export type Reply<Value, Code extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Refusal<Code> };

type Definition<Params extends z.ZodType, Value extends z.ZodType, Codes extends readonly string[]> = {
  readonly params: Params;
  readonly result: Value;
  /** Every code this command may answer with, besides those of the edge (`edge-codes.ts`). */
  readonly refusals: Codes;
  /** The least role that may send it. None named means admin: a forgotten line closes a door, never opens one. */
  readonly role?: Role;
  /** The least role in the project that `projectId` names; to whoever has none, the project does not exist. */
  readonly project?: ProjectRoleName;
};

/** What a person may do in one project, least first. */
export const projectRoles = ['viewer', 'editor', 'owner'] as const;
export type ProjectRoleName = (typeof projectRoles)[number];

type CommandMeta = { readonly refusals: readonly string[]; readonly role: Role; readonly project?: ProjectRoleName };

/**
 * Defines a command once for its three readers: the server implements it, the client calls it, tests meet both.
 * Its name is the key it is registered under, and its address is `POST /api/<name>`.
 */
export const command = <Params extends z.ZodType, Value extends z.ZodType, const Codes extends readonly string[]>({
  params,
  result,
  refusals,
  role = 'admin',
  project,
}: Definition<Params, Value, Codes>) =>
  oc
    .$meta<CommandMeta>({ refusals: [], role: 'admin' })
    .route({ method: 'POST' })
    .errors({})
    .meta({ refusals, role, ...(project && { project }) })
    .input(params)
    .output(replyOf<Value, Codes[number]>(result, refusals));

const replyOf = <Value extends z.ZodType, Code extends string>(value: Value, codes: readonly Code[]) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), error: ErrorEnvelope.extend({ code: z.enum(codes) }) }),
  ]) as unknown as z.ZodType<Reply<z.output<Value>, Code>, Reply<z.input<Value>, Code>>;
