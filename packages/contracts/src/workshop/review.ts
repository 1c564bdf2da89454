import { anyJson } from '@atelier/kernel/core';
import { z } from 'zod';
import { TreePoint } from './ids.ts';
import { FileKind } from './view.ts';

const count = z.int().nonnegative();

/** Which two states are compared. Absent: the start of the Draft with the Draft. */
export const Between = z.strictObject({ from: TreePoint, to: TreePoint });
export type Between = z.input<typeof Between>;

/** One changed file in the list. */
export const ReviewRow = z.object({
  path: z.string(),
  change: z.enum(['added', 'modified', 'deleted']),
  kind: FileKind,
  bytesBefore: count.nullable(),
  bytesAfter: count.nullable(),
  versionBefore: z.string().nullable(),
  versionAfter: z.string().nullable(),
  /** What is said of the file, else of the whole Draft; null is "Summary unavailable." */
  summary: z.string().nullable(),
  summaryOf: z.enum(['file', 'draft']).nullable(),
  warnings: z.array(z.string()),
  /** Less than half of the file is left. */
  losesMuch: z.boolean(),
  /** A person has dropped some of its changes since the summary was written. */
  isPartlyDropped: z.boolean(),
  /** Where the change is; passed to a viewer as it is. */
  hint: z.record(z.string(), anyJson).nullable(),
  isViewed: z.boolean(),
  /** Of a deletion: the person ticked it. */
  isConfirmed: z.boolean(),
});
export type ReviewRow = z.infer<typeof ReviewRow>;

export const ReviewChanges = z.object({
  /** Null in a comparison of other states than the Draft's. */
  draftId: z.string().nullable(),
  revisionId: z.string().nullable(),
  draftSummary: z.string().nullable(),
  rows: z.array(ReviewRow),
  /** Where the left side comes from, for all files of a Draft. */
  reference: z.object({
    source: z.enum(['draft_start_snapshot', 'published_current_fallback', 'none']),
    warning: z.string().nullable(),
  }),
  /** The last drop can be undone. */
  canUndoDrop: z.boolean(),
});
export type ReviewChanges = z.infer<typeof ReviewChanges>;

/** Per part of a file: what an edit changed, and what it left byte for byte. As the file layer states it. */
export const CertificateRow = z.object({
  path: z.string(),
  versionBefore: z.string().nullable(),
  versionAfter: z.string().nullable(),
  change: z.enum(['added', 'modified', 'deleted', 'unchanged']),
  certificate: z.record(z.string(), anyJson).nullable(),
  /** Which message and model wrote it, newest last; `by` is a program of somebody else's, as it names itself. */
  writtenBy: z.array(
    z.object({
      messageId: z.string(),
      modelId: z.string().nullable(),
      by: z.string().optional(),
      at: z.string(),
    }),
  ),
});
export type CertificateRow = z.infer<typeof CertificateRow>;

/** Who decided what about a Draft, and which models made it at what cost. */
export const ReviewReport = z.object({
  decisions: z.array(
    z.object({
      at: z.string(),
      by: z.string(),
      act: z.enum([
        'viewed',
        'unviewed',
        'dropped_file',
        'dropped_changes',
        'drop_undone',
        'deletion_confirmed',
        'deletion_taken_back',
        'published',
        'publish_undone',
        'discarded',
      ]),
      path: z.string().nullable(),
      parts: count.nullable(),
    }),
  ),
  models: z.array(
    z.object({ modelId: z.string(), calls: count, tokensIn: count, tokensOut: count, cost: count, unpriced: count }),
  ),
});

export const CheckpointRow = z.object({
  checkpointId: z.string(),
  reason: z.enum(['auto', 'manual', 'publish', 'pre_restore']),
  description: z.string().nullable(),
  at: z.string(),
  files: count,
  bytes: count,
  isExpired: z.boolean(),
  /** A publish that can be undone as it was. */
  canUndoPublish: z.boolean(),
  /** Files that differ from Published now. */
  since: z.object({ added: count, modified: count, deleted: count }).nullable(),
});
export type CheckpointRow = z.infer<typeof CheckpointRow>;
