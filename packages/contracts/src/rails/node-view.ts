import { z } from 'zod';
import { JsonObject, JsonValue } from './json.ts';
import { RunNode } from './run-view.ts';
import { ForkCause, RunPreferences } from './terms.ts';

export const BlockerView = z.object({
  code: z.string(),
  pointer: JsonObject,
  message: z.string(),
  suggestedFix: z.string().optional(),
});
export type BlockerView = z.infer<typeof BlockerView>;

export const ArtifactView = z.object({
  outputId: z.string(),
  kind: z.string().nullable(),
  contentType: z.string(),
  bytes: z.int().nonnegative(),
  superseded: z.boolean(),
  /** Null when its bytes are gone. */
  content: JsonObject.nullable(),
});
export type ArtifactView = z.infer<typeof ArtifactView>;

export const ContextChange = z.object({
  key: z.string(),
  kind: z.enum(['added', 'changed', 'removed']),
  before: JsonValue.optional(),
  after: JsonValue.optional(),
});
export type ContextChange = z.infer<typeof ContextChange>;

export const TraceView = z.object({ kind: z.string(), summary: z.string() });

/** One time this node's step was handed in: a node with two of them is where branches part. */
export const AttemptView = z.object({
  attemptId: z.string(),
  toNodeId: z.string(),
  at: z.string(),
  outcome: z.enum(['advanced', 'blocked']),
  cause: ForkCause.nullable(),
  /** Seqs of the first and the last event of the advance. */
  events: z.object({ first: z.int().nonnegative(), last: z.int().nonnegative() }),
  recap: z.string().nullable(),
  artifacts: z.array(ArtifactView),
  blockers: z.array(BlockerView),
  validations: z.array(
    z.object({
      contractRef: z.string(),
      valid: z.boolean(),
      issues: z.array(z.string()),
      suggestions: z.array(z.string()),
    }),
  ),
  divergences: z.array(z.object({ reason: z.string(), summary: z.string(), relatedStepId: z.string().optional() })),
  capabilities: z.array(z.object({ capability: z.string(), status: z.string(), provenance: z.string() })),
  preferenceChanges: z.array(
    z.object({ source: z.string(), delta: z.array(z.object({ key: z.string(), value: z.string() })) }),
  ),
  contextChanges: z.array(ContextChange),
  trace: z.array(TraceView),
  traceId: z.string().nullable(),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
});
export type AttemptView = z.infer<typeof AttemptView>;

export const NodeView = z.object({
  node: RunNode,
  /** The step's text as pinned, before context is filled in. */
  prompt: z.string().nullable(),
  agentRole: z.string().nullable(),
  preferences: RunPreferences,
  context: JsonObject,
  /** What must be met before the step counts, when this node is a blocked attempt. */
  blockers: z.array(BlockerView),
  capabilities: z.array(
    z.object({ capability: z.string(), strong: z.string().nullable(), claimed: z.string().nullable() }),
  ),
  /** What was handed in to get here; null at the root and at checkpoints. */
  arrival: AttemptView.nullable(),
  /** What was handed in here, once for each branch. */
  attempts: z.array(AttemptView),
  checkpoints: z.array(z.object({ nodeId: z.string(), at: z.string(), recap: z.string().nullable() })),
  /** Copied into a chat, it takes any agent back here. Null while the session is damaged or no key was made yet. */
  stateToken: z.string().nullable(),
  snapshotRef: z.string(),
});
export type NodeView = z.infer<typeof NodeView>;
