import { z } from 'zod';
import { DataCondition, ValidationRule } from './compiled-conditions.ts';
import { AssessmentSpec, ContractPack, FollowUp } from './compiled-contracts.ts';
import { JsonRecord, JsonValue } from './json-value.ts';

export * from './compiled-conditions.ts';
export * from './compiled-contracts.ts';

/** Bumped whenever rendering the same snapshot would give other text; a pinned run keeps the version it started with. */
export const RENDERER_VERSION = 1;

export const WorkflowKind = z.enum(['workflow', 'routine']);
export type WorkflowKind = z.infer<typeof WorkflowKind>;

export const Autonomy = z.enum(['guided', 'full_auto_stop_on_user_deps', 'full_auto_never_stop']);
export type Autonomy = z.infer<typeof Autonomy>;
export const RiskPolicy = z.enum(['conservative', 'balanced', 'aggressive']);
export type RiskPolicy = z.infer<typeof RiskPolicy>;

/** Maxima, not defaults: a run above them is warned about and never refused. */
export const RecommendedPreferences = z.object({ autonomy: Autonomy.optional(), riskPolicy: RiskPolicy.optional() });
export type RecommendedPreferences = z.infer<typeof RecommendedPreferences>;

export const Capability = z.enum(['delegation', 'web_browsing']);
export type Capability = z.infer<typeof Capability>;
export const CapabilityNeed = z.enum(['required', 'preferred', 'disabled']);
export type CapabilityNeed = z.infer<typeof CapabilityNeed>;
export const Capabilities = z.object({
  delegation: CapabilityNeed.optional(),
  web_browsing: CapabilityNeed.optional(),
});
export type Capabilities = z.infer<typeof Capabilities>;

export const UserDependencyReason = z.enum([
  'needs_user_secret_or_token',
  'needs_user_account_access',
  'needs_user_artifact',
  'needs_user_choice',
  'needs_user_approval',
  'needs_user_environment_action',
]);
export type UserDependencyReason = z.infer<typeof UserDependencyReason>;
export const NonAssumable = z.enum([
  'preference_tradeoff',
  'scope_boundary',
  'irreversible_action',
  'external_side_effect',
  'policy_or_compliance',
]);
export type NonAssumable = z.infer<typeof NonAssumable>;

/** Fires at advance when `contextKey` is absent or, without a key, when no `wr.user_input` artifact came. */
export const UserDependency = z.object({
  reason: UserDependencyReason,
  nonAssumable: NonAssumable.optional(),
  contextKey: z.string().optional(),
});
export type UserDependency = z.infer<typeof UserDependency>;

/** `conditionId` is what the trace names. */
export const RunCondition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fixed'), conditionId: z.string(), holds: z.boolean() }),
  z.object({ kind: z.literal('data'), condition: DataCondition }),
]);
export type RunCondition = z.infer<typeof RunCondition>;

/**
 * `contractRef` names a pack in `contracts`. When `required` is false a missing artifact passes, but one of the pack's
 * kind is still checked. `criteria` is present only without a contract: a contract always wins.
 */
export const StepOutput = z.object({
  contractRef: z.string().optional(),
  required: z.boolean(),
  notesRequired: z.boolean(),
  hints: z.array(z.string()),
  criteria: ValidationRule.optional(),
});
export type StepOutput = z.infer<typeof StepOutput>;

/** Text added after the prompt at render time when `when` holds (or is absent). */
export const Fragment = z.object({ id: z.string(), when: DataCondition.optional(), text: z.string() });
export type Fragment = z.infer<typeof Fragment>;

export const Provenance = z.object({
  source: z.enum(['authored', 'template_injected', 'feature_injected', 'compiler_injected']),
  originId: z.string().optional(),
});
export type Provenance = z.infer<typeof Provenance>;

export const ProbeTiming = z.enum(['early_if_required', 'lazy_on_first_use']);
export type ProbeTiming = z.infer<typeof ProbeTiming>;

/**
 * The step that finds out whether a capability is there. Its `wr.capability_observation` artifact is recorded with
 * provenance `probe_step`. `need` is the workflow's declaration: `required` and unavailable blocks,
 * `preferred` degrades.
 */
export const CapabilityProbe = z.object({
  capability: Capability,
  need: z.enum(['required', 'preferred']),
  when: ProbeTiming,
  templateId: z.string(),
  recordAs: z.enum(['artifact', 'event']),
});
export type CapabilityProbe = z.infer<typeof CapabilityProbe>;

/** One thing the agent is asked to do. Everything needed to show and judge it is here or in the snapshot's tables. */
export const CompiledStep = z.object({
  /** Unique in the snapshot; steps expanded from a template are `<caller>.<step>`. */
  stepId: z.string(),
  title: z.string(),
  /** Final but for `{{var.path}}`, which is filled from context and loop variables at render time. */
  prompt: z.string(),
  /** Overrides the workflow's. */
  agentRole: z.string().optional(),
  requireConfirmation: z.union([z.boolean(), DataCondition]),
  runCondition: RunCondition.optional(),
  output: StepOutput.optional(),
  userDependency: UserDependency.optional(),
  /** Keys that must be in the merged context when this step is completed; absent = `MISSING_CONTEXT_KEY`. */
  requiresContext: z.array(z.string()),
  producesContext: z.array(z.string()),
  fragments: z.array(Fragment),
  functionReferences: z.array(z.string()),
  /** Assessments this step must send as `wr.assessment` artifacts, and the levels that ask for follow-up. */
  assessmentRefs: z.array(z.string()),
  followUps: z.array(FollowUp),
  probe: CapabilityProbe.optional(),
  /** Shown folded in Console and previews: loop gates, probes. */
  collapsed: z.boolean(),
  provenance: Provenance,
  /** Fields of the compatibility dialect that we keep and do not interpret. */
  metadata: JsonRecord.optional(),
});
export type CompiledStep = z.infer<typeof CompiledStep>;

/** A place in the workflow's sequence or in a loop's body: one step, or one nested loop. */
export const Position = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('step'), stepId: z.string() }),
  z.object({ kind: z.literal('loop'), loopId: z.string() }),
]);
export type Position = z.infer<typeof Position>;

/** What decides whether another pass begins. All but `loop_control` are asked before every pass, the first included. */
export const LoopSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fixed'), conditionId: z.string(), holds: z.boolean() }),
  /**
   * The first pass always runs; the last body step (`decisionStepId`) carries the loop_control contract.
   * Another pass begins when `decision` equals `continueWhen`.
   */
  z.object({
    kind: z.literal('loop_control'),
    conditionId: z.string(),
    continueWhen: z.enum(['continue', 'stop']),
    decisionStepId: z.string(),
  }),
  /** Dialect. Another pass while `condition` holds; a valid `wr.loop_control` artifact of this call beats it. */
  z.object({ kind: z.literal('context'), condition: DataCondition }),
  /** Dialect. `count` passes: a number, or a context path that must hold a whole number of at least 0. */
  z.object({
    kind: z.literal('for'),
    count: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('fixed'), count: z.int().nonnegative() }),
      z.object({ kind: z.literal('context'), path: z.string() }),
    ]),
  }),
  /** Dialect. One pass per element of the array at `itemsPath`. */
  z.object({ kind: z.literal('for_each'), itemsPath: z.string() }),
]);
export type LoopSource = z.infer<typeof LoopSource>;

/** Names under which a pass sees itself in conditions and prompts. `iteration` counts from 1, `index` from 0. */
export const LoopVariables = z.object({ iteration: z.string(), index: z.string(), item: z.string() });
export type LoopVariables = z.infer<typeof LoopVariables>;

export const CompiledLoop = z.object({
  loopId: z.string(),
  title: z.string().optional(),
  source: LoopSource,
  maxIterations: z.int().min(1).max(1000),
  /** `item` is bound only by a `for_each` source. */
  variables: LoopVariables,
  runCondition: RunCondition.optional(),
  /** Order is authoritative: an index here is the engine's `bodyIndex`. Never empty. */
  body: z.array(Position).min(1),
  functionReferences: z.array(z.string()),
});
export type CompiledLoop = z.infer<typeof CompiledLoop>;

export const Condition = z.discriminatedUnion('kind', [
  z.object({ id: z.string(), kind: z.literal('always_true') }),
  z.object({ id: z.string(), kind: z.literal('always_false') }),
  z.object({ id: z.string(), kind: z.literal('loop_control'), continueWhen: z.enum(['continue', 'stop']) }),
]);
export type Condition = z.infer<typeof Condition>;

/** A pointer to material, never its content; where it resolved to is never hashed. */
export const Reference = z.object({
  id: z.string(),
  title: z.string(),
  source: z.string(),
  purpose: z.string(),
  authoritative: z.boolean(),
  resolveFrom: z.enum(['workspace', 'package']),
});
export type Reference = z.infer<typeof Reference>;

export const FunctionDefinition = z.object({
  name: z.string(),
  definition: z.string(),
  parameters: z.array(JsonValue).optional(),
  scope: z.enum(['workflow', 'loop', 'step']),
});
export type FunctionDefinition = z.infer<typeof FunctionDefinition>;

export const WarningCode = z.enum([
  'legacy_dialect',
  'legacy_id',
  'flag_only_criteria',
  'context_loop',
  'unused_condition',
  'unused_extension_point',
  'feature_without_effect',
]);
export type WarningCode = z.infer<typeof WarningCode>;
export const CompileWarning = z.object({ code: WarningCode, pointer: z.string(), message: z.string() });
export type CompileWarning = z.infer<typeof CompileWarning>;

/**
 * The fully expanded workflow: executable on its own, without source, registry, builtins or bindings.
 * `workflowHash` is the SHA-256 of its canonical JSON. Tables (`conditions`, `loops`, `contracts`, `refs`, `features`,
 * `functionDefinitions`, `assessments`, `compiledWarnings`) are sorted by id in UTF-16 order; `sequence`, loop bodies
 * and `steps` keep document order.
 */
export const CompiledWorkflowSnapshotV1 = z.object({
  schemaVersion: z.literal(1),
  rendererVersion: z.int().positive(),
  workflowId: z.string(),
  kind: WorkflowKind,
  name: z.string(),
  description: z.string(),
  version: z.string(),
  agentRole: z.string().optional(),
  /** Shown with the first step and on rehydrate: what must hold, what to ask, how to work. */
  preconditions: z.array(z.string()),
  clarificationPrompts: z.array(z.string()),
  metaGuidance: z.array(z.string()),
  capabilities: Capabilities,
  features: z.array(z.object({ id: z.string(), config: JsonRecord.optional() })),
  contracts: z.array(ContractPack),
  refs: z.array(z.object({ refId: z.string(), contentHash: z.string(), bytes: z.int() })),
  references: z.array(Reference),
  resolvedBindings: z.record(z.string(), z.string()),
  recommendedPreferences: RecommendedPreferences.optional(),
  functionDefinitions: z.array(FunctionDefinition),
  assessments: z.array(AssessmentSpec),
  conditions: z.array(Condition),
  loops: z.array(CompiledLoop),
  /** Top-level order: an index here is a top-level position of the engine state. */
  sequence: z.array(Position).min(1),
  /** Every step of `sequence` and of every loop body, once, in document order. */
  steps: z.array(CompiledStep).min(1),
  compiledWarnings: z.array(CompileWarning),
  metadata: JsonRecord.optional(),
});
export type CompiledWorkflowSnapshotV1 = z.infer<typeof CompiledWorkflowSnapshotV1>;
