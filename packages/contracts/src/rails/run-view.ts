import { z } from 'zod';
import { Outline } from './outline.ts';
import { ForkCause, GapSeverity, RunNodeKind, RunPreferences, RunStatus, SessionHealth } from './terms.ts';

const Count = z.int().nonnegative();

/** A node of the run graph, without its texts: five hundred of them are one small answer. */
export const RunNode = z.object({
  nodeId: z.string(),
  kind: RunNodeKind,
  parentId: z.string().nullable(),
  /** The step this node waits for; null where the run is complete. */
  stepId: z.string().nullable(),
  title: z.string().nullable(),
  /** The passes of the loops the step stands in, outermost first; `pass` counts from 1. */
  loops: z.array(z.object({ loopId: z.string(), title: z.string(), pass: z.int().positive() })),
  /** Steps that were passed over on the way here because their condition did not hold. */
  skipped: z.array(z.object({ stepId: z.string(), title: z.string() })),
  cause: ForkCause.nullable(),
  at: z.string(),
  seq: Count,
  attemptId: z.string().nullable(),
  badges: z.object({ gaps: Count, divergences: Count, failedValidations: Count, capabilities: Count }),
  hasNotes: z.boolean(),
  artifacts: Count,
  /** Where its step stands among all steps of the workflow; null where the run is complete. */
  position: z.object({ step: z.int().positive(), of: z.int().positive() }).nullable(),
});
export type RunNode = z.infer<typeof RunNode>;

export const GapView = z.object({
  gapId: z.string(),
  severity: GapSeverity,
  category: z.string(),
  detail: z.string(),
  summary: z.string(),
  /** The node whose step was being completed. */
  nodeId: z.string(),
  stepId: z.string().nullable(),
  at: z.string(),
  /** The gap that closed this one, when one did on any branch. */
  resolvedBy: z.object({ gapId: z.string(), nodeId: z.string(), summary: z.string(), at: z.string() }).nullable(),
  /** Whether it is open where the run stands now. */
  openAtTip: z.boolean(),
  evidence: z.array(z.object({ kind: z.enum(['event', 'output']), id: z.string() })),
});
export type GapView = z.infer<typeof GapView>;

/** What a person said about a step, and whether the agent was told. */
export const PersonWordView = z.object({
  messageId: z.string(),
  kind: z.enum(['confirmed', 'refused', 'answered', 'commented']),
  nodeId: z.string(),
  text: z.string().nullable(),
  by: z.string(),
  at: z.string(),
  heard: z.boolean(),
});
export type PersonWordView = z.infer<typeof PersonWordView>;

/** What keeps the run from going on: a person's yes, something only a person has, or the agent's next call. */
const UserOnlyReason = z.enum([
  'needs_user_secret_or_token',
  'needs_user_account_access',
  'needs_user_artifact',
  'needs_user_choice',
  'needs_user_approval',
  'needs_user_environment_action',
]);

export const WaitsFor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nothing') }),
  z.object({ kind: z.literal('agent'), nodeId: z.string() }),
  z.object({ kind: z.literal('confirmation'), nodeId: z.string() }),
  z.object({
    kind: z.literal('answer'),
    nodeId: z.string(),
    question: z.string(),
    /** What only a person has. */
    reason: UserOnlyReason.optional(),
  }),
]);
export type WaitsFor = z.infer<typeof WaitsFor>;

export const Drift = z.object({ code: z.string(), message: z.string() });

export const RunView = z.object({
  sessionId: z.string(),
  runId: z.string(),
  ordinal: z.int().positive(),
  title: z.string().nullable(),
  workflowId: z.string(),
  workflowName: z.string(),
  workflowHash: z.string(),
  sourceKind: z.string(),
  sourceRef: z.string(),
  startedAt: z.string(),
  status: RunStatus,
  preferredTipId: z.string().nullable(),
  preferences: RunPreferences,
  health: SessionHealth,
  nodes: z.array(RunNode),
  gaps: z.array(GapView),
  /** What the pinned workflow consists of. */
  outline: Outline,
  drift: z.array(Drift),
  waitsFor: WaitsFor,
  words: z.array(PersonWordView),
});
export type RunView = z.infer<typeof RunView>;
