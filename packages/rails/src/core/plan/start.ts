import type { JsonObject, Result } from '@atelier/kernel/core';
import { err, ok } from '@atelier/kernel/core';
import { budgets } from '../budgets.ts';
import type { ContextRefused } from '../context.ts';
import { mergeContext } from '../context.ts';
import type { Sha256 } from '../crypto.ts';
import { interpret } from '../engine/interpret.ts';
import { pendingKey } from '../engine/state.ts';
import type { WorkflowIndex } from '../engine/workflow-index.ts';
import type { BodyOf, Observation, Preferences, SessionOrigin } from '../events/bodies.ts';
import type { PlannedEvent } from '../events/event.ts';
import type { Warning } from '../events/warning.ts';
import type { AttemptId, NodeId, RunId, SessionId } from '../ids.ts';
import type { Attachment } from '../outputs.ts';
import type { PreferenceChange } from '../preferences.ts';
import { defaultPreferences, deltaOf, exceedances, withChange } from '../preferences.ts';
import type { Blocker } from '../reasons/blocker.ts';
import { reasonOfTrouble } from '../reasons/loop-reasons.ts';
import { weigh } from '../reasons/modes.ts';
import { toBlockers, toGapReason } from '../reasons/reason.ts';
import { truncate } from '../text.ts';
import { createEventPlan } from './event-plan.ts';
import { planSnapshot } from './snapshot.ts';

export type StartGiven = {
  readonly sha256: Sha256;
  readonly sessionId: SessionId;
  readonly runId: RunId;
  readonly nodeId: NodeId;
  readonly attemptId: AttemptId;
  /** False when the run joins a session that exists. */
  readonly newSession: boolean;
  /** Whose run it is, where no MCP client started it. */
  readonly origin?: SessionOrigin['origin'] | undefined;
  readonly workflow: WorkflowIndex;
  readonly started: BodyOf<'run_started'>;
  readonly context: JsonObject;
  readonly defaults: Preferences;
  readonly wanted: PreferenceChange;
  readonly observations: readonly Observation[];
};

export type StartPlan = {
  readonly planned: readonly PlannedEvent[];
  readonly snapshot: Attachment;
  readonly warnings: readonly Warning[];
};
export type StartRefused = ContextRefused | { readonly code: 'CANNOT_START'; readonly blockers: readonly Blocker[] };

/** The first step is chosen like every other one: conditions, loops and templates count from the start. */
export const planStart = (given: StartGiven): Result<StartPlan, StartRefused> => {
  const { workflow, nodeId, runId, sha256 } = given;
  const merged = mergeContext({}, given.context);
  if (!merged.ok) return merged;
  const preferences = withChange(given.defaults, given.wanted);
  const first = interpret({
    workflow,
    state: { kind: 'init' },
    context: merged.value,
    controlFor: () => undefined,
  });
  const troubles = first.troubles.map((trouble) => reasonOfTrouble(trouble, trouble.loopId));
  const weighed = weigh(troubles, preferences);
  if (weighed.blocking.length > 0) return err({ code: 'CANNOT_START', blockers: toBlockers(weighed.blocking) });

  const plan = createEventPlan({ ...given, runId });
  const snapshot = planSnapshot(sha256, first.state);
  const exceeded = exceedances(preferences, workflow.snapshot.recommendedPreferences);
  if (given.newSession) plan.sessionCreated(given.origin ? { origin: given.origin } : {});
  for (const observation of given.observations) plan.observation(observation, !given.newSession);
  plan.runStarted(given.started);
  plan.node(nodeId, {
    nodeKind: 'step',
    parentNodeId: null,
    workflowHash: given.started.workflowHash,
    snapshotRef: snapshot.id,
    pending: pendingKey(first.state),
  });
  const delta = deltaOf(defaultPreferences, preferences) ?? [{ key: 'autonomy' as const, value: preferences.autonomy }];
  plan.preferences(nodeId, {
    changeId: plan.idOf('prefchg', 'start'),
    source: given.wanted.autonomy || given.wanted.riskPolicy ? 'user' : 'system',
    delta,
    effective: preferences,
  });
  if (Object.keys(merged.value).length > 0)
    plan.context('initial', {
      contextId: plan.idOf('ctx', 'initial'),
      context: merged.value as Record<string, never>,
      source: 'initial',
    });
  weighed.gaps.forEach((reason, index) => {
    plan.gap(nodeId, {
      gapId: plan.idOf('gap', `reason:${index}`),
      severity: 'critical',
      reason: toGapReason(reason),
      summary: truncate(reason.message, budgets.summaryBytes, '…'),
      resolution: { kind: 'unresolved' },
    });
  });
  for (const { detail, warning } of exceeded)
    plan.gap(nodeId, {
      gapId: plan.idOf('gap', `exceeded:${detail}`),
      severity: 'warning',
      reason: { category: 'preference_exceedance', detail },
      summary: truncate(warning.message, budgets.summaryBytes, '…'),
      resolution: { kind: 'unresolved' },
    });
  if (first.trace.length > 0) plan.trace(nodeId, { traceId: plan.idOf('trace', 'start'), entries: [...first.trace] });
  return ok({ planned: plan.planned, snapshot, warnings: exceeded.map(({ warning }) => warning) });
};
