import { z } from 'zod';
import { Effort, ModelProvider, modelId } from './terms.ts';

/** US dollars per million tokens, as somebody wrote them down on `asOf`. */
export const ModelPrice = z.strictObject({
  input: z.number().nonnegative().max(1_000_000),
  cachedInput: z.number().nonnegative().max(1_000_000).optional(),
  output: z.number().nonnegative().max(1_000_000),
  asOf: z.iso.date(),
});
export type ModelPrice = z.infer<typeof ModelPrice>;

/** Sent only when set: models that think refuse it. */
export const ModelSampling = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().gt(0).max(1).optional(),
});
export type ModelSampling = z.infer<typeof ModelSampling>;

/** What a person may write down about a model. An id that is known already replaces what is known. */
export const ModelEntryInput = z.strictObject({
  modelId,
  label: z.string().trim().min(1).max(80),
  /** What goes over the wire, when it differs from the name in the id. */
  wireName: z.string().trim().min(1).max(200).optional(),
  contextTokens: z.int().positive().max(100_000_000),
  efforts: z.array(Effort).max(6),
  tools: z.boolean(),
  vision: z.boolean(),
  sampling: ModelSampling.nullable().optional(),
  /** Null: nobody knows. A cap then pauses before the first call. */
  price: ModelPrice.nullable(),
});
export type ModelEntryInput = z.infer<typeof ModelEntryInput>;

/** Why a model that is listed cannot be used now. */
export const ModelUnavailable = z.enum(['no_key', 'provider_disabled', 'no_tools', 'not_in_build']);
export type ModelUnavailable = z.infer<typeof ModelUnavailable>;

export const ModelRow = z.object({
  modelId: z.string(),
  provider: ModelProvider,
  label: z.string(),
  wireName: z.string(),
  contextTokens: z.int().positive(),
  efforts: z.array(Effort),
  /** Null: the server it runs on does not say; such a model is tried. */
  tools: z.boolean().nullable(),
  vision: z.boolean(),
  price: ModelPrice.nullable(),
  origin: z.enum(['bundled', 'discovered', 'user']),
  /** A user's entry that stands in for a bundled or discovered one; removing it brings that back. */
  overrides: z.boolean(),
  /** The endpoint that offers it; null for all but local models. */
  endpointId: z.string().nullable(),
  unavailable: ModelUnavailable.nullable(),
  /** Its provider was asked and does not name it: it may have been taken out of service. */
  isUnlisted: z.boolean(),
  sampling: ModelSampling.nullable(),
});
export type ModelRow = z.infer<typeof ModelRow>;
