import type { JsonObject, Result } from '@atelier/kernel/core';
import { err, ok } from '@atelier/kernel/core';
import { budgets } from '../budgets.ts';
import type { ContextRefused } from '../context.ts';
import { mergeContext } from '../context.ts';
import type { Sha256 } from '../crypto.ts';
import { interpret } from '../engine/interpret.ts';
import type { LoopControl } from '../engine/loop-decision.ts';
import { scopeAt } from '../engine/scope.ts';
import type { EngineState } from '../engine/state.ts';
import { pendingKey } from '../engine/state.ts';
import { createTrace } from '../engine/trace.ts';
import type { WorkflowIndex } from '../engine/workflow-index.ts';
import { stepOf } from '../engine/workflow-index.ts';
import type { Observation, TraceEntry } from '../events/bodies.ts';
import type { PlannedEvent } from '../events/event.ts';
import type { Warning } from '../events/warning.ts';
import type { UserAnswer, UserQuestion } from '../guidance/user-question.ts';
import { questionFor } from '../guidance/user-question.ts';
import type { AttemptId, Digest, NodeId, SessionId } from '../ids.ts';
import { nextAttempt } from '../ids.ts';
import type { Attachment, OutputRefused, SentOutput } from '../outputs.ts';
import { checkOutput, planOutputs } from '../outputs.ts';
import { type PersonWord, wordToWarning } from '../person-words.ts';
import type { TestPattern } from '../reasons/criteria.ts';
import { judgeAssessments } from '../reasons/judge-assessments.ts';
import type { OutputVerdict } from '../reasons/judge-output.ts';
import { judgeOutput } from '../reasons/judge-output.ts';
import { judgeNeeds } from '../reasons/judge-step.ts';
import { reasonOfTrouble } from '../reasons/loop-reasons.ts';
import { weigh } from '../reasons/modes.ts';
import { divergencesIn, judgeCapabilities, observationsIn } from '../reasons/observe.ts';
import type { Reason } from '../reasons/reason.ts';
import { isRetryable, toBlockers, toGapReason } from '../reasons/reason.ts';
import { contextAt } from '../session/lineage.ts';
import type { NodeState, RunState } from '../session/state.ts';
import { isTip } from '../session/tips.ts';
import { truncate } from '../text.ts';
import { boundedTexts } from './bounded.ts';
import { controlsIn } from './controls.ts';
import type { EventPlan } from './event-plan.ts';
import { createEventPlan } from './event-plan.ts';
import type { GapResolutionRefused } from './gap-resolutions.ts';
import { gapResolutionsIn } from './gap-resolutions.ts';
import type { WantedChange } from './preference-plan.ts';
import { planPreferences } from './preference-plan.ts';
import { planSnapshot } from './snapshot.ts';
import { withAnswer } from './user-answer.ts';

export type AdvanceRequest = {
  readonly context?: JsonObject | undefined;
  readonly output?: SentOutput | undefined;
};

export type AdvanceGiven = {
  readonly sha256: Sha256;
  readonly testPattern: TestPattern;
  readonly sessionId: SessionId;
  readonly run: RunState;
  readonly node: NodeState;
  readonly workflow: WorkflowIndex;
  readonly state: EngineState;
  readonly attemptId: AttemptId;
  readonly request: AdvanceRequest;
  readonly requestDigest: Digest;
  /** Changes of preferences that wait: queued ones first, then this call's. */
  readonly wanted: readonly WantedChange[];
  readonly observations: readonly Observation[];
  /** Loop decisions recorded in the same pass of the same loop. */
  readonly recorded: readonly LoopControl[];
  /** Whether the person can be asked now, or what they said. */
  readonly person?: Person | undefined;
  /** What people said since the agent was last told; the answer passes it on. */
  readonly words?: readonly PersonWord[];
};

export type Person = 'can_be_asked' | { readonly said: UserAnswer };

export type AdvancePlan = {
  readonly planned: readonly PlannedEvent[];
  readonly toNodeId: NodeId;
  readonly snapshot: Attachment;
  /** What the snapshot says. */
  readonly state: EngineState;
  readonly attachments: readonly Attachment[];
};

export type AdvanceRefused =
  | ContextRefused
  | OutputRefused
  | GapResolutionRefused
  | { readonly code: 'ALREADY_COMPLETE' }
  /** Nothing is recorded: the same call comes again, with what the person said. */
  | { readonly code: 'INPUT_REQUIRED'; readonly question: UserQuestion };

/** The whole decision of an advance: what would be recorded, or why nothing may be. Reads no clock and no disk. */
export const planAdvance = (given: AdvanceGiven): Result<AdvancePlan, AdvanceRefused> => {
  const { run, node, workflow, state, person } = given;
  if (state.kind === 'init' || state.kind === 'complete' || state.pending.kind === 'none')
    return err({ code: 'ALREADY_COMPLETE' });
  const { step: pending } = state.pending;
  const step = stepOf(workflow, pending.stepId);
  const said = typeof person === 'object' ? person.said : undefined;
  const request = withAnswer(given.request, step, contextAt(run, node), said);
  const output = request.output ?? {};
  const artifacts = output.artifacts ?? [];
  const merged = mergeContext(contextAt(run, node), request.context ?? {});
  if (!merged.ok) return merged;
  const sound = checkOutput(output);
  if (!sound.ok) return sound;
  const resolutions = gapResolutionsIn(artifacts, run, node);
  if (!resolutions.ok) return resolutions;

  const context = merged.value;
  const scope = scopeAt(workflow, context, pending.loopPath);
  const observed = observationsIn(step, artifacts);
  const verdict = judgeOutput(workflow, step, pending.loopPath, output, scope, given.testPattern);
  const capabilities = judgeCapabilities(workflow, step, observed);
  const reasons: readonly Reason[] = [
    ...verdict.reasons,
    ...judgeNeeds(step, context, output),
    ...judgeAssessments(workflow, step, artifacts),
    ...capabilities.reasons,
  ];
  const weighed = weigh(reasons, node.preferences);
  if (weighed.blocking.length > 0) {
    const onlyThePerson = weighed.blocking.every(({ kind }) => kind === 'user_only_dependency');
    const question = person === 'can_be_asked' && onlyThePerson ? questionFor(step, output.notesMarkdown) : undefined;
    if (question) return err({ code: 'INPUT_REQUIRED', question });
    return ok(planBlocked(given, state, weighed.blocking, verdict));
  }

  const controlFor = controlsIn(artifacts, pending.loopPath, given.recorded);
  const moved = interpret({ workflow, state, context, controlFor });
  const alreadyTold = reasons.some(({ pointer }) => pointer.kind === 'output_contract');
  const troubles = moved.troubles
    .filter(({ kind }) => !(kind === 'missing_decision' && alreadyTold))
    .map((trouble) => reasonOfTrouble(trouble, pending.stepId));
  const stuck = weigh(troubles, node.preferences);
  if (stuck.blocking.length > 0) return ok(planBlocked(given, state, stuck.blocking, verdict));

  const plan = createEventPlan({ ...given, runId: run.runId });
  const outputs = planOutputs(given.sha256, given.attemptId, output);
  const preferences = planPreferences(node.preferences, given.wanted, workflow.snapshot.recommendedPreferences);
  const degraded = [...capabilities.warnings, ...weighed.warnings];
  const warnings: readonly Warning[] = [
    ...(given.words ?? []).map(wordToWarning),
    ...outputs.warnings,
    ...degraded,
    ...preferences.warnings,
  ];
  const toNodeId = plan.idOf('node', 'advance');
  const snapshot = planSnapshot(given.sha256, moved.state);

  const eventId = plan.advance(node.nodeId, {
    attemptId: given.attemptId,
    intent: 'ack_pending',
    outcome: { kind: 'advanced', toNodeId },
    requestDigest: given.requestDigest,
    ...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
    ...heardIn(given),
  });
  recordValidation(plan, given, verdict);
  if (Object.keys(request.context ?? {}).length > 0)
    plan.context(given.attemptId, {
      contextId: plan.idOf('ctx', 'delta'),
      context: context as Record<string, never>,
      source: 'agent_delta',
    });
  observed.forEach((observation, index) => {
    plan.capability(node.nodeId, { ...observation, capObsId: plan.idOf('capobs', String(index)) });
  });
  divergencesIn(artifacts).forEach((divergence, index) => {
    plan.divergence(node.nodeId, { ...divergence, divergenceId: plan.idOf('div', String(index)) });
  });
  recordGaps(plan, given, [...weighed.gaps, ...stuck.gaps], degraded, preferences.exceeded);
  resolutions.value.forEach(({ resolves, summary }, index) => {
    plan.gap(node.nodeId, {
      gapId: plan.idOf('gap', `resolution:${index}`),
      severity: 'info',
      reason: resolves.reason,
      summary,
      resolution: { kind: 'resolves', resolvesGapId: resolves.gapId },
    });
  });
  recordMove(plan, given, { eventId, toNodeId, nodeKind: 'step', snapshot, state: moved.state, trace: moved.trace });
  for (const change of preferences.changes) plan.preferences(toNodeId, change);
  for (const body of outputs.bodies) plan.output(node.nodeId, body);
  for (const observation of given.observations) plan.observation(observation, true);
  return ok({ planned: plan.planned, toNodeId, snapshot, state: moved.state, attachments: outputs.attachments });
};

type WorkingState = Extract<EngineState, { kind: 'running' | 'blocked' }>;

/** A block is a node of its own: the attempt failed, and what was sent with it is not kept. */
const planBlocked = (
  given: AdvanceGiven,
  state: WorkingState,
  reasons: readonly Reason[],
  verdict: OutputVerdict,
): AdvancePlan => {
  const { run, node, workflow } = given;
  const plan = createEventPlan({ ...given, runId: run.runId });
  const toNodeId = plan.idOf('node', 'blocked');
  const blockers = toBlockers(reasons);
  const retryable = reasons.every(isRetryable) && chainedBlocks(run, node) + 1 < budgets.blockedChain;
  const validationRef = verdict.validation ? { validationRef: plan.idOf('val', 'output') } : {};
  const reason = blockers[0]?.code ?? 'INVARIANT_VIOLATION';
  const work = { completed: state.completed, loopStack: state.loopStack, pending: state.pending };
  const next: EngineState = {
    kind: 'blocked',
    ...work,
    blocked: retryable
      ? {
          kind: 'retryable_block',
          reason,
          retryAttemptId: nextAttempt(given.sha256, given.attemptId),
          ...validationRef,
          blockers,
        }
      : { kind: 'terminal_block', reason, ...validationRef, blockers },
  };
  const preferences = planPreferences(node.preferences, given.wanted, workflow.snapshot.recommendedPreferences);
  const snapshot = planSnapshot(given.sha256, next);
  const eventId = plan.advance(node.nodeId, {
    attemptId: given.attemptId,
    intent: 'ack_pending',
    outcome: { kind: 'blocked', blockedNodeId: toNodeId, blockers },
    requestDigest: given.requestDigest,
    ...toldIn([...(given.words ?? []).map(wordToWarning), ...preferences.warnings]),
    ...heardIn(given),
  });
  recordValidation(plan, given, verdict);
  recordGaps(plan, given, [], [], preferences.exceeded);
  recordMove(plan, given, { eventId, toNodeId, nodeKind: 'blocked_attempt', snapshot, state: next, trace: [] });
  for (const change of preferences.changes) plan.preferences(toNodeId, change);
  return { planned: plan.planned, toNodeId, snapshot, state: next, attachments: [] };
};

type Move = {
  readonly eventId: `evt_${string}`;
  readonly toNodeId: NodeId;
  readonly nodeKind: 'step' | 'blocked_attempt';
  readonly snapshot: Attachment;
  readonly state: EngineState;
  readonly trace: readonly TraceEntry[];
};

const recordMove = (plan: EventPlan, { run, node }: AdvanceGiven, move: Move): void => {
  const forks = !isTip(node);
  const fork = createTrace();
  if (forks) fork.forked(node.pending ?? '');
  const entries = [...fork.entries(), ...move.trace].slice(0, budgets.traceEntries);
  if (entries.length > 0) plan.trace(node.nodeId, { traceId: plan.idOf('trace', 'advance'), entries });
  plan.node(move.toNodeId, {
    nodeKind: move.nodeKind,
    parentNodeId: node.nodeId,
    workflowHash: run.workflowHash,
    snapshotRef: move.snapshot.id,
    pending: pendingKey(move.state),
  });
  plan.edge({
    edgeKind: 'acked_step',
    fromNodeId: node.nodeId,
    toNodeId: move.toNodeId,
    cause: { kind: forks ? 'non_tip_advance' : 'intentional_fork', eventId: move.eventId },
  });
};

const recordValidation = (plan: EventPlan, { node, attemptId }: AdvanceGiven, { validation }: OutputVerdict): void => {
  if (!validation) return;
  plan.validation(node.nodeId, {
    validationId: plan.idOf('val', 'output'),
    attemptId,
    contractRef: validation.contractRef,
    result: {
      valid: validation.valid,
      issues: boundedTexts(validation.issues, budgets.validationIssueBytes),
      suggestions: boundedTexts(validation.suggestions, budgets.validationSuggestionBytes),
    },
  });
};

const recordGaps = (
  plan: EventPlan,
  { node }: AdvanceGiven,
  reasons: readonly Reason[],
  degraded: readonly Warning[],
  exceeded: readonly ('autonomy' | 'risk_policy')[],
): void => {
  const unresolved = { kind: 'unresolved' as const };
  reasons.forEach((reason, index) => {
    plan.gap(node.nodeId, {
      gapId: plan.idOf('gap', `reason:${index}`),
      severity: 'critical',
      reason: toGapReason(reason),
      summary: truncate(reason.message, budgets.summaryBytes, '…'),
      resolution: unresolved,
    });
  });
  if (node.preferences.autonomy === 'full_auto_never_stop')
    degraded.forEach((warning, index) => {
      plan.gap(node.nodeId, {
        gapId: plan.idOf('gap', `degraded:${index}`),
        severity: 'warning',
        reason: { category: 'capability_missing', detail: 'required_capability_unavailable' },
        summary: truncate(warning.message, budgets.summaryBytes, '…'),
        resolution: unresolved,
      });
    });
  for (const detail of exceeded)
    plan.gap(node.nodeId, {
      gapId: plan.idOf('gap', `exceeded:${detail}`),
      severity: 'warning',
      reason: { category: 'preference_exceedance', detail },
      summary: `The chosen ${detail === 'autonomy' ? 'autonomy' : 'risk policy'} exceeds what the workflow recommends.`,
      resolution: unresolved,
    });
};

/** How many blocks in a row end at this node. */
const chainedBlocks = (run: RunState, from: NodeState): number => {
  let count = 0;
  for (let node: NodeState | undefined = from; node?.kind === 'blocked_attempt'; count += 1)
    node = node.parentId === null ? undefined : run.nodes.get(node.parentId);
  return count;
};

const heardIn = ({ words = [] }: Pick<AdvanceGiven, 'words'>): { heard?: string[] } =>
  words.length === 0 ? {} : { heard: words.map(({ messageId }) => messageId) };

const toldIn = (warnings: readonly Warning[]): { warnings?: Warning[] } =>
  warnings.length === 0 ? {} : { warnings: [...warnings] };
