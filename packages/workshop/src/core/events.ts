import { anyJson } from '@atelier/kernel/core';
import { z } from 'zod';
import {
  checkpointId,
  compareId,
  contentId,
  draftId,
  laneId,
  messageId,
  revisionId,
  runId,
  workbenchId,
} from './ids.ts';

/*
 * Written events are for ever: add an optional field or a new kind, never a new meaning.
 * They hold ids and short text. Prompts, tool results, research, plans and long answers are content,
 * held by the commit that names them (`holds`).
 *
 * What is said and run in a Workbench is written in the words every conversation shares (`contracts/conversation`),
 * on the same stream. Here stands what a Workbench adds: where a message stands, what it did to the files, and all
 * that concerns the files themselves.
 */

const text = z.string();
const count = z.int().nonnegative();
const at = z.iso.datetime();
const path = z.string().min(1);

/** The state of the files right after a message. Rewinding to the message returns to it. */
export const Stamp = z.object({
  published: contentId,
  context: contentId.nullable(),
  draft: z.object({ draftId, revisionId }).nullable(),
});
export type Stamp = z.infer<typeof Stamp>;

/** Everything a person can return to: the last message of the visible path, and the files that belong to it. */
export const Place = z.object({ head: messageId.nullable(), stamp: Stamp });
export type Place = z.infer<typeof Place>;

export const CheckpointReason = z.enum(['auto', 'manual', 'publish', 'pre_restore']);
export type CheckpointReason = z.infer<typeof CheckpointReason>;

export const HeadReason = z.enum(['undo', 'redo', 'regenerate', 'restore', 'choose']);
export type HeadReason = z.infer<typeof HeadReason>;

/** `full` takes chat and files back; `reopen_draft` also a Draft that a publish or discard had ended. */
export const RewindMode = z.enum(['full', 'chat_only', 'discard_draft', 'reopen_draft']);
export type RewindMode = z.infer<typeof RewindMode>;

export const CloneMode = z.enum(['clone_files_only', 'clone_files_and_context_no_chat', 'clone_all']);

/** What a card says happened. Readers accept a kind they do not know. */
export const CardKind = z.enum([
  'model_switched',
  'draft_changes_created',
  'draft_changes_applied',
  'proposal_failed',
  'apply_failed',
  'workshop_stream_failed',
  'run_canceled',
  'run_paused',
  'undo',
  'redo',
  'regenerate',
  'publish_checkpoint',
  'publish_undone',
  'checkpoint_restored',
  'draft_discarded',
  'draft_reopened',
  'context_compressed',
  'style_notice',
  'context_item_unavailable',
  'loop_warning',
  'egress_consented',
  'compare_opened',
  'compare_chosen',
  'compare_closed',
]);

/** A file of the folder a Workbench was opened on, as it was when its bytes were last read or written. */
const Original = z.object({
  path,
  /** On disk; a file may be kept under another spelling of its name. */
  name: text,
  blob: contentId,
  size: count,
  mtimeNs: text,
});
export type Original = z.infer<typeof Original>;
const originals = z.array(Original).optional();

export const FailureCause = z.enum(['validation', 'disk', 'provider']);
export type FailureCause = z.infer<typeof FailureCause>;

const LaneState = z.enum(['queued', 'running', 'ready', 'interrupted', 'failed', 'canceled']);
export type LaneState = z.infer<typeof LaneState>;

const FileChange = z.object({ path, kind: z.enum(['added', 'modified']), type: text });

const kind = <Kind extends string, Shape extends z.ZodRawShape>(name: Kind, shape: Shape) =>
  z.object({
    kind: z.literal(name),
    ...shape,
    /** Content this event begins to need, and content it no longer needs. The fold counts; the commit pins and unpins. */
    holds: z.array(contentId).optional(),
    releases: z.array(contentId).optional(),
  });

export const BenchEvent = z.discriminatedUnion('kind', [
  kind('workbench.created', {
    workbenchId,
    name: text,
    tree: contentId,
    modelId: text.nullable(),
    folder: text.nullable(),
  }),
  kind('workbench.renamed', { name: text }),
  /** Written into the copy: where it came from. */
  kind('workbench.cloned', { from: workbenchId, mode: CloneMode }),
  kind('workbench.deleted', {}),
  /** A deleted Workbench was brought back. */
  kind('workbench.restored', {}),
  kind('workbench.settings_changed', { set: z.record(z.string(), anyJson) }),

  kind('files.added', { tree: contentId, paths: z.array(path), origin: z.enum(['user', 'outside']), originals }),
  kind('files.removed', { tree: contentId, paths: z.array(path) }),
  /** The original changed on disk and a person took the new bytes. */
  kind('files.refreshed', { tree: contentId, paths: z.array(path), originals }),
  /** Originals on disk were replaced by what is published. Published itself stays. */
  kind('files.written_back', { tree: contentId, paths: z.array(path), originals }),

  kind('context.processed', { category: text, tree: contentId }),
  kind('context.edited', { category: text, tree: contentId }),
  kind('context.deleted', { category: text, tree: contentId.nullable() }),
  /** An item as it was: brought back after a deletion, or copied with its Workbench. */
  kind('context.placed', { category: text, tree: contentId, hasDirectEdits: z.boolean() }),

  /** Where a message stands in the conversation. Appended with the event that begins it. */
  kind('message.placed', {
    messageId,
    parentId: messageId.nullable(),
    role: z.enum(['user', 'assistant']),
    runId: runId.nullable(),
    laneId: laneId.optional(),
    /** Of a question at once; of an answer when it ends. */
    stamp: Stamp.nullable(),
  }),
  kind('message.stamped', { messageId, stamp: Stamp }),
  /** A card between the messages: a publish, a restore, another model. A person can return to it. */
  kind('message.card', {
    messageId,
    parentId: messageId.nullable(),
    event: CardKind,
    facts: z.record(z.string(), anyJson),
    stamp: Stamp,
  }),
  /** Stands for the messages it covers in prompts; leaves no message out of the chat. */
  kind('message.summary', {
    messageId,
    first: messageId,
    last: messageId,
    textId: contentId,
    modelId: text,
    /** How long it is. */
    chars: count.optional(),
  }),

  /** Which question a run answers, and how. Appended with `run.started`. */
  kind('run.ordered', {
    runId,
    userMessageId: messageId,
    mode: z.enum(['agent', 'ask']),
    /** Absent: research, plan, implement, summary. */
    workflowId: text.optional(),
    /** What a person set for this run alone (`RunTuning`). */
    tuning: z.record(z.string(), anyJson).optional(),
  }),
  /** What a model was given before a part of the run: how much of what, and the hash of all of it. */
  kind('run.prompted', {
    runId,
    phase: text,
    item: z.int().positive().optional(),
    hash: text,
    sizes: z.record(z.string(), count),
    /** Of the conversation: messages word for word, and those that a summary stood for. */
    told: z.object({ messages: count, summarised: count }).optional(),
    /** By name, what went and what was left out (`SentPart`). */
    partsId: contentId.optional(),
  }),
  /** A tree an item has written so far: held at once, because content nobody holds is deleted after an hour. */
  kind('run.item_staged', { runId, item: z.int().positive(), tree: contentId }),
  /** The staged trees of an item are no longer needed: it is done, or was rolled back. */
  kind('run.item_settled', {
    runId,
    item: z.int().positive(),
    /** Of an item that came to an end: how, and the words it ended with. */
    outcome: z.enum(['done', 'failed']).optional(),
    said: contentId.optional(),
    /** Of a failed one: where the fault lay. */
    cause: FailureCause.optional(),
  }),
  /** The graph's acknowledgement, recorded before the work it stands for. */
  kind('run.step_taken', {
    runId,
    nodeId: text,
    ackToken: text,
    step: text.optional(),
    /** Where other programs see the run. */
    sessionId: text.optional(),
  }),
  /** Its receipts belong to the graph of another installation; a new one is begun where it goes on. */
  kind('run.left_graph', { runId }),
  /** What a step of a workflow hands to the graph: recorded before the graph hears of it. */
  kind('run.step_finished', { runId, nodeId: text, output: contentId }),
  /** Only a person can answer what a step needs; the run waits for it. */
  kind('run.asked', { runId, question: text, wants: z.enum(['text', 'yes']) }),
  kind('run.answered', { runId, answer: text }),
  /** A word to the run, heard at its next item. */
  kind('run.noted', { runId, text }),
  /** The oldest so many of the words that wait were put before the model. */
  kind('run.notes_heard', { runId, notes: z.int().positive() }),

  kind('rpi.artifact', { runId, name: z.enum(['research', 'plan']), contentId }),
  kind('rpi.cleared', { because: text }),

  kind('proposal.created', {
    proposalId: text,
    base: contentId,
    changes: z.array(FileChange),
    warnings: z.array(text),
  }),
  kind('proposal.dismissed', { proposalId: text, because: text }),

  kind('draft.created', {
    draftId,
    base: contentId,
    reference: contentId,
    source: z.object({ kind: z.enum(['workshop', 'system', 'outside', 'studio']), ref: text }),
    label: text.optional(),
    laneId: laneId.optional(),
  }),
  kind('draft.batch_applied', { draftId, proposalId: text, changes: z.array(FileChange) }),
  kind('draft.revision_created', {
    draftId,
    revisionId,
    baseRevisionId: revisionId.nullable(),
    /** The message this state belongs to: the answer that is being produced. */
    messageId,
    tree: contentId,
    /** Summaries, focus hints, deletion ticks and viewed marks as of then. */
    review: contentId.nullable(),
    bytes: count,
  }),
  kind('draft.revisions_pruned', { revisionIds: z.array(revisionId), because: z.enum(['count', 'bytes']) }),
  /** The trees of pruned revisions are gone from history, too. */
  kind('draft.history_released', { revisionIds: z.array(revisionId) }),
  kind('draft.discarded', { draftId, revisionId }),
  kind('draft.discard_undone', { draftId, revisionId }),
  kind('draft.published', { draftId, revisionId, tree: contentId, checkpointId }),
  kind('draft.publish_undone', { draftId, revisionId, tree: contentId, checkpointId }),

  kind('review.deletion_confirmed', { draftId, paths: z.array(path), confirmed: z.boolean() }),
  /** All of a file's changes, or so many parts of them. `from` and `to` are the revisions before and after. */
  kind('review.file_dropped', {
    draftId,
    path,
    parts: count.nullable(),
    from: revisionId.optional(),
    to: revisionId.optional(),
  }),
  /** The last drop was taken back: revision `to` holds what it had taken out. */
  kind('review.drop_undone', { draftId, to: revisionId }),
  kind('review.viewed', { draftId, path, viewed: z.boolean() }),

  kind('checkpoint.created', {
    checkpointId,
    reason: CheckpointReason,
    description: text.nullable(),
    tree: contentId,
    head: messageId.nullable(),
    context: contentId.nullable(),
    files: count,
    bytes: count,
  }),
  kind('checkpoint.expired', { checkpointId }),
  kind('checkpoint.restored', { checkpointId, preRestoreId: checkpointId }),

  /** What nobody can return to any more went; the chat, the files and this log stay. */
  kind('history.trimmed', {
    /** Ends of the paths that stay: of the chat, and of the checkpoints that stay. */
    heads: z.array(messageId),
    checkpointIds: z.array(checkpointId),
    /** What people brought in, of each state that stays. */
    supplied: z.array(contentId),
    /** All the content that is still needed, as often as it is. Everything else is let go. */
    keeps: z.array(contentId),
    went: z.object({ states: count, checkpoints: count, messages: count, texts: count, lanes: count }),
  }),

  kind('head.moved', { reason: HeadReason, mode: RewindMode, from: Place, to: Place }),

  kind('compare.opened', {
    compareId,
    userMessageId: messageId,
    base: Place,
    lanes: z.array(z.object({ laneId, modelId: text, label: text })),
    /** Lanes go one after another, whichever server begins them. */
    oneAtATime: z.boolean().optional(),
  }),
  kind('compare.lane_updated', {
    compareId,
    laneId,
    state: LaneState,
    messageId: messageId.nullable(),
    draft: z.object({ draftId, revisionId }).nullable(),
  }),
  kind('compare.chosen', { compareId, laneId, place: Place }),
  kind('compare.closed', { compareId, place: Place }),

  kind('error.recorded', { code: text, at, facts: z.record(z.string(), anyJson) }),
]);
export type BenchEvent = z.infer<typeof BenchEvent>;
export type BenchEventOf<Kind extends BenchEvent['kind']> = Extract<BenchEvent, { kind: Kind }>;
