import { z } from 'zod';
import { Effort, Micros, ModelFailureCode } from '../terms.ts';

export const Because = z.object({ code: ModelFailureCode, message: z.string() });
export type Because = z.infer<typeof Because>;

export const ChatFile = z.object({
  path: z.string(),
  version: z.string(),
  sizeBytes: z.int().nonnegative(),
  /** Who made it be there: the person who dropped it, or the model. */
  origin: z.enum(['user', 'agent']),
  /** As it was dropped, which is what a review compares with; null for a file the model made. */
  droppedVersion: z.string().nullable(),
  changed: z.boolean(),
});
export type ChatFile = z.infer<typeof ChatFile>;

/** What a person is asked before anything is sent: these files, to this model of this provider. */
export const ConsentQuestion = z.object({
  providerId: z.string(),
  modelId: z.string(),
  scopeHash: z.string(),
  /** The user's own files; what the model made of them is covered by the same answer. */
  files: z.array(z.object({ path: z.string(), sizeBytes: z.int().nonnegative() })),
});
export type ConsentQuestion = z.infer<typeof ConsentQuestion>;

export const ChatItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), id: z.string(), text: z.string(), at: z.string() }),
  z.object({
    kind: z.literal('assistant'),
    /** Text that is being written arrives as deltas under this id; `text` here is what is durable of it. */
    id: z.string(),
    text: z.string(),
    /** `interrupted`: the attempt came to nothing and is asked again or was given up. `cut`: the model ran out of room. */
    state: z.enum(['streaming', 'done', 'interrupted', 'cut']),
    modelId: z.string(),
  }),
  z.object({
    kind: z.literal('tool'),
    /** The call's id, unique in the conversation. */
    id: z.string(),
    entryId: z.int().positive(),
    name: z.string(),
    access: z.enum(['read', 'write']),
    input: z.record(z.string(), z.json()),
    /** `unknown`: interrupted while it ran; whether it took effect is not known, and the model is told so. */
    state: z.enum(['running', 'ok', 'refused', 'unknown']),
    /** What the model was given: the result, or a receipt for a large one. */
    result: z.record(z.string(), z.json()).nullable(),
    ms: z.number().nonnegative().nullable(),
  }),
  z.object({
    kind: z.literal('note'),
    id: z.string(),
    note: z.enum([
      'loop_warning',
      'retried',
      'paused',
      'resumed',
      'canceled',
      'denied',
      'failed',
      'interrupted',
      'model_switched',
    ]),
    because: Because.nullable(),
    /** The tool of a warning, the model of a switch. */
    detail: z.string().nullable(),
    at: z.string(),
  }),
]);
export type ChatItem = z.infer<typeof ChatItem>;

export const ChatRun = z.object({
  runId: z.string(),
  modelId: z.string(),
  effort: Effort.nullable(),
  /**
   * `running` and `retrying` are under way. `needs_consent` waits for an answer, `paused_cap` for a higher cap,
   * `paused` and `stopped` for a word to go on: nothing that took effect is lost in any of them.
   */
  state: z.enum(['running', 'retrying', 'needs_consent', 'paused_cap', 'paused', 'stopped']),
  turn: z.int().nonnegative(),
  of: z.int().nonnegative(),
  /** The assistant item that is being written. */
  speaking: z.string().nullable(),
  retry: z.object({ attempt: z.int(), of: z.int(), until: z.string(), code: ModelFailureCode }).nullable(),
  consent: ConsentQuestion.nullable(),
  /** Which cap, and whether it is reached or the price is not known. */
  cap: z.object({ scope: z.enum(['turn', 'run', 'day']), reason: z.enum(['cap_reached', 'price_unknown']) }).nullable(),
  because: Because.nullable(),
  meter: z.object({
    spent: Micros,
    unpriced: z.int().nonnegative(),
    tokensIn: z.int().nonnegative(),
    tokensOut: z.int().nonnegative(),
    /** This run's own cap. */
    cap: Micros.nullable(),
    /** The most the call under way may cost; null when no price is known. */
    estimate: Micros.nullable(),
  }),
});
export type ChatRun = z.infer<typeof ChatRun>;
