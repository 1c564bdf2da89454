import type { WaitsFor } from '@atelier/contracts';
import { conditionHolds, lookupIn } from '../../core/dialect/evaluate-condition.ts';
import type { WorkflowIndex } from '../../core/engine/workflow-index.ts';
import { contextAt } from '../../core/session/lineage.ts';
import type { NodeState, RunState } from '../../core/session/state.ts';
import { readStepKey } from './step-instance.ts';

/** What a run waits for, as far as a person can give it here. */
export const waitsForAt = (
  run: RunState,
  tip: NodeState | undefined,
  workflow: WorkflowIndex | undefined,
): WaitsFor => {
  if (!tip || tip.pending === null) return { kind: 'nothing' };
  const step = workflow?.stepById.get(readStepKey(tip.pending).stepId);
  const outcome = tip.attemptId ? run.attempts.get(tip.attemptId)?.record.outcome : undefined;
  if (tip.kind === 'blocked_attempt' && outcome?.kind === 'blocked') {
    const needed = outcome.blockers.find(({ code }) => code === 'USER_ONLY_DEPENDENCY');
    if (!needed) return { kind: 'agent', nodeId: tip.nodeId };
    const reason = step?.userDependency?.reason;
    return { kind: 'answer', nodeId: tip.nodeId, question: needed.message, ...(reason ? { reason } : {}) };
  }
  const confirm = step?.requireConfirmation ?? false;
  const asks = typeof confirm === 'boolean' ? confirm : conditionHolds(confirm, lookupIn(contextAt(run, tip)));
  return asks && tip.preferences.autonomy === 'guided'
    ? { kind: 'confirmation', nodeId: tip.nodeId }
    : { kind: 'agent', nodeId: tip.nodeId };
};
