import { z } from 'zod';

/** Closed sets that more than one view speaks of. */
export const ModelProvider = z.enum(['openai', 'openai-codex', 'anthropic', 'google', 'mistral', 'local', 'builtin']);
export type ModelProvider = z.infer<typeof ModelProvider>;

/** Providers that are reached with a key of the user's. */
export const KeyedProvider = z.enum(['openai', 'anthropic', 'google', 'mistral']);
export type KeyedProvider = z.infer<typeof KeyedProvider>;

export const Effort = z.enum(['none', 'low', 'medium', 'high', 'xhigh', 'max']);
export type Effort = z.infer<typeof Effort>;

/** The parts of a run whose effort a person may set; everything else runs at `medium`. */
export const EffortPhase = z.enum(['research', 'plan', 'implement']);
export type EffortPhase = z.infer<typeof EffortPhase>;

export const KeyStatus = z.enum(['not_configured', 'configured', 'needs_attention']);
export type KeyStatus = z.infer<typeof KeyStatus>;

/** Why a model did not answer, or why a run did not go on. Screens branch on these, never on a message. */
export const ModelFailureCode = z.enum([
  'PROVIDER_NOT_CONFIGURED',
  'PROVIDER_AUTH_FAILED',
  'PROVIDER_RATE_LIMITED',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_REFUSED',
  'NETWORK_UNAVAILABLE',
  'CONTEXT_EXHAUSTED',
  'MODEL_OUTPUT_MALFORMED',
  'TOOLS_NOT_SUPPORTED',
  'EGRESS_BLOCKED_BY_POLICY',
  'EGRESS_CONSENT_REQUIRED',
  'BUDGET_CAP_REACHED',
  'USER_CANCELED',
  'AGENT_LOOP_DETECTED',
  'AGENT_TURN_LIMIT',
  /** The server stopped in the middle of it; nothing that took effect is lost. */
  'SERVER_STOPPED',
  'STORE_UNHEALTHY',
  'FAULT',
  /** The list of files could not be made, so that nothing was sent. */
  'MANIFEST_UNAVAILABLE',
  /** The plan is there, and a person wants to see it before it is carried out. */
  'PLAN_READY',
  /** Only a person can answer what the work needs next. */
  'ANSWER_NEEDED',
  /** A step of a workflow was handed in twice without what it needs. */
  'STEP_INCOMPLETE',
]);
export type ModelFailureCode = z.infer<typeof ModelFailureCode>;

/** Money is counted in millionths of a US dollar, so that sums are exact. */
export const Micros = z.int().nonnegative();

export const modelId = z
  .string()
  .max(200)
  .regex(/^[a-z0-9-]+:[A-Za-z0-9._:/@+-]+$/);

export const ConsentTriple = z.strictObject({
  providerId: z.string().min(1).max(40),
  modelId: z.string().min(1).max(200),
  scopeHash: z.string().min(1).max(100),
});
export type ConsentTriple = z.infer<typeof ConsentTriple>;
