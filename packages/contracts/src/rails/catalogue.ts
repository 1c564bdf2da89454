import { z } from 'zod';
import { JsonObject, JsonValue } from './json.ts';
import { Outline } from './outline.ts';
import { Autonomy, RiskPolicy } from './terms.ts';

export const SourceKind = z.enum(['bundled', 'user', 'project', 'git', 'remote', 'plugin']);
export type SourceKind = z.infer<typeof SourceKind>;

/** `pointer` is a JSON pointer into the file as written. */
export const CompileProblem = z.object({
  code: z.string(),
  pointer: z.string(),
  message: z.string(),
  fix: z.string().optional(),
});
export type CompileProblem = z.infer<typeof CompileProblem>;

const Recommended = z.object({ autonomy: Autonomy.optional(), riskPolicy: RiskPolicy.optional() });

export const WorkflowCard = z.object({
  workflowId: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.string(),
  kind: z.enum(['workflow', 'routine']),
  workflowHash: z.string().nullable(),
  idStatus: z.enum(['namespaced', 'legacy']),
  suggestedId: z.string().optional(),
  sourceKind: SourceKind,
  sourceLabel: z.string(),
  tags: z.array(z.string()).optional(),
});
export type WorkflowCard = z.infer<typeof WorkflowCard>;

export const BrokenFile = z.object({ sourceLabel: z.string(), file: z.string(), errors: z.array(CompileProblem) });
export type BrokenFile = z.infer<typeof BrokenFile>;

/** A version that runs are pinned to, and whether it is the one a new run would get. */
export const PinnedVersion = z.object({
  workflowHash: z.string(),
  version: z.string(),
  runs: z.int().positive(),
  lastActivityAt: z.string(),
  current: z.boolean(),
  compiled: JsonValue.optional(),
});
export type PinnedVersion = z.infer<typeof PinnedVersion>;

export const WorkflowView = WorkflowCard.extend({
  file: z.string(),
  /** Digest of the file, to be sent back with a save; null where saving goes elsewhere. */
  digest: z.string().nullable(),
  examples: z.array(z.string()),
  about: z.string().nullable(),
  recommendedPreferences: Recommended.nullable(),
  capabilities: z.record(z.string(), z.string()),
  contracts: z.array(z.string()),
  features: z.array(z.string()),
  warnings: z.array(CompileProblem),
  outline: Outline,
  /** The file as written, pretty-printed. */
  sourceText: z.string(),
  compiled: JsonValue,
  pinned: z.array(PinnedVersion),
});
export type WorkflowView = z.infer<typeof WorkflowView>;

export const Validated = z.discriminatedUnion('valid', [
  z.object({
    valid: z.literal(true),
    workflowId: z.string(),
    workflowHash: z.string(),
    outline: Outline,
    warnings: z.array(CompileProblem),
    /** The file as it would be written today; null when it is written so already. */
    canonicalText: z.string().nullable(),
  }),
  z.object({ valid: z.literal(false), errors: z.array(CompileProblem) }),
]);
export type Validated = z.infer<typeof Validated>;

export const BuiltinEntry = z.object({
  kind: z.enum(['template', 'feature', 'ref', 'contract']),
  id: z.string(),
  summary: z.string(),
  argSchema: JsonObject,
  snippet: JsonValue,
});
export type BuiltinEntry = z.infer<typeof BuiltinEntry>;
