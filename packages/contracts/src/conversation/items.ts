import { anyJson } from '@atelier/kernel/core';
import { z } from 'zod';
import { Effort, Micros, ModelFailureCode } from '../models/terms.ts';

const count = z.int().nonnegative();
const json = z.record(z.string(), anyJson);

/** Why something did not go on: a code for programs, a sentence for a log. Screens look their words up by the code. */
export const Because = z.object({ code: ModelFailureCode, message: z.string() });
export type Because = z.infer<typeof Because>;

/** What a person is asked before anything is sent: these files, to this model of this provider. */
export const ConsentQuestion = z.object({
  providerId: z.string(),
  modelId: z.string(),
  scopeHash: z.string(),
  /** The user's own files; what the model made of them is covered by the same answer. */
  files: z.array(z.object({ path: z.string(), sizeBytes: count })),
});
export type ConsentQuestion = z.infer<typeof ConsentQuestion>;

/** What a line between two messages is about. */
export const ConversationNote = z.enum([
  'loop_warning',
  'paused',
  'resumed',
  'canceled',
  'denied',
  'failed',
  'interrupted',
  'model_switched',
]);
export type ConversationNote = z.infer<typeof ConversationNote>;

export const ToolItem = z.object({
  kind: z.literal('tool'),
  /** The call's id, unique in the conversation. */
  id: z.string(),
  entryId: z.int().positive(),
  name: z.string(),
  access: z.enum(['read', 'write']),
  /** Long texts in it are shortened; the tool log has the whole call. */
  input: json,
  /** `unknown`: interrupted while it ran; whether it took effect is not known, and the model is told so. */
  state: z.enum(['running', 'ok', 'refused', 'unknown']),
  /** The result, or the beginning of a long one. */
  result: json.nullable(),
  /** The whole call and its result, by content. */
  content: z.string().nullable(),
  ms: z.number().nonnegative().nullable(),
});
export type ToolItem = z.infer<typeof ToolItem>;

export const ConversationMeter = z.object({
  spent: Micros,
  /** Calls whose price nobody knows: counted apart, so that nobody reads 0 as free. */
  unpriced: count,
  /** Calls whose provider did not tell what they used, so that tokens and cost are calculated. */
  estimated: count,
  tokensIn: count,
  /** Of `tokensIn`: what a provider had kept from a call before. */
  tokensCached: count,
  tokensOut: count,
});
export type ConversationMeter = z.infer<typeof ConversationMeter>;

export const ConversationItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), id: z.string(), text: z.string(), at: z.string() }),
  z.object({
    kind: z.literal('assistant'),
    /** Text that is being written arrives as deltas under this id; `text` here is what is durable of it. */
    id: z.string(),
    text: z.string(),
    /** `interrupted`: the stream broke after these words, which are kept. `cut`: the model ran out of room. */
    state: z.enum(['streaming', 'done', 'interrupted', 'cut']),
    modelId: z.string(),
    /** What the whole run behind it took, once that has ended or paused; on the last answer of a run alone. */
    meter: ConversationMeter.optional(),
  }),
  ToolItem,
  z.object({
    kind: z.literal('note'),
    id: z.string(),
    note: ConversationNote,
    because: Because.nullable(),
    /** The tool of a warning, the model of a switch. */
    detail: z.string().nullable(),
    at: z.string(),
  }),
]);
export type ConversationItem = z.infer<typeof ConversationItem>;

export const ConversationRun = z.object({
  runId: z.string(),
  modelId: z.string(),
  effort: Effort.nullable(),
  /**
   * `running` and `retrying` are under way. `needs_consent` waits for an answer, `paused_cap` for a higher cap,
   * `paused` and `stopped` for a word to go on: nothing that took effect is lost in any of them.
   */
  state: z.enum(['running', 'retrying', 'needs_consent', 'paused_cap', 'paused', 'stopped']),
  /** The part of the work it is in, where it has parts. */
  phase: z.string().nullable(),
  /** The step of a plan it works on. */
  item: z.object({ at: z.int().positive(), of: z.int().positive(), label: z.string() }).nullable(),
  turn: count,
  of: count,
  /** The assistant item that is being written. */
  speaking: z.string().nullable(),
  retry: z.object({ attempt: z.int(), of: z.int(), until: z.string(), code: ModelFailureCode }).nullable(),
  consent: ConsentQuestion.nullable(),
  /** Which cap, and whether it is reached or the price is not known. */
  cap: z.object({ scope: z.enum(['turn', 'run', 'day']), reason: z.enum(['cap_reached', 'price_unknown']) }).nullable(),
  because: Because.nullable(),
  meter: ConversationMeter.extend({
    /** This run's own cap. */
    cap: Micros.nullable(),
    /** The most the call under way may cost; null when no price is known. */
    estimate: Micros.nullable(),
  }),
});
export type ConversationRun = z.infer<typeof ConversationRun>;
