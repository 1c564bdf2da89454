import type { Result } from '@atelier/kernel/core';
import { ok } from '@atelier/kernel/core';
import type { Sha256 } from '../crypto.ts';
import type { PlannedEvent } from '../events/event.ts';
import type { AttemptId, NodeId, SessionId } from '../ids.ts';
import { idOfAttempt } from '../ids.ts';
import type { Attachment, OutputRefused, SentOutput } from '../outputs.ts';
import { checkOutput, planOutputs } from '../outputs.ts';
import type { NodeState, RunState } from '../session/state.ts';
import { createEventPlan } from './event-plan.ts';

export type CheckpointGiven = {
  readonly sha256: Sha256;
  readonly sessionId: SessionId;
  readonly run: RunState;
  readonly node: NodeState;
  readonly attemptId: AttemptId;
  readonly output: SentOutput;
};

export type CheckpointPlan = { readonly planned: readonly PlannedEvent[]; readonly attachments: readonly Attachment[] };

/** Known from the attempt alone, so that a repeated call finds what it made before. */
export const checkpointNodeId = (sha256: Sha256, attemptId: AttemptId): NodeId =>
  idOfAttempt(sha256, 'node', attemptId, 'checkpoint');

/** Progress saved beside the path: the node waits for the same step, and nothing was advanced. */
export const planCheckpoint = (given: CheckpointGiven): Result<CheckpointPlan, OutputRefused> => {
  const { run, node, sha256, attemptId } = given;
  const sound = checkOutput(given.output);
  if (!sound.ok) return sound;
  const plan = createEventPlan({ ...given, runId: run.runId });
  const nodeId = checkpointNodeId(sha256, attemptId);
  const eventId = plan.node(nodeId, {
    nodeKind: 'checkpoint',
    parentNodeId: node.nodeId,
    workflowHash: run.workflowHash,
    snapshotRef: node.snapshotRef,
    pending: node.pending,
  });
  plan.edge({
    edgeKind: 'checkpoint',
    fromNodeId: node.nodeId,
    toNodeId: nodeId,
    cause: { kind: 'checkpoint_created', eventId },
  });
  const outputs = planOutputs(sha256, attemptId, given.output);
  for (const body of outputs.bodies) plan.output(nodeId, body);
  return ok({ planned: plan.planned, attachments: outputs.attachments });
};
