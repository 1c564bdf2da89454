import { anyJson } from '@atelier/kernel/core';
import { z } from 'zod';
import { command } from '../command.ts';
import { ReviewAnswer, ReviewPageParams } from '../files/index.ts';
import { filePath } from './ids.ts';
import { Between, CertificateRow, ReviewChanges, ReviewReport } from './review.ts';
import { done, found, onBench, seen } from './terms.ts';

export const reviewCommands = {
  ReviewGetChanges: command({
    role: 'viewer',
    params: z.strictObject({ ...onBench, between: Between.optional() }),
    result: ReviewChanges,
    refusals: ['NO_DRAFT', 'POINT_NOT_FOUND', ...found],
  }),
  /** A page of what changed in one file; the file layer's refusals are answers. */
  ReviewOpen: command({
    role: 'viewer',
    params: z.strictObject({
      ...onBench,
      path: filePath,
      between: Between.optional(),
      options: ReviewPageParams.optional(),
    }),
    result: z.object({ answer: ReviewAnswer }),
    refusals: ['NO_DRAFT', 'POINT_NOT_FOUND', 'FILE_NOT_FOUND', ...found],
  }),
  /** Grids, sections and slides of one side, as a viewer shows them. */
  ReviewContent: command({
    role: 'viewer',
    params: z.strictObject({
      ...onBench,
      path: filePath,
      side: z.enum(['reference', 'draft']),
      between: Between.optional(),
      options: z.record(z.string(), anyJson).optional(),
    }),
    result: z.object({ answer: anyJson }),
    refusals: ['NO_DRAFT', 'POINT_NOT_FOUND', 'FILE_NOT_FOUND', ...found],
  }),
  /** Takes changes out of the Draft: the whole file without `changes`, else these and what cannot stand without them. */
  ReviewDrop: command({
    role: 'member',
    params: z.strictObject({
      ...onBench,
      path: filePath,
      changes: z.array(z.string().max(500)).min(1).max(100_000).optional(),
      seen,
    }),
    /** Null when nothing is left of the Draft: it was discarded. */
    result: done.extend({ revisionId: z.string().nullable() }),
    refusals: [
      'NO_DRAFT',
      'FILE_NOT_FOUND',
      'NOTHING_CHANGED',
      'REVIEW_REFUSED',
      'RUN_IN_PROGRESS',
      'COMPARE_OPEN',
      'CONFLICT_STALE_STATE',
      ...found,
      'STORE_BUSY',
    ],
  }),
  /** Keeps only these changes of a file and drops the rest. */
  ReviewAccept: command({
    role: 'member',
    params: z.strictObject({ ...onBench, path: filePath, changes: z.array(z.string().max(500)).max(100_000), seen }),
    result: done.extend({ revisionId: z.string().nullable() }),
    refusals: [
      'NO_DRAFT',
      'FILE_NOT_FOUND',
      'NOTHING_CHANGED',
      'REVIEW_REFUSED',
      'RUN_IN_PROGRESS',
      'COMPARE_OPEN',
      'CONFLICT_STALE_STATE',
      ...found,
      'STORE_BUSY',
    ],
  }),
  /** The Draft as it was before the last drop. */
  ReviewUndoDrop: command({
    role: 'member',
    params: z.strictObject({ ...onBench, seen }),
    result: done.extend({ revisionId: z.string() }),
    refusals: [
      'NO_DRAFT',
      'NOTHING_TO_UNDO',
      'CONTENT_MISSING',
      'RUN_IN_PROGRESS',
      'COMPARE_OPEN',
      'CONFLICT_STALE_STATE',
      ...found,
      'STORE_BUSY',
    ],
  }),
  ReviewViewed: command({
    role: 'member',
    params: z.strictObject({ ...onBench, path: filePath, viewed: z.boolean() }),
    result: done,
    refusals: ['NO_DRAFT', 'FILE_NOT_FOUND', ...found, 'STORE_BUSY'],
  }),
  ReviewConfirmDeletions: command({
    role: 'member',
    params: z.strictObject({ ...onBench, paths: z.array(filePath).min(1).max(10_000), confirmed: z.boolean() }),
    result: done,
    refusals: ['NO_DRAFT', 'FILE_NOT_FOUND', 'RUN_IN_PROGRESS', ...found, 'STORE_BUSY'],
  }),
  ReviewCertificate: command({
    role: 'viewer',
    params: z.strictObject({ ...onBench, between: Between.optional() }),
    /** The report is of the open Draft, else of the one that was published last; null where there was none. */
    result: z.object({ rows: z.array(CertificateRow), report: ReviewReport.nullable() }),
    refusals: ['NO_DRAFT', 'POINT_NOT_FOUND', ...found],
  }),
};
