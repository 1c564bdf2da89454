import { type Bench, type BenchMessage, editsIn, type Revision } from './bench.ts';
import type { WorkbenchEvent } from './conversation.ts';
import type { BenchEvent, BenchEventOf, Place } from './events.ts';
import { foldConversation, patchRun } from './fold-conversation.ts';
import type { ContentId, DraftId, RevisionId } from './ids.ts';
import { foldTrimmed } from './trim.ts';

export type Recorded = { readonly seq: number; readonly at: string };

/**
 * What the log says is true now. It changes the bench it is given: a Workbench of ten thousand messages would
 * otherwise be copied for each of them. Whoever keeps folds owns the only reference.
 */
export const fold = (bench: Bench, event: WorkbenchEvent, { seq, at }: Recorded): void => {
  if ('data' in event) return foldConversation(bench, event);
  for (const id of event.holds ?? []) bench.holds.set(id, (bench.holds.get(id) ?? 0) + 1);
  for (const id of event.releases ?? []) release(bench, id);
  apply(bench, event, seq, at);
};

const apply = (bench: Bench, event: BenchEvent, seq: number, at: string): void => {
  switch (event.kind) {
    case 'workbench.created':
      bench.id = event.workbenchId;
      bench.name = event.name;
      bench.published = event.tree;
      bench.supplied.push({ tree: event.tree, paths: null });
      bench.modelId = event.modelId;
      bench.folder = event.folder;
      return;
    case 'workbench.renamed':
      bench.name = event.name;
      return;
    case 'workbench.deleted':
      bench.isDeleted = true;
      return;
    case 'workbench.restored':
      bench.isDeleted = false;
      return;
    case 'workbench.settings_changed':
      bench.settings = { ...bench.settings, ...event.set };
      return;

    case 'files.added':
    case 'files.removed':
    case 'files.refreshed':
      bench.published = event.tree;
      bench.redo = [];
      if (event.kind !== 'files.removed') {
        bench.supplied.push({ tree: event.tree, paths: event.paths });
        for (const each of event.originals ?? []) bench.originals.set(each.path, each);
      }
      return;
    case 'files.written_back':
      for (const each of event.originals ?? []) bench.originals.set(each.path, each);
      return;
    case 'context.processed':
    case 'context.edited':
    case 'context.placed':
    case 'context.deleted':
      return changeContext(bench, event);
    case 'message.placed': {
      const { messageId: id, parentId, role, runId, stamp } = event;
      const status = role === 'user' ? 'complete' : 'streaming';
      addMessage(bench, { id, parentId, role, runId, status, stamp, stampSeq: stamp ? seq : -1 });
      if (role === 'user') bench.redo = [];
      return;
    }
    case 'message.stamped': {
      const message = bench.messages.get(event.messageId);
      if (message) Object.assign(message, { stamp: event.stamp, stampSeq: seq });
      return;
    }
    case 'message.card': {
      const { messageId: id, parentId, stamp } = event;
      addMessage(bench, { id, parentId, role: 'system', runId: null, status: 'complete', stamp, stampSeq: seq });
      return;
    }

    case 'run.ordered':
      bench.artifacts = { research: null, plan: null };
      bench.run = {
        id: event.runId,
        userMessageId: event.userMessageId,
        mode: event.mode,
        modelId: bench.modelId,
        term: 0,
        state: 'running',
        phase: null,
        item: null,
        draftId: bench.draft?.draftId ?? null,
        ack: null,
        workflowId: event.workflowId ?? null,
        tuning: event.tuning ?? {},
        results: [],
        notes: [],
        consent: null,
        isBegun: false,
        finished: null,
        asked: null,
        answer: null,
      };
      return;
    case 'run.item_staged':
      if (bench.run?.id === event.runId) bench.run.item?.staged.push(event.tree);
      return;
    case 'run.item_settled': {
      const { runId, item, outcome, said = null } = event;
      patchRun(bench, runId, { item: null });
      if (outcome && bench.run?.id === runId) bench.run.results = [...bench.run.results, { item, outcome, said }];
      return;
    }
    case 'run.step_taken': {
      const { nodeId, ackToken: token, step = null } = event;
      patchRun(bench, event.runId, { ack: { nodeId, token, step }, finished: null, asked: null, answer: null });
      return;
    }
    case 'run.left_graph':
      patchRun(bench, event.runId, { ack: null, finished: null, asked: null, answer: null });
      return;
    case 'run.step_finished':
      patchRun(bench, event.runId, { finished: { nodeId: event.nodeId, output: event.output } });
      return;
    case 'run.asked':
      patchRun(bench, event.runId, { asked: { question: event.question, wants: event.wants } });
      return;
    case 'run.answered':
      patchRun(bench, event.runId, { asked: null, answer: event.answer });
      return;
    case 'run.noted':
      if (bench.run?.id === event.runId) bench.run.notes = [...bench.run.notes, event.text];
      return;
    case 'run.notes_heard':
      if (bench.run?.id === event.runId) bench.run.notes = bench.run.notes.slice(event.notes);
      return;
    case 'rpi.artifact':
      bench.artifacts = { ...bench.artifacts, [event.name]: event.contentId };
      return;
    case 'rpi.cleared':
      bench.artifacts = { research: null, plan: null };
      bench.run = null;
      return;

    case 'draft.created':
      bench.drafts.set(event.draftId, {
        id: event.draftId,
        base: event.base,
        reference: event.reference,
        createdAt: at,
        touchedAt: at,
        source: event.source,
        label: event.label ?? null,
        confirmedDeletions: new Set(),
      });
      if (bench.run?.state === 'running' && event.laneId === undefined) bench.run.draftId = event.draftId;
      return;
    case 'draft.revision_created': {
      const { draftId, revisionId, baseRevisionId, messageId, tree, review, bytes } = event;
      bench.revisions.set(revisionId, {
        id: revisionId,
        draftId,
        baseRevisionId,
        messageId,
        tree,
        review,
        bytes,
        pruned: null,
        isReleased: false,
      });
      const draft = bench.drafts.get(draftId);
      if (draft) draft.touchedAt = at;
      // In a comparison each lane has a Draft of its own; `compare.lane_updated` says which.
      if (!bench.compare) bench.draft = { draftId, revisionId };
      return;
    }
    case 'draft.revisions_pruned':
      for (const revision of revisionsOf(bench, event.revisionIds)) revision.pruned ??= event.because;
      return;
    case 'draft.history_released':
      for (const revision of revisionsOf(bench, event.revisionIds)) revision.isReleased = true;
      return;
    case 'draft.discarded':
      prune(bench, event.draftId, 'discarded');
      bench.draft = null;
      bench.redo = [];
      return;
    case 'draft.discard_undone':
      unprune(bench, event.draftId);
      bench.draft = { draftId: event.draftId, revisionId: event.revisionId };
      return;
    case 'draft.published': {
      const { draftId, revisionId, tree } = event;
      bench.published = tree;
      bench.draft = null;
      bench.redo = [];
      prune(bench, draftId, 'published');
      const checkpoint = bench.checkpoints.get(event.checkpointId);
      if (checkpoint) checkpoint.published = { draft: { draftId, revisionId }, tree, isUndone: false };
      return;
    }
    case 'draft.publish_undone': {
      bench.published = event.tree;
      bench.draft = { draftId: event.draftId, revisionId: event.revisionId };
      unprune(bench, event.draftId);
      const checkpoint = bench.checkpoints.get(event.checkpointId);
      if (checkpoint?.published) checkpoint.published.isUndone = true;
      return;
    }
    case 'review.deletion_confirmed': {
      const draft = bench.drafts.get(event.draftId);
      if (!draft) return;
      const paths = new Set(draft.confirmedDeletions);
      for (const each of event.paths) event.confirmed ? paths.add(each) : paths.delete(each);
      draft.confirmedDeletions = paths;
      return;
    }

    case 'checkpoint.created':
      bench.checkpoints.set(event.checkpointId, {
        id: event.checkpointId,
        reason: event.reason,
        description: event.description,
        tree: event.tree,
        head: event.head,
        context: event.context,
        files: event.files,
        bytes: event.bytes,
        at,
        isExpired: false,
        published: null,
      });
      return;
    case 'checkpoint.expired': {
      const checkpoint = bench.checkpoints.get(event.checkpointId);
      if (checkpoint) checkpoint.isExpired = true;
      return;
    }
    case 'history.trimmed':
      return foldTrimmed(bench, event);
    case 'head.moved':
      if (event.reason === 'redo') bench.redo.pop();
      else if (event.reason !== 'choose') bench.redo.push(event.from);
      moveTo(bench, event.to);
      return;

    case 'compare.opened':
      bench.compare = {
        id: event.compareId,
        userMessageId: event.userMessageId,
        base: event.base,
        oneAtATime: event.oneAtATime ?? false,
        lanes: event.lanes.map((lane) => ({ ...lane, id: lane.laneId, state: 'queued', messageId: null, draft: null })),
      };
      moveTo(bench, event.base);
      return;
    case 'compare.lane_updated': {
      const lane = bench.compare?.lanes.find(({ id }) => id === event.laneId);
      if (!lane) return;
      lane.state = event.state;
      lane.messageId = event.messageId;
      lane.draft = event.draft;
      return;
    }
    case 'compare.chosen':
    case 'compare.closed':
      bench.compare = null;
      moveTo(bench, event.place);
      return;

    // Said for people and projections; nothing is decided from them.
    case 'workbench.cloned':
    case 'message.summary':
    case 'run.prompted':
    case 'proposal.created':
    case 'proposal.dismissed':
    case 'draft.batch_applied':
    case 'review.file_dropped':
    case 'review.drop_undone':
    case 'review.viewed':
    case 'checkpoint.restored':
    case 'error.recorded':
      return;
  }
};

const addMessage = (bench: Bench, message: BenchMessage): void => {
  bench.messages.set(message.id, message);
  if (!bench.compare) bench.head = message.id;
};

const moveTo = (bench: Bench, { head, stamp }: Place): void => {
  bench.head = head;
  bench.published = stamp.published;
  bench.context = stamp.context;
  bench.draft = stamp.draft;
  if (stamp.draft) unprune(bench, stamp.draft.draftId);
};

type ContextChanged = BenchEventOf<'context.processed' | 'context.edited' | 'context.placed' | 'context.deleted'>;

const changeContext = (bench: Bench, event: ContextChanged): void => {
  const { category, tree } = event;
  const isEdited = event.kind === 'context.edited' || (event.kind === 'context.placed' && event.hasDirectEdits);
  const others = editsIn(bench).filter((each) => each !== category);
  if (event.kind !== 'context.deleted') bench.deletedContext.delete(category);
  else if (bench.context) bench.deletedContext.set(category, bench.context);
  // Going on to where the chat was would take the change along unseen.
  bench.redo = [];
  if (tree) bench.contextEdits.set(tree, isEdited ? [...others, category] : others);
  bench.context = tree;
};

const revisionsOf = (bench: Bench, ids: readonly RevisionId[]): readonly Revision[] =>
  ids.flatMap((id) => bench.revisions.get(id) ?? []);

const prune = (bench: Bench, draftId: DraftId, because: 'published' | 'discarded'): void => {
  for (const revision of bench.revisions.values()) if (revision.draftId === draftId) revision.pruned ??= because;
};

/** A Draft that is open again can be rewound again; what the limits took stays out. */
const unprune = (bench: Bench, draftId: DraftId): void => {
  for (const revision of bench.revisions.values())
    if (revision.draftId === draftId && (revision.pruned === 'published' || revision.pruned === 'discarded'))
      revision.pruned = null;
};

const release = (bench: Bench, id: ContentId): void => {
  const left = (bench.holds.get(id) ?? 0) - 1;
  if (left > 0) bench.holds.set(id, left);
  else bench.holds.delete(id);
};
