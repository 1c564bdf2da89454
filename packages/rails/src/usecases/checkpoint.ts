import type { Result } from '@atelier/kernel/core';
import { err, ok } from '@atelier/kernel/core';
import type { NodeId } from '../core/ids.ts';
import type { SentOutput } from '../core/outputs.ts';
import { checkpointNodeId, planCheckpoint } from '../core/plan/checkpoint.ts';
import type { NextCall, OkAnswer } from '../core/respond/answer.ts';
import { labelOf } from '../core/respond/answer.ts';
import type { NextIntent } from '../core/respond/next-intent.ts';
import type { NodeState, RunState } from '../core/session/state.ts';
import { isTip, preferredTipUnder } from '../core/session/tips.ts';
import type { WriteDeps } from './deps.ts';
import { createMint } from './node-facts.ts';
import { keysOf, locate, locateIn, readToken, sameScope } from './place.ts';
import { commitRefusedToRefusal, type Refusal } from './refusal.ts';

export type CheckpointRequest = {
  readonly checkpointToken: string;
  readonly stateToken?: string | undefined;
  readonly output?: SentOutput | undefined;
};

/** Nothing is left to save progress on: here, or anywhere the work went from here. */
const isOver = (run: RunState, node: NodeState): boolean =>
  node.pending === null || (!isTip(node) && preferredTipUnder(run, node)?.pending === null);

export type Checkpointed = {
  readonly checkpointNodeId: NodeId;
  readonly stateToken: string;
  readonly nextIntent: NextIntent;
  readonly nextCall: NextCall;
  readonly session: OkAnswer['session'];
};

/** Saves progress without advancing. The pending receipt stays good; a repeated call adds nothing. */
export const checkpoint =
  (deps: WriteDeps) =>
  async (request: CheckpointRequest): Promise<Result<Checkpointed, Refusal>> => {
    const keys = await keysOf(deps);
    if (!keys.ok) return keys;
    const token = readToken(deps, keys.value, 'checkpointToken', request.checkpointToken);
    if (!token.ok) return token;
    if (request.stateToken !== undefined) {
      const state = readToken(deps, keys.value, 'stateToken', request.stateToken);
      if (!state.ok) return state;
      const scoped = sameScope(token.value, state.value, 'checkpointToken');
      if (!scoped.ok) return scoped;
    }
    const { sessionId, attemptId } = token.value;
    const place = await locate(deps, token.value);
    if (!place.ok) return place;
    const nodeId = checkpointNodeId(deps.sha256, attemptId);

    if (!place.value.run.nodes.has(nodeId)) {
      // Carried again, so that this commit too holds all that it names.
      const snapshot = await deps.sessions.content(sessionId, place.value.node.snapshotRef);
      if (!snapshot) return err({ code: 'INTERNAL_ERROR', reason: 'snapshot_missing' });
      const locked = await deps.sessions.withHealthySessionLock<Result<null, Refusal>>(sessionId, async (witness) => {
        const now = locateIn(witness.state, token.value);
        if (!now.ok) return now;
        if (now.value.run.nodes.has(nodeId)) return ok(null);
        if (isOver(now.value.run, now.value.node))
          return err({ code: 'PRECONDITION_FAILED', reason: 'already_complete' });
        const plan = planCheckpoint({
          sha256: deps.sha256,
          sessionId,
          run: now.value.run,
          node: now.value.node,
          attemptId,
          output: request.output ?? {},
        });
        if (!plan.ok) return err({ code: 'VALIDATION_ERROR', because: plan.error });
        const done = await deps.sessions.commit(witness, {
          planned: plan.value.planned,
          content: [{ id: now.value.node.snapshotRef, bytes: snapshot }, ...plan.value.attachments],
        });
        if (done.ok) return ok(null);
        return err(commitRefusedToRefusal(done.error));
      });
      if (!locked.ok) return locked;
      if (!locked.value.ok) return locked.value;
    }
    const { run, node } = place.value;
    const stateToken = createMint(deps, keys.value, sessionId, run).state(node);
    return ok({
      checkpointNodeId: nodeId,
      stateToken,
      nextIntent: 'perform_pending_then_continue',
      nextCall: { tool: 'continue_workflow', params: { stateToken } },
      session: { sessionId, runId: run.runId, workflowId: run.workflowId, label: labelOf(run, node.pending) },
    });
  };
