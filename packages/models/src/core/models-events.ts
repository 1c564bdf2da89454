import { z } from 'zod';
import { efforts } from './effort.ts';
import { failureCodes } from './failure.ts';
import { ModelEntry } from './registry.ts';

const Provider = z.strictObject({ provider: z.string() });
const Triple = z.strictObject({ providerId: z.string(), modelId: z.string(), scopeHash: z.string() });
const Endpoint = z.strictObject({ endpointId: z.string() });
const Offered = z.array(z.strictObject({ name: z.string(), tools: z.boolean().nullable() }));
const most = z.int().nonnegative().nullable().optional();

/** What the log says about providers, models, consent and what was sent. Keys and content stand in none of these. */
export const modelsEvents = {
  'provider.key_saved': Provider.extend({ status: z.enum(['configured', 'needs_attention']) }),
  'provider.key_checked': Provider.extend({ status: z.enum(['configured', 'needs_attention']) }),
  /** What the provider said it serves, by the names that go over the wire. */
  'provider.models_listed': Provider.extend({ names: z.array(z.string()).max(1_000) }),
  'provider.key_removed': Provider,
  'provider.enabled_set': Provider.extend({ enabled: z.boolean() }),
  'provider.effort_set': Provider.extend({
    phase: z.enum(['research', 'plan', 'implement']),
    effort: z.enum(efforts),
  }),
  'endpoint.added': Endpoint.extend({ url: z.string(), models: Offered }),
  'endpoint.removed': Endpoint,
  'endpoint.discovered': Endpoint.extend({ models: Offered }),
  'endpoint.unreachable': Endpoint.extend({ code: z.enum(failureCodes) }),
  'registry.entry_set': z.strictObject({ entry: ModelEntry }),
  'registry.entry_removed': z.strictObject({ modelId: z.string() }),
  'default_model.set': z.strictObject({ modelId: z.string().nullable() }),
  /** Null lifts a cap. */
  'caps.set': z.strictObject({ set: z.strictObject({ perTurn: most, perRun: most, perDay: most }) }),
  /** How long a provider may say nothing. */
  'patience.set': z.strictObject({
    set: z.strictObject({ firstWordMs: z.int().positive().optional(), silenceMs: z.int().positive().optional() }),
  }),
  'egress.consent_granted': Triple.extend({
    by: z.string().optional(),
    where: z.string().optional(),
    files: z.array(z.strictObject({ path: z.string(), sizeBytes: z.int().nonnegative() })).optional(),
  }),
  'egress.consent_withdrawn': Triple,
  'egress.mode_set': z.strictObject({ mode: z.enum(['ask', 'allow_all']) }),
} as const;
export type ModelsEventKind = keyof typeof modelsEvents;
export type ModelsEvent = {
  [Kind in ModelsEventKind]: { readonly kind: Kind; readonly data: z.infer<(typeof modelsEvents)[Kind]> };
}[ModelsEventKind];
