import type { LogEvent } from '@atelier/kernel/core';
import { type Actor, readEvent } from './codec.ts';
import type { ContentId, MessageId, RevisionId } from './ids.ts';

/** A state the files of a Workbench were in, and what made it so. */
export type PastState = {
  readonly seq: number;
  readonly at: string;
  readonly tree: ContentId;
  readonly because: 'added' | 'removed' | 'refreshed' | 'written_back' | 'draft' | 'discarded' | 'published' | 'moved';
  readonly revisionId: RevisionId | null;
  /** What was noted of each file with the revision: the tool that wrote it, and what it says it did. */
  readonly review: ContentId | null;
  readonly messageId: MessageId | null;
  readonly runId: string | null;
  readonly by: Actor;
  /** Its files went when the history was trimmed. */
  readonly isGone?: true;
};

export type PastRun = { modelId: string | null; cost: number; isUnpriced: boolean };

/** Every state in the order it came to be. Small: a tree is an id, and texts stand elsewhere. */
export type Timeline = {
  states: PastState[];
  /** By run: which model worked, and what it cost. */
  readonly runs: Map<string, PastRun>;
  readonly runOfMessage: Map<string, string>;
  /** Revisions whose trees are gone from history. */
  readonly released: Set<RevisionId>;
  published: ContentId | null;
  /** Answers are being compared: Drafts come and go beside the Workbench's own. */
  isComparing: boolean;
};

export const emptyTimeline = (): Timeline => ({
  states: [],
  runs: new Map(),
  runOfMessage: new Map(),
  released: new Set(),
  published: null,
  isComparing: false,
});

export const foldTimeline = (timeline: Timeline, event: LogEvent): void => {
  const known = readEvent(event);
  if (!known) return;
  if ('data' in known) {
    switch (known.kind) {
      case 'run.started':
      case 'run.resumed':
        runAt(timeline, known.data.runId).modelId = known.data.modelId;
        return;
      case 'run.metered': {
        const run = runAt(timeline, known.data.runId);
        if (known.data.cost === null) run.isUnpriced = true;
        else run.cost += known.data.cost;
        return;
      }
      default:
        return;
    }
  }
  const { seq, at } = event;
  const by = (event.data.actor ?? { kind: 'engine', name: '' }) as unknown as Actor;
  const push = (tree: ContentId, because: PastState['because'], more: Partial<PastState> = {}): void => {
    if (timeline.states.at(-1)?.tree === tree) return;
    timeline.states.push({
      seq,
      at,
      tree,
      because,
      revisionId: null,
      review: null,
      messageId: null,
      runId: null,
      by,
      ...more,
    });
  };
  const publish = (tree: ContentId, because: PastState['because'], more: Partial<PastState> = {}): void => {
    timeline.published = tree;
    push(tree, because, more);
  };
  /** The files as a revision has them, with what is known of who made it; without one, as they are published. */
  const goTo = (revision: RevisionId | null, because: PastState['because'], messageId: MessageId | null): void => {
    const made = timeline.states.find(({ revisionId, because }) => revisionId === revision && because === 'draft');
    if (revision && made) {
      const { tree, review, runId, by } = made;
      return push(tree, because, { revisionId: revision, review, runId, messageId: made.messageId, by });
    }
    if (timeline.published) push(timeline.published, because, { messageId });
  };
  switch (known.kind) {
    case 'workbench.created':
      return publish(known.tree, 'added');
    case 'files.added':
      return publish(known.tree, 'added');
    case 'files.removed':
      return publish(known.tree, 'removed');
    case 'files.refreshed':
      return publish(known.tree, 'refreshed');
    case 'files.written_back':
      return publish(known.tree, 'written_back');
    case 'message.placed':
      if (known.runId) timeline.runOfMessage.set(known.messageId, known.runId);
      return;
    case 'draft.revision_created': {
      const { revisionId, messageId, review } = known;
      const runId = timeline.runOfMessage.get(messageId) ?? null;
      return push(known.tree, 'draft', { revisionId, messageId, runId, review });
    }
    case 'draft.history_released':
      for (const id of known.revisionIds) timeline.released.add(id);
      return;
    case 'history.trimmed': {
      const kept = new Set(known.keeps);
      timeline.states = timeline.states.map((state) => (kept.has(state.tree) ? state : { ...state, isGone: true }));
      return;
    }
    case 'draft.published':
      return publish(known.tree, 'published', { revisionId: known.revisionId });
    case 'draft.discarded':
      return timeline.isComparing ? undefined : goTo(null, 'discarded', null);
    case 'draft.discard_undone':
      return goTo(known.revisionId, 'moved', null);
    case 'draft.publish_undone':
      timeline.published = known.tree;
      return goTo(known.revisionId, 'moved', null);
    case 'head.moved':
      timeline.published = known.to.stamp.published;
      return goTo(known.to.stamp.draft?.revisionId ?? null, 'moved', known.to.head);
    case 'compare.opened':
      timeline.isComparing = true;
      return;
    case 'compare.chosen':
    case 'compare.closed':
      timeline.isComparing = false;
      timeline.published = known.place.stamp.published;
      return goTo(known.place.stamp.draft?.revisionId ?? null, 'moved', known.place.head);
    default:
      return;
  }
};

const runAt = (timeline: Timeline, runId: string): PastRun => {
  const found = timeline.runs.get(runId);
  if (found) return found;
  const made: PastRun = { modelId: null, cost: 0, isUnpriced: false };
  timeline.runs.set(runId, made);
  return made;
};

/** Which message, model and cost stand behind a state. The answer's own run may have been placed after its revision. */
export const madeBy = (timeline: Timeline, state: PastState) => {
  const runId = state.runId ?? (state.messageId && timeline.runOfMessage.get(state.messageId)) ?? null;
  const run = runId === null ? undefined : timeline.runs.get(runId);
  return {
    seq: state.seq,
    at: state.at,
    because: state.because,
    messageId: state.messageId,
    runId,
    modelId: run?.modelId ?? null,
    cost: run && !run.isUnpriced ? run.cost : null,
    by: state.by,
  };
};
export type MadeBy = ReturnType<typeof madeBy>;
