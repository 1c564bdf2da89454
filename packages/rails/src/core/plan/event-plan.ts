import type { Sha256 } from '../crypto.ts';
import type { BodyOf, EventKind, PlannedEvent, Scope } from '../events/event.ts';
import { keys } from '../events/keys.ts';
import type { AttemptId, Id, NodeId, RunId, SessionId } from '../ids.ts';
import { digestOf, idOfAttempt } from '../ids.ts';

export type PlanContext = {
  readonly sha256: Sha256;
  readonly sessionId: SessionId;
  readonly runId: RunId;
  readonly attemptId: AttemptId;
};

/** Collects the events of one plan. Every id follows from the attempt, so the same call builds the same plan twice. */
export const createEventPlan = ({ sha256, sessionId, runId, attemptId }: PlanContext) => {
  const planned: PlannedEvent[] = [];
  const add = <K extends EventKind>(kind: K, key: string, scope: Scope | undefined, body: BodyOf<K>): Id<'evt'> => {
    const id = idOfAttempt(sha256, 'evt', attemptId, `${kind}:${planned.length}`);
    const event = { kind, id, key, attemptId, body, ...(scope ? { scope } : {}) };
    planned.push(event as unknown as PlannedEvent);
    return id;
  };
  const at = (nodeId: NodeId): Scope => ({ runId, nodeId });
  return {
    planned,
    idOf: <P extends 'out' | 'gap' | 'prefchg' | 'capobs' | 'div' | 'trace' | 'val' | 'ctx' | 'node'>(
      prefix: P,
      discriminator: string,
    ): Id<P> => idOfAttempt(sha256, prefix, attemptId, discriminator),
    sessionCreated: (body: BodyOf<'session_created'> = {}) =>
      add('session_created', keys.session_created(sessionId), undefined, body),
    observation: (body: BodyOf<'observation_recorded'>, again: boolean) => {
      const digest = digestOf(sha256, body.value.value).slice('sha256:'.length);
      const key = keys.observation_recorded(sessionId, body.key, digest, again ? attemptId : undefined);
      return add('observation_recorded', key, undefined, body);
    },
    runStarted: (body: BodyOf<'run_started'>) =>
      add('run_started', keys.run_started(sessionId, runId), { runId }, body),
    advance: (nodeId: NodeId, body: BodyOf<'advance_recorded'>) =>
      add('advance_recorded', keys.advance_recorded(sessionId, nodeId, attemptId), at(nodeId), body),
    node: (nodeId: NodeId, body: BodyOf<'node_created'>) =>
      add('node_created', keys.node_created(sessionId, runId, nodeId), at(nodeId), body),
    edge: (body: BodyOf<'edge_created'>) =>
      add('edge_created', keys.edge_created(sessionId, runId, body), { runId }, body),
    output: (nodeId: NodeId, body: BodyOf<'node_output_appended'>) =>
      add('node_output_appended', keys.node_output_appended(sessionId, body.outputId), at(nodeId), body),
    preferences: (nodeId: NodeId, body: BodyOf<'preferences_changed'>) =>
      add('preferences_changed', keys.preferences_changed(sessionId, body.changeId), at(nodeId), body),
    capability: (nodeId: NodeId, body: BodyOf<'capability_observed'>) =>
      add('capability_observed', keys.capability_observed(sessionId, body.capObsId), at(nodeId), body),
    gap: (nodeId: NodeId, body: BodyOf<'gap_recorded'>) =>
      add('gap_recorded', keys.gap_recorded(sessionId, body.gapId), at(nodeId), body),
    divergence: (nodeId: NodeId, body: BodyOf<'divergence_recorded'>) =>
      add('divergence_recorded', keys.divergence_recorded(sessionId, body.divergenceId), at(nodeId), body),
    trace: (nodeId: NodeId, body: BodyOf<'decision_trace_appended'>) =>
      add('decision_trace_appended', keys.decision_trace_appended(sessionId, body.traceId), at(nodeId), body),
    context: (origin: 'initial' | AttemptId, body: BodyOf<'context_set'>) =>
      add('context_set', keys.context_set(sessionId, runId, origin), { runId }, body),
    validation: (nodeId: NodeId, body: BodyOf<'validation_performed'>) =>
      add('validation_performed', keys.validation_performed(sessionId, body.validationId), at(nodeId), body),
  };
};
export type EventPlan = ReturnType<typeof createEventPlan>;
