import type { Bench, BenchRun, Lane, Revision } from '../../core/bench.ts';
import type { WorkbenchEvent } from '../../core/conversation.ts';
import type { LaneState } from '../../core/events.ts';
import type { MessageId } from '../../core/ids.ts';

/** What a lane came to, as its own stream tells it. */
export type LaneOutcome = {
  readonly bench: Bench;
  /** The newest answer of its run; for a lane that stopped without one, what was done and what was not. */
  readonly text: string;
  readonly isCut: boolean;
  readonly tokens: { readonly tokensIn: number; readonly tokensCached: number; readonly tokensOut: number };
  readonly cost: number | null;
};

export const laneStateOf = (run: BenchRun | null): LaneState => {
  switch (run?.state) {
    case 'running':
      return 'running';
    case 'completed':
      return 'ready';
    case 'canceled':
      return 'canceled';
    case 'failed':
      return 'failed';
    case 'paused':
    case undefined:
      return 'interrupted';
  }
};

/** A person was asked whether this model may see the files, and said no. */
export const isDenied = ({ run }: Bench): boolean => run?.state === 'canceled' && run.consent !== null;

/**
 * The outcome told on the Workbench's own stream, so that nothing a person may choose lives anywhere else: the answer
 * under the question, the lane's Draft with all its revisions, and how the lane stands.
 */
export const laneTold = (
  bench: Bench,
  lane: Lane,
  outcome: LaneOutcome,
  /** The same for the same outcome: told twice, it changes nothing. */
  messageId: MessageId,
): readonly WorkbenchEvent[] => {
  const { compare } = bench;
  const { run } = outcome.bench;
  if (!compare) return [];
  const state = laneStateOf(run);
  const hasAnswer = run !== null && (state === 'ready' || (state === 'interrupted' && outcome.text !== ''));
  const told = hasAnswer ? messageId : null;
  if (lane.state === state && lane.messageId === told) return [];
  const draft = outcome.bench.draft;
  const updated: WorkbenchEvent = {
    kind: 'compare.lane_updated',
    compareId: compare.id,
    laneId: lane.id,
    state,
    messageId: told,
    draft: hasAnswer ? draft : null,
  };
  if (!hasAnswer || !run) return [updated];
  const { runId, modelId } = { runId: run.id, modelId: run.modelId ?? lane.modelId };
  const stamp = { ...compare.base.stamp, draft };
  return [
    ...draftTold(bench, lane, outcome.bench, messageId),
    { kind: 'run.started', data: { runId, modelId, effort: null, cap: null, scopeHash: '' } },
    { kind: 'message.assistant_started', data: { runId, messageId, modelId } },
    {
      kind: 'message.placed',
      messageId,
      parentId: compare.userMessageId,
      role: 'assistant',
      runId,
      laneId: lane.id,
      stamp: null,
    },
    { kind: 'message.assistant_partial', data: { messageId, offset: 0, text: outcome.text } },
    state === 'ready'
      ? { kind: 'message.assistant_completed', data: { runId, messageId, isCut: outcome.isCut } }
      : { kind: 'message.assistant_interrupted', data: { runId, messageId } },
    { kind: 'message.stamped', messageId, stamp },
    { kind: 'run.metered', data: { runId, ...outcome.tokens, cost: outcome.cost, isEstimate: false } },
    { kind: 'run.completed', data: { runId } },
    updated,
  ];
};

const draftTold = (bench: Bench, lane: Lane, own: Bench, messageId: MessageId): readonly WorkbenchEvent[] => {
  const draft = own.draft && own.drafts.get(own.draft.draftId);
  if (!draft) return [];
  const isNew = ({ id, draftId, isReleased }: Revision): boolean =>
    draftId === draft.id && !isReleased && !bench.revisions.has(id);
  const created: WorkbenchEvent = {
    kind: 'draft.created',
    draftId: draft.id,
    base: draft.base,
    reference: draft.reference,
    source: { kind: 'workshop', ref: lane.id },
    label: lane.label,
    laneId: lane.id,
    holds: [draft.base],
  };
  return [
    ...(bench.drafts.has(draft.id) ? [] : [created]),
    ...[...own.revisions.values()].filter(isNew).map(
      ({ id, draftId, baseRevisionId, tree, review, bytes }): WorkbenchEvent => ({
        kind: 'draft.revision_created',
        draftId,
        revisionId: id,
        baseRevisionId,
        messageId,
        tree,
        review,
        bytes,
        holds: review ? [tree, review] : [tree],
      }),
    ),
  ];
};
