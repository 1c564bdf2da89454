import type { AttemptId, NodeId, RunId, SessionId } from '../ids.ts';
import type { BodyOf } from './bodies.ts';

/**
 * Dedupe keys are made of stable ids alone, never of event ids or time: a retried plan has the keys of the first,
 * and the log then answers with what it has. Free values enter as digests.
 */
export const keys = {
  session_created: (sid: SessionId) => `session_created:${sid}`,
  /** `attempt` is given when a value is seen again later, so that going back to an old branch is a new fact. */
  observation_recorded: (sid: SessionId, key: string, valueDigest: string, attempt?: AttemptId) =>
    `observation_recorded:${sid}:${key}:${valueDigest}${attempt ? `:${attempt}` : ''}`,
  run_started: (sid: SessionId, run: RunId) => `run_started:${sid}:${run}`,
  node_created: (sid: SessionId, run: RunId, node: NodeId) => `node_created:${sid}:${run}:${node}`,
  edge_created: (sid: SessionId, run: RunId, { fromNodeId, toNodeId, edgeKind }: BodyOf<'edge_created'>) =>
    `edge_created:${sid}:${run}:${fromNodeId}->${toNodeId}:${edgeKind}`,
  advance_recorded: (sid: SessionId, node: NodeId, attempt: AttemptId) => `advance_recorded:${sid}:${node}:${attempt}`,
  node_output_appended: (sid: SessionId, outputId: string) => `node_output_appended:${sid}:${outputId}`,
  preferences_changed: (sid: SessionId, changeId: string) => `preferences_changed:${sid}:${changeId}`,
  capability_observed: (sid: SessionId, capObsId: string) => `capability_observed:${sid}:${capObsId}`,
  gap_recorded: (sid: SessionId, gapId: string) => `gap_recorded:${sid}:${gapId}`,
  divergence_recorded: (sid: SessionId, divergenceId: string) => `divergence_recorded:${sid}:${divergenceId}`,
  decision_trace_appended: (sid: SessionId, traceId: string) => `decision_trace_appended:${sid}:${traceId}`,
  context_set: (sid: SessionId, run: RunId, origin: 'initial' | AttemptId) => `context_set:${sid}:${run}:${origin}`,
  validation_performed: (sid: SessionId, validationId: string) => `validation_performed:${sid}:${validationId}`,
} as const;
