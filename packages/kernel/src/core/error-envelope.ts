import { z } from 'zod';
import { anyJson } from './any-json.ts';

export const Retry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not_retryable') }),
  z.object({ kind: z.literal('retryable_immediate') }),
  z.object({ kind: z.literal('retryable_after_ms'), afterMs: z.int().nonnegative() }),
]);
export type Retry = z.infer<typeof Retry>;

/** The one shape in which any surface says no. Codes are closed per command; nobody branches on `message`. */
export const ErrorEnvelope = z.object({
  code: z.string(),
  message: z.string(),
  suggestion: z.string().optional(),
  retry: Retry,
  actions: z.array(z.object({ id: z.string(), label: z.string() })).optional(),
  details: z.record(z.string(), anyJson).optional(),
});
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;
