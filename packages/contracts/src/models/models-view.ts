import { anyJson } from '@atelier/kernel/core';
import { z } from 'zod';
import { ModelRow } from './model-row.ts';
import { Effort, KeyedProvider, KeyStatus, Micros, ModelFailureCode } from './terms.ts';

/** Events about providers, registry, consent, caps and the ledger. A screen asks again when one arrives. */
export const modelsStream = 'models';

/** What was sent, a line before and after each call. Follow it only where the ledger or today's spending is shown. */
export const egressStream = 'egress';

/** All that a screen ever sees of a key. */
export const ProviderRow = z.object({
  provider: KeyedProvider,
  status: KeyStatus,
  /** `environment` wins over a saved key; `variable` says which one to look for. */
  keptIn: z.enum(['keychain', 'file', 'environment']).nullable(),
  variable: z.string().nullable(),
  last4: z.string().max(4).nullable(),
  enabled: z.boolean(),
  /** When a saved key was last tried. */
  checkedAt: z.string().nullable(),
  efforts: z.object({ research: Effort, plan: Effort, implement: Effort }),
  /** The efforts its models know; empty when they know none. */
  allowedEfforts: z.array(Effort),
  /** What the provider said it serves, by its own names, to pick from; null while it was not asked. */
  served: z.array(z.string()).nullable(),
});
export type ProviderRow = z.infer<typeof ProviderRow>;

/** A server that speaks the OpenAI chat format, entered by the user: Ollama, LM Studio, llama.cpp and the like. */
export const EndpointRow = z.object({
  endpointId: z.string(),
  url: z.string(),
  keptIn: z.enum(['keychain', 'file']).nullable(),
  last4: z.string().max(4).nullable(),
  /** Whether it answered when it was last asked. */
  reachable: z.boolean(),
  checkedAt: z.string(),
  because: ModelFailureCode.nullable(),
  models: z.array(z.object({ name: z.string(), modelId: z.string(), tools: z.boolean().nullable() })),
});
export type EndpointRow = z.infer<typeof EndpointRow>;

/** Null is no cap. A turn is one call to a model; a run is everything between a message and its answer. */
export const Caps = z.strictObject({
  perTurn: Micros.nullable(),
  perRun: Micros.nullable(),
  perDay: Micros.nullable(),
});
export type Caps = z.infer<typeof Caps>;

export const GrantedConsent = z.object({
  providerId: z.string(),
  modelId: z.string(),
  scopeHash: z.string(),
  grantedAt: z.string(),
  /** Who agreed; absent where nobody was asked for. */
  by: z.string().optional(),
  /** The conversation it was asked in. */
  where: z.string().optional(),
  /** What may be sent, by name as it was then. */
  files: z.array(z.object({ path: z.string(), sizeBytes: z.int().nonnegative() })).optional(),
  /** False: forgotten when the server stops. */
  remembered: z.boolean(),
});
export type GrantedConsent = z.infer<typeof GrantedConsent>;

export const ModelsView = z.object({
  providers: z.array(ProviderRow),
  endpoints: z.array(EndpointRow),
  models: z.array(ModelRow),
  /** Where keys go that are saved now, and why not into the system's keychain. */
  keyStore: z.object({
    kind: z.enum(['keychain', 'file']),
    because: z.enum(['no_keychain', 'keychain_locked', 'keychain_denied', 'turned_off']).nullable(),
  }),
  /** Not chosen: the built-in model, until a provider has accepted a key and no server of the user's own is set up. */
  defaultModel: z.object({
    modelId: z.string(),
    isChosen: z.boolean(),
    /** A hosted model that could be the default: ask the person, nothing moves there by itself. */
    suggested: z.string().nullable(),
  }),
  caps: Caps,
  /** How long a provider may say nothing, in milliseconds: before its first word, and between two words. */
  patience: z.object({ firstWordMs: z.int().positive(), silenceMs: z.int().positive() }),
  /** Days are those of UTC. `unpriced` counts calls whose price nobody knows. */
  spentToday: z.object({ day: z.string(), spent: Micros, unpriced: z.int().nonnegative() }),
  consent: z.object({ mode: z.enum(['ask', 'allow_all']), granted: z.array(GrantedConsent) }),
});
export type ModelsView = z.infer<typeof ModelsView>;

/** One call that left the machine: that it did and how much, never what. */
export const LedgerRow = z.object({
  /** Where the ledger goes on: its place in stream `egress`. */
  seq: z.int().nonnegative(),
  at: z.string(),
  callId: z.string(),
  /** What it was for; surfaces have kinds of their own. */
  kind: z.string(),
  providerId: z.string(),
  modelId: z.string(),
  scopeHash: z.string().nullable(),
  phase: z.string().nullable(),
  runId: z.string().nullable(),
  tokensIn: z.int().nonnegative().optional(),
  tokensOut: z.int().nonnegative().optional(),
  tokensCached: z.int().nonnegative().optional(),
  /** The provider did not tell, so tokens and cost are calculated. */
  isEstimate: z.boolean().optional(),
  cost: Micros.optional(),
  /** What the request was made of, in tokens: instructions, conversation, tools, schema, pictures. */
  sizes: z.record(z.string(), anyJson).optional(),
  /** How the model was asked: effort, sampling, choice of tools. */
  profile: z.record(z.string(), anyJson).optional(),
  /** `sent`: under way, or cut off by a stop of the server. */
  status: z.enum(['sent', 'ok', 'failed', 'blocked', 'canceled']),
});
export type LedgerRow = z.infer<typeof LedgerRow>;
