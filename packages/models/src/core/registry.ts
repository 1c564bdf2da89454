import { z } from 'zod';
import { efforts } from './effort.ts';

export const providerIds = ['openai', 'openai-codex', 'anthropic', 'google', 'mistral', 'local', 'builtin'] as const;

export const ModelEntry = z.strictObject({
  /** `<provider>:<name>`. */
  modelId: z.string().regex(/^[a-z0-9-]+:[A-Za-z0-9._:/@+-]+$/),
  provider: z.enum(providerIds),
  label: z.string().min(1).max(80),
  /** What goes over the wire, when it differs from the name. */
  wireName: z.string().optional(),
  auth: z.enum(['api_key', 'oauth', 'none']),
  contextTokens: z.int().positive().default(32_000),
  efforts: z.array(z.enum(efforts)).default([]),
  tools: z.boolean().default(true),
  vision: z.boolean().default(false),
  price: z
    .strictObject({
      input: z.number().nonnegative(),
      cachedInput: z.number().nonnegative().optional(),
      output: z.number().nonnegative(),
      asOf: z.iso.date(),
    })
    .optional(),
  /** Sent only when set: models that think refuse it. */
  sampling: z
    .strictObject({ temperature: z.number().min(0).max(2).optional(), topP: z.number().gt(0).max(1).optional() })
    .optional(),
  /** Why no price is written down. */
  unpriced: z.string().min(1).optional(),
  /** Set when a model is listed but cannot be used in this build, with the reason in words. */
  disabled: z.string().optional(),
});
export type ModelEntry = z.infer<typeof ModelEntry>;

/** A release says of every hosted model what it costs, or why nobody could confirm that: silence would read as free. */
const ReleasedEntry = ModelEntry.refine(
  ({ auth, price, unpriced }) => auth === 'none' || (price === undefined) !== (unpriced === undefined),
  { error: 'a hosted model has a dated price, or a reason why it has none', path: ['price'] },
);

/** The data file a release brings. */
export const Registry = z.strictObject({ v: z.literal(1), models: z.array(ReleasedEntry) });

export const wireNameOf = ({ modelId, wireName }: ModelEntry): string =>
  wireName ?? modelId.slice(modelId.indexOf(':') + 1);
