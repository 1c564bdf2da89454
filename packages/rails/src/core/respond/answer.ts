import type { EngineState } from '../engine/state.ts';
import type { WorkflowIndex } from '../engine/workflow-index.ts';
import type { Preferences } from '../events/bodies.ts';
import type { Warning } from '../events/warning.ts';
import type { AttemptId, NodeId, SessionId } from '../ids.ts';
import type { Blocker } from '../reasons/blocker.ts';
import type { Recovery } from '../render/recovery.ts';
import { downstreamRecap, renderRecovery } from '../render/recovery.ts';
import type { PendingStep } from '../render/render-pending.ts';
import { renderPending, stepPartsOf } from '../render/render-pending.ts';
import { standingOf } from '../render/standing.ts';
import type { AttemptState, NodeState, RunState } from '../session/state.ts';
import { isTip, preferredTipUnder } from '../session/tips.ts';
import type { NextIntent } from './next-intent.ts';
import { asksFirst, nextIntent } from './next-intent.ts';

export type NextCall = {
  readonly tool: 'continue_workflow';
  /** A receipt alone is enough to advance; a place alone brings the step back. */
  readonly params: { readonly stateToken?: string; readonly ackToken?: string };
};

export type Fork = {
  readonly cause: string;
  readonly siblingCount: number;
  readonly preferredTipNodeId: NodeId | null;
  readonly downstreamRecap: string;
};

type Common = {
  readonly stateToken: string;
  readonly checkpointToken?: string;
  readonly isComplete: boolean;
  readonly pending: PendingStep | null;
  readonly preferences: Preferences;
  readonly nextIntent: NextIntent;
  readonly nextCall: NextCall | null;
  readonly session: {
    readonly sessionId: SessionId;
    readonly runId: string;
    readonly workflowId: string;
    readonly label: string;
  };
  readonly recovery?: Recovery;
  readonly fork?: Fork;
  readonly warnings?: readonly Warning[];
};
export type OkAnswer = Common & { readonly kind: 'ok'; readonly ackToken?: string };
export type BlockedAnswer = Common & {
  readonly kind: 'blocked';
  readonly blockers: readonly Blocker[];
  readonly retryable: boolean;
  readonly retryAckToken?: string;
  readonly validation?: { readonly issues: readonly string[]; readonly suggestions: readonly string[] };
};
export type Answer = OkAnswer | BlockedAnswer;

export type Mint = {
  readonly state: (node: NodeState) => string;
  readonly ack: (node: NodeState, attemptId: AttemptId) => string;
  readonly checkpoint: (node: NodeState, attemptId: AttemptId) => string;
};

export type AnswerGiven = {
  readonly sessionId: SessionId;
  readonly run: RunState;
  readonly node: NodeState;
  readonly state: EngineState;
  readonly workflow: WorkflowIndex;
  readonly mint: Mint;
  /** The attempt that the answer's receipts stand for. */
  readonly attemptId: AttemptId;
  readonly via: 'start' | 'advance' | 'rehydrate';
  readonly attempt?: AttemptState;
  readonly warnings: readonly Warning[];
};

/** Says where the run stands. A pure reading of facts: asked again about the same facts, it gives the same bytes. */
export const answerAt = (given: AnswerGiven): Answer => {
  const { sessionId, run, node, state, workflow, mint, attemptId, via, warnings } = given;
  const rehydrated = via === 'rehydrate';
  const recovered = rehydrated ? renderRecovery(workflow, run, node, state) : undefined;
  const parts = stepPartsOf(workflow, run, node, state);
  const standing = rehydrated ? standingOf(workflow, run, node, parts, mint.state) : undefined;
  // Where the run has moved on, finishing this step is not the next move.
  const isNext = !rehydrated || isTip(node);
  const pending =
    parts &&
    renderPending(parts, {
      introduce: rehydrated || node.parentId === null,
      standing,
      recovery: recovered?.text,
      askFirst:
        isNext && asksFirst({ requireConfirmation: parts.requireConfirmation, autonomy: node.preferences.autonomy }),
      footer: isNext,
    });
  const stateToken = mint.state(node);
  const checkpointToken = pending ? { checkpointToken: mint.checkpoint(node, attemptId) } : {};
  const fork = given.attempt && forkOf(run, given.attempt);
  const common = {
    stateToken,
    ...checkpointToken,
    isComplete: pending === null,
    pending,
    preferences: node.preferences,
    session: { sessionId, runId: run.runId, workflowId: run.workflowId, label: labelOf(run, pending?.stepId ?? null) },
    ...(recovered && standing !== undefined ? { recovery: { ...recovered.recovery, standing } } : {}),
    ...(fork ? { fork } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
  if (!pending) return { kind: 'ok', ...common, nextIntent: nextIntent({ kind: 'complete' }), nextCall: null };
  const call = (ackToken?: string): NextCall => ({
    tool: 'continue_workflow',
    params: ackToken ? { ackToken } : { stateToken },
  });
  if (state.kind === 'blocked') {
    const retryable = state.blocked.kind === 'retryable_block';
    const retryAckToken =
      rehydrated || retryable
        ? { retryAckToken: mint.ack(node, rehydrated ? attemptId : retryAttemptOf(state, attemptId)) }
        : {};
    const validation =
      node.attemptId && run.attempts.get(node.attemptId)?.validations.find(({ result }) => !result.valid);
    return {
      kind: 'blocked',
      ...common,
      nextIntent: nextIntent(rehydrated ? { kind: 'rehydrated' } : { kind: 'blocked', retryable }),
      nextCall: call(retryAckToken.retryAckToken),
      blockers: state.blocked.blockers,
      retryable,
      ...retryAckToken,
      ...(validation
        ? { validation: { issues: validation.result.issues, suggestions: validation.result.suggestions } }
        : {}),
    };
  }
  const ackToken = mint.ack(node, attemptId);
  return {
    kind: 'ok',
    ...common,
    ackToken,
    nextIntent: nextIntent(
      rehydrated
        ? { kind: 'rehydrated' }
        : { kind: 'moved', requireConfirmation: pending.requireConfirmation, autonomy: node.preferences.autonomy },
    ),
    nextCall: call(ackToken),
  };
};

const retryAttemptOf = (state: Extract<EngineState, { kind: 'blocked' }>, otherwise: AttemptId): AttemptId =>
  state.blocked.kind === 'retryable_block' ? state.blocked.retryAttemptId : otherwise;

/** Tells several runs in one chat apart. */
export const labelOf = (run: RunState, stepId: string | null): string =>
  `run ${run.ordinal} · ${run.workflowId.slice(run.workflowId.indexOf('.') + 1)} · ${stepId === null ? 'complete' : `step ${stepId}`}`;

/** When an advance left an existing branch behind: what was there. */
const forkOf = (run: RunState, attempt: AttemptState): Fork | undefined => {
  const created = run.nodes.get(attempt.toNodeId);
  const from = run.nodes.get(attempt.fromNodeId);
  if (!created || !from || created.cause !== 'non_tip_advance') return undefined;
  const left = preferredTipUnder(run, from, created.nodeId);
  return {
    cause: created.cause,
    siblingCount: from.children.length - 1,
    preferredTipNodeId: left?.nodeId ?? null,
    downstreamRecap: left ? downstreamRecap(run, from, left) : '',
  };
};
