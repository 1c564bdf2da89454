import type { Result } from '@atelier/kernel/core';
import { err, ok } from '@atelier/kernel/core';
import type { EngineState, ExecutionSnapshot } from '../core/engine/state.ts';
import type { WorkflowIndex } from '../core/engine/workflow-index.ts';
import type { Digest, SessionId } from '../core/ids.ts';
import { checkpointAttempt, hashRefOf } from '../core/ids.ts';
import type { Mint } from '../core/respond/answer.ts';
import type { NodeState, RunState } from '../core/session/state.ts';
import type { SigningKeys } from '../core/token.ts';
import { encodeToken } from '../core/token.ts';
import type { ReadDeps } from './deps.ts';
import type { Refusal } from './refusal.ts';

/** The pinned workflow and the node's own snapshot. Missing is a fault of the store: nothing is ever recomputed. */
export const loadFacts = async (
  deps: Pick<ReadDeps, 'sessions' | 'workflows'>,
  sessionId: SessionId,
  run: RunState,
  node: NodeState,
): Promise<Result<{ readonly workflow: WorkflowIndex; readonly state: EngineState }, Refusal>> => {
  const workflow = await deps.workflows.get(run.workflowHash);
  if (!workflow) return err({ code: 'INTERNAL_ERROR', reason: 'pinned_workflow_missing' });
  const state = await loadState(deps, sessionId, node.snapshotRef);
  return state.ok ? ok({ workflow, state: state.value }) : state;
};

const loadState = async (
  deps: Pick<ReadDeps, 'sessions'>,
  sessionId: SessionId,
  ref: Digest,
): Promise<Result<EngineState, Refusal>> => {
  const bytes = await deps.sessions.content(sessionId, ref);
  if (!bytes) return err({ code: 'INTERNAL_ERROR', reason: 'snapshot_missing' });
  const known = stateByBytes.get(bytes);
  if (known) return ok(known);
  // Found by its digest, and checked in full before it was written: only its version can be a surprise.
  const snapshot = JSON.parse(decoder.decode(bytes)) as ExecutionSnapshot;
  if (snapshot.v !== 1 || snapshot.enginePayload.v !== 1)
    return err({ code: 'INTERNAL_ERROR', reason: 'snapshot_version' });
  stateByBytes.set(bytes, snapshot.enginePayload.engineState);
  return ok(snapshot.enginePayload.engineState);
};

const decoder = new TextDecoder();
/** What was written or read is asked for again by the next call; it lives as long as its bytes are kept. */
const stateByBytes = new WeakMap<Uint8Array, EngineState>();

export const rememberState = (bytes: Uint8Array, state: EngineState): void => void stateByBytes.set(bytes, state);

export const createMint = (
  { hmac, sha256 }: Pick<ReadDeps, 'hmac' | 'sha256'>,
  keys: SigningKeys,
  sessionId: SessionId,
  run: RunState,
): Mint => {
  const place = (node: NodeState) => ({ sessionId, runId: run.runId, nodeId: node.nodeId });
  return {
    state: (node) =>
      encodeToken({ kind: 'state', ...place(node), workflowHashRef: hashRefOf(run.workflowHash) }, hmac, keys.current),
    ack: (node, attemptId) => encodeToken({ kind: 'ack', ...place(node), attemptId }, hmac, keys.current),
    checkpoint: (node, attemptId) =>
      encodeToken(
        { kind: 'checkpoint', ...place(node), attemptId: checkpointAttempt(sha256, attemptId) },
        hmac,
        keys.current,
      ),
  };
};
