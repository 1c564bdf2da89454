import type { ErrorEnvelope, Refusal } from '@atelier/contracts';
import type { JsonObject } from '@atelier/kernel/core';

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
