import { type CommandName, contract, type ErrorEnvelope, type Refusal, type RefusalCodeOf } from '@atelier/contracts';
import { isWriteRefused, type JsonObject, WriteFault } from '@atelier/kernel/core';

export type Words = { readonly message: string; readonly suggestion: string };

const BUSY_MS = 500;

/** How a surface says no: its codes with their words, in the one envelope. Only a busy store is worth another try. */
export const createRefuse =
  <Known extends string>(wordsByCode: Readonly<Record<Known, Words>>) =>
  <Code extends Known>(code: Code, details?: JsonObject): { readonly ok: false; readonly error: Refusal<Code> } => ({
    ok: false,
    error: {
      ...(wordsByCode[code] satisfies Words),
      code,
      retry: code === 'STORE_BUSY' ? { kind: 'retryable_after_ms', afterMs: BUSY_MS } : { kind: 'not_retryable' },
      ...(details && { details: details as ErrorEnvelope['details'] }),
    },
  });

const storeCodes: Readonly<Record<string, string>> = { BUSY: 'STORE_BUSY', UNHEALTHY: 'STORE_UNHEALTHY' };

/**
 * A decision's refusal as the answer of one command: its code is the surface's, and whatever else it says are its
 * details. A code that the command's contract does not name is a fault, as is whatever a broken disk says.
 */
export const createRefusedBy = <Known extends string>(refuse: ReturnType<typeof createRefuse<Known>>) => {
  return <Name extends CommandName>(
    name: Name,
    refused: { readonly code: string },
  ): { readonly ok: false; readonly error: Refusal<RefusalCodeOf<Name>> } => {
    if (isWriteRefused(refused)) throw new WriteFault(refused);
    const { code: told, ...rest } = refused;
    const code = storeCodes[told] ?? told;
    if (!contract[name]['~orpc'].meta.refusals.includes(code)) throw new Error(`${name} was refused with ${told}`);
    const details: JsonObject = told === 'UNHEALTHY' ? healthOf(rest) : rest;
    const answer = refuse(code as Known, Object.keys(details).length > 0 ? details : undefined);
    return answer as unknown as { readonly ok: false; readonly error: Refusal<RefusalCodeOf<Name>> };
  };
};

const healthOf = (rest: { readonly health?: { readonly reason: string } }): JsonObject =>
  rest.health ? { reason: rest.health.reason } : {};
