import { z } from 'zod';
import { budgets } from '../budgets.ts';
import { Autonomy, Capability, RiskPolicy } from '../compiled.ts';
import { Blockers } from '../reasons/blocker.ts';
import { Gap } from '../reasons/gap.ts';
import { utf8Bytes } from '../text.ts';
import { digest, idOf, textUpTo } from './scalars.ts';
import { Warning } from './warning.ts';

export const Preferences = z.strictObject({ autonomy: Autonomy, riskPolicy: RiskPolicy });
export type Preferences = z.infer<typeof Preferences>;

export const PreferenceDelta = z
  .array(
    z.discriminatedUnion('key', [
      z.strictObject({ key: z.literal('autonomy'), value: Autonomy }),
      z.strictObject({ key: z.literal('riskPolicy'), value: RiskPolicy }),
    ]),
  )
  .min(1)
  .refine((delta) => new Set(delta.map(({ key }) => key)).size === delta.length, 'each key at most once');
export type PreferenceDelta = z.infer<typeof PreferenceDelta>;

const SessionOrigin = z.strictObject({
  /** Whose run it is, where no MCP client started it. */
  origin: z.strictObject({ kind: z.literal('workbench'), workbenchId: z.string().min(1).max(80) }).optional(),
  /** How many of its events came in a bundle. */
  imported: z.strictObject({ events: z.int().positive() }).optional(),
});
export type SessionOrigin = z.infer<typeof SessionOrigin>;

const Observation = z.strictObject({
  key: z.enum(['git_branch', 'git_head_sha', 'repo_root_hash', 'repo_root']),
  value: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('short_string'), value: z.string().max(budgets.shortStringChars) }),
    z.strictObject({ type: z.literal('git_sha1'), value: z.string().regex(/^[0-9a-f]{40}$/) }),
    z.strictObject({ type: z.literal('sha256'), value: digest }),
    z.strictObject({ type: z.literal('path'), value: z.string().max(budgets.pathChars) }),
  ]),
  confidence: z.enum(['low', 'med', 'high']),
});
export type Observation = z.infer<typeof Observation>;

export const NodeKind = z.enum(['step', 'checkpoint', 'blocked_attempt']);
export type NodeKind = z.infer<typeof NodeKind>;

export const EdgeCause = z.enum(['intentional_fork', 'non_tip_advance', 'idempotent_replay', 'checkpoint_created']);
export type EdgeCause = z.infer<typeof EdgeCause>;

const Edge = z
  .strictObject({
    edgeKind: z.enum(['acked_step', 'checkpoint']),
    fromNodeId: idOf('node'),
    toNodeId: idOf('node'),
    cause: z.strictObject({ kind: EdgeCause, eventId: idOf('evt') }),
  })
  .refine(
    ({ edgeKind, cause }) => (edgeKind === 'checkpoint') === (cause.kind === 'checkpoint_created'),
    'a checkpoint edge has the cause checkpoint_created, and no other edge has',
  );

const Outcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('advanced'), toNodeId: idOf('node') }),
  z.strictObject({ kind: z.literal('blocked'), blockedNodeId: idOf('node'), blockers: Blockers }),
]);

const Output = z.strictObject({
  outputId: idOf('out'),
  supersedesOutputId: idOf('out').optional(),
  outputChannel: z.enum(['recap', 'artifact']),
  payload: z.discriminatedUnion('payloadKind', [
    z.strictObject({ payloadKind: z.literal('notes'), notesMarkdown: textUpTo(budgets.notesBytes) }),
    z.strictObject({
      payloadKind: z.literal('artifact_ref'),
      sha256: digest,
      contentType: z.string(),
      byteLength: z.int().nonnegative().max(budgets.artifactBytes),
      content: z.record(z.string(), z.json()).optional(),
    }),
  ]),
});
export type Output = z.infer<typeof Output>;

const useResult = z.enum(['success', 'failure']);
const CapabilityObservation = z.strictObject({
  capObsId: idOf('capobs'),
  capability: Capability,
  status: z.enum(['unknown', 'available', 'unavailable']),
  provenance: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('probe_step'),
      enforcementGrade: z.literal('strong'),
      detail: z.strictObject({ probeTemplateId: z.string(), probeStepId: z.string(), result: useResult }),
    }),
    z.strictObject({
      kind: z.literal('attempted_use'),
      enforcementGrade: z.literal('strong'),
      detail: z
        .strictObject({
          attemptContext: z.enum(['workflow_step', 'system_probe']),
          result: useResult,
          failureCode: z.enum(['tool_missing', 'tool_error', 'policy_blocked', 'unknown']).optional(),
        })
        .refine(({ result, failureCode }) => (result === 'failure') === (failureCode !== undefined)),
    }),
    z.strictObject({
      kind: z.literal('manual_claim'),
      enforcementGrade: z.literal('weak'),
      detail: z.strictObject({ claimedBy: z.enum(['agent', 'user']), claim: textUpTo(budgets.summaryBytes) }),
    }),
  ]),
});
export type CapabilityObservation = z.infer<typeof CapabilityObservation>;

export const DivergenceReason = z.enum([
  'missing_user_context',
  'capability_unavailable',
  'efficiency_skip',
  'safety_stop',
  'policy_constraint',
]);

export const TraceEntry = z.strictObject({
  kind: z.enum([
    'selected_next_step',
    'evaluated_condition',
    'entered_loop',
    'exited_loop',
    'detected_non_tip_advance',
  ]),
  summary: textUpTo(budgets.traceSummaryBytes),
  refs: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('step_id'), stepId: z.string() }),
        z.strictObject({ kind: z.literal('loop_id'), loopId: z.string() }),
        z.strictObject({ kind: z.literal('condition_id'), conditionId: z.string() }),
        z.strictObject({ kind: z.literal('iteration'), iteration: z.int().nonnegative() }),
      ]),
    )
    .max(budgets.traceRefs),
});
export type TraceEntry = z.infer<typeof TraceEntry>;

const boundedTexts = (each: number) =>
  z
    .array(textUpTo(each))
    .refine((list) => list.reduce((sum, text) => sum + utf8Bytes(text), 0) <= budgets.validationTotalBytes)
    .refine((list) => list.every((text, index) => index === 0 || (list[index - 1] ?? '') <= text), 'must be sorted');

export const ValidationResult = z.strictObject({
  valid: z.boolean(),
  issues: boundedTexts(budgets.validationIssueBytes),
  suggestions: boundedTexts(budgets.validationSuggestionBytes),
});
export type ValidationResult = z.infer<typeof ValidationResult>;

export const bodies = {
  session_created: SessionOrigin,
  observation_recorded: Observation,
  run_started: z.strictObject({
    workflowId: z.string(),
    workflowHash: digest,
    workflowSourceKind: z.string(),
    workflowSourceRef: z.string(),
    /** Digests of the file and of the project's bindings, to notice later that they changed. */
    sourceFingerprint: z.strictObject({ source: z.string(), bindings: z.string() }).optional(),
    /** What the client that started it calls itself, where it does. */
    agent: z.string().min(1).max(budgets.agentNameChars).optional(),
  }),
  node_created: z.strictObject({
    nodeKind: NodeKind,
    parentNodeId: idOf('node').nullable(),
    workflowHash: digest,
    snapshotRef: digest,
    /** The step instance this node waits for; null when the run is complete there. */
    pending: z.string().nullable(),
  }),
  edge_created: Edge,
  advance_recorded: z.strictObject({
    attemptId: idOf('attempt'),
    intent: z.literal('ack_pending'),
    outcome: Outcome,
    requestDigest: digest.optional(),
    warnings: z.array(Warning).optional(),
    /** What people said that the answer passed on. */
    heard: z.array(z.string().max(80)).max(10).optional(),
  }),
  node_output_appended: Output,
  preferences_changed: z.strictObject({
    changeId: idOf('prefchg'),
    source: z.enum(['user', 'workflow_recommendation', 'system']),
    delta: PreferenceDelta,
    effective: Preferences,
  }),
  capability_observed: CapabilityObservation,
  gap_recorded: Gap,
  divergence_recorded: z.strictObject({
    divergenceId: idOf('div'),
    reason: DivergenceReason,
    summary: textUpTo(budgets.summaryBytes),
    relatedStepId: z.string().optional(),
  }),
  decision_trace_appended: z.strictObject({
    traceId: idOf('trace'),
    entries: z.array(TraceEntry).min(1).max(budgets.traceEntries),
  }),
  context_set: z.strictObject({
    contextId: idOf('ctx'),
    context: z.record(z.string(), z.json()),
    source: z.enum(['initial', 'agent_delta']),
  }),
  validation_performed: z.strictObject({
    validationId: idOf('val'),
    attemptId: idOf('attempt'),
    contractRef: z.string(),
    result: ValidationResult,
  }),
} as const;

export type EventKind = keyof typeof bodies;
export type BodyOf<K extends EventKind> = z.infer<(typeof bodies)[K]>;
