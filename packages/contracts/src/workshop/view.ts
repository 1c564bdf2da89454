import { anyJson } from '@atelier/kernel/core';
import { z } from 'zod';
import { Conversation } from '../conversation/conversation.ts';
import { ConversationItem } from '../conversation/items.ts';
import { WorkbenchSettings } from './settings.ts';

const count = z.int().nonnegative();
const at = z.string();

/** `draft_incomplete`: a Draft whose run has not completed. */
export const WorkbenchState = z.enum(['idle', 'running', 'draft_ready', 'draft_incomplete', 'comparing']);
export type WorkbenchState = z.infer<typeof WorkbenchState>;

/** What waits for a person, most pressing first; null when nothing does. */
export const WorkbenchWait = z.enum(['consent', 'cap', 'question', 'paused', 'draft']);
export type WorkbenchWait = z.infer<typeof WorkbenchWait>;

/** A tile on Home. */
export const WorkbenchCard = z.object({
  workbenchId: z.string(),
  name: z.string(),
  createdAt: at,
  updatedAt: at,
  /** In the active view: the Draft's where there is one. */
  files: count,
  hasDraft: z.boolean(),
  state: WorkbenchState,
  waitsFor: WorkbenchWait.nullable(),
  modelId: z.string().nullable(),
  /** The folder it was opened on, on a local install. */
  folder: z.string().nullable(),
  /** Its log cannot be read to the end; opening it says why. */
  isDamaged: z.boolean(),
});
export type WorkbenchCard = z.infer<typeof WorkbenchCard>;

export const FileKind = z.enum(['text', 'table', 'xlsx', 'docx', 'pptx', 'pdf', 'odt', 'image', 'binary']);
export type FileKind = z.infer<typeof FileKind>;

/** One row of the file panel. `version` names its bytes: equal versions are equal bytes. */
export const WorkbenchFile = z.object({
  path: z.string(),
  kind: FileKind,
  sizeBytes: count,
  version: z.string(),
  /** `opaque`: the model sees that it is there and nothing of its content. */
  access: z.enum(['editable', 'read_only', 'opaque']),
  /** Against Published, while there is a Draft. */
  change: z.enum(['added', 'modified']).nullable(),
});
export type WorkbenchFile = z.infer<typeof WorkbenchFile>;

/** How one list of files follows from another: rows that are new or differ, and the names of those that are gone. */
export const FilesSince = z.object({ changed: z.array(WorkbenchFile), removed: z.array(z.string()) });
export type FilesSince = z.infer<typeof FilesSince>;

/**
 * A card between the messages. `event` is one of the kinds a Workbench writes (`publish_checkpoint`,
 * `checkpoint_restored`, `draft_discarded`, `model_switched`, …); show none you do not know. `facts` are its details.
 */
export const WorkbenchCardItem = z.object({
  kind: z.literal('card'),
  id: z.string(),
  event: z.string(),
  facts: z.record(z.string(), anyJson),
  at,
});
export type WorkbenchCardItem = z.infer<typeof WorkbenchCardItem>;

export const WorkbenchItem = z.union([ConversationItem, WorkbenchCardItem]);
export type WorkbenchItem = z.infer<typeof WorkbenchItem>;

export const PlanItem = z.object({
  text: z.string(),
  mark: z.enum(['open', 'done', 'failed']),
  /** Why it failed. */
  reason: z.string().nullable(),
});
export type PlanItem = z.infer<typeof PlanItem>;

export const DraftView = z.object({
  draftId: z.string(),
  revisionId: z.string(),
  createdAt: at,
  touchedAt: at,
  source: z.object({ kind: z.string(), ref: z.string() }),
  label: z.string().nullable(),
  changes: z.object({ added: count, modified: count, deleted: count }),
  isIncomplete: z.boolean(),
  /** Deleted files whose tick is missing: Publish waits for them. */
  unconfirmedDeletions: z.array(z.string()),
  /** Published is not what it was when the Draft began. */
  isStale: z.boolean(),
  /** `open_long`: more than a day. `idle_long`: untouched for a week. */
  reminder: z.enum(['open_long', 'idle_long']).nullable(),
});
export type DraftView = z.infer<typeof DraftView>;

export const Clutter = z.object({
  score: z.number().min(0).max(1),
  level: z.enum(['light', 'moderate', 'heavy']),
  contextShare: z.number().min(0).max(1),
  warnsOfContext: z.boolean(),
  /** What files, conversation and context items take of the model's window each. */
  parts: z.object({ files: z.number(), conversation: z.number(), context: z.number() }),
  modelId: z.string().nullable(),
});
export type Clutter = z.infer<typeof Clutter>;

export const ContextCategory = z.enum(['company-context', 'department-context', 'situation', 'document-style']);
export type ContextCategory = z.infer<typeof ContextCategory>;

/**
 * A Workbench as a screen shows it. `items` are the newest of the active path, without tool calls; those of the run
 * under way (or the last one) are in `activity`, those of earlier runs come from `WorkshopTrace`.
 */
export const WorkbenchView = z.object({
  ...Conversation.omit({ items: true }).shape,
  workbenchId: z.string(),
  name: z.string(),
  createdAt: at,
  updatedAt: at,
  folder: z.string().nullable(),
  state: WorkbenchState,
  waitsFor: WorkbenchWait.nullable(),
  /** The last message of the active path; null in an empty conversation. */
  head: z.string().nullable(),
  /** Whose message it is: a rewound head is a user's, and can be answered again. */
  headRole: z.enum(['user', 'assistant', 'system']).nullable(),
  items: z.array(WorkbenchItem),
  activity: z.array(ConversationItem),
  mode: z.enum(['agent', 'ask']).nullable(),
  /** The workflow of the run, where it is another than research, plan, carry out, sum up. */
  workflowId: z.string().nullable(),
  /** What the run wants to know before it goes on: words, or a yes. */
  question: z.object({ text: z.string(), wants: z.enum(['text', 'yes']) }).nullable(),
  plan: z.array(PlanItem).nullable(),
  /** Notes to the run that it has not heard yet. */
  notes: z.array(z.string()),
  /** The active view, sorted by name. */
  files: z.array(WorkbenchFile),
  /** Names that list: equal ids are equal lists. */
  filesId: z.string(),
  /** Deleted in the Draft; shown struck through. */
  deletedFiles: z.array(z.string()),
  draft: DraftView.nullable(),
  canRedo: z.boolean(),
  /** The last publish, as long as it can be undone. */
  undoablePublish: z.string().nullable(),
  abandonedPaths: count,
  /** Answers to questions of the active path that another answer took the place of, oldest first. */
  earlierAnswers: z.array(z.object({ questionId: z.string(), answerId: z.string(), head: z.string() })),
  checkpoints: count,
  contextItems: z.array(ContextCategory),
  settings: WorkbenchSettings,
  /** Null where it cannot be told. */
  clutter: Clutter.nullable(),
  limits: z.object({ mostFiles: count, largestFileBytes: count }),
});
export type WorkbenchView = z.infer<typeof WorkbenchView>;
