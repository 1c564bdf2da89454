import { anyJson } from '@atelier/kernel/core';
import { z } from 'zod';
import { command } from '../command.ts';
import { checkpointId, filePath, uploadId } from './ids.ts';
import { AddResult, done, found, gate, onBench, requestId, seen } from './terms.ts';

const ExtractResult = z.object({
  path: z.string(),
  status: z.enum(['extracted', 'failed']),
  reason: z.enum(['not_found', 'damaged', 'write_failed', 'link']).nullable(),
  finalPath: z.string().nullable(),
});

/** One thing a file says to a reader of its bytes and to nobody who opens it, and where. */
const HiddenFinding = z.object({
  what: z.enum([
    'same_colour',
    'hidden_text',
    'tiny_text',
    'hidden_row',
    'hidden_column',
    'hidden_sheet',
    'hidden_slide',
    'off_slide',
    'comment',
    'note',
    'unseen_characters',
    'invisible_text',
  ]),
  place: z.object({
    block: z.int().optional(),
    part: z.enum(['header', 'footer', 'footnote']).optional(),
    sheet: z.string().optional(),
    ref: z.string().optional(),
    slide: z.int().optional(),
    page: z.int().optional(),
    line: z.int().optional(),
  }),
  text: z.string(),
});
export type HiddenFinding = z.infer<typeof HiddenFinding>;

export const workbenchFileCommands = {
  /** One decision over the whole batch: too many files or a name twice, and nothing is added. */
  WorkbenchFilesAdd: command({
    role: 'member',
    params: z.strictObject({ ...onBench, uploads: z.array(uploadId).min(1).max(10_000), seen, requestId }),
    result: done.extend({ addResults: z.array(AddResult) }),
    refusals: ['LIMIT_FILE_COUNT', 'DUPLICATE_NAME', 'UPLOADS_GONE', ...gate, ...found, 'STORE_BUSY'],
  }),
  /** Files of this machine by their paths. Links are not followed. */
  WorkbenchFilesAddPaths: command({
    role: 'admin',
    params: z.strictObject({ ...onBench, sourcePaths: z.array(z.string().min(1).max(4_096)).min(1).max(10_000), seen }),
    result: done.extend({ addResults: z.array(AddResult) }),
    refusals: ['LIMIT_FILE_COUNT', 'DUPLICATE_NAME', ...gate, ...found, 'STORE_BUSY'],
  }),
  /** Takes a checkpoint first. */
  WorkbenchFilesRemove: command({
    role: 'member',
    params: z.strictObject({ ...onBench, paths: z.array(filePath).min(1).max(10_000), seen }),
    /** Restoring this checkpoint's files brings them back: `WorkbenchFilesUndoRemove`. */
    result: done.extend({ checkpointId: z.string() }),
    refusals: ['FILE_NOT_FOUND', ...gate, ...found, 'STORE_BUSY'],
  }),
  /** Puts files back as they were in a checkpoint; the conversation stays where it is. */
  WorkbenchFilesUndoRemove: command({
    role: 'member',
    params: z.strictObject({ ...onBench, checkpointId, paths: z.array(filePath).min(1).max(10_000) }),
    result: done,
    refusals: [
      'CHECKPOINT_NOT_FOUND',
      'CHECKPOINT_EXPIRED',
      'FILE_NOT_FOUND',
      'DUPLICATE_NAME',
      'LIMIT_FILE_COUNT',
      ...gate,
      ...found,
      'STORE_BUSY',
    ],
  }),
  /** Copies of published files into a folder of this machine; a name that is taken becomes `name(1).ext`. */
  WorkbenchFilesExtract: command({
    role: 'admin',
    params: z.strictObject({
      ...onBench,
      destination: z.string().min(1).max(4_096),
      paths: z.array(filePath).max(10_000).optional(),
    }),
    result: z.object({ extractResults: z.array(ExtractResult) }),
    refusals: ['FOLDER_NOT_FOUND', 'DRAFT_EXISTS', 'RUN_IN_PROGRESS', 'COMPARE_OPEN', ...found],
  }),
  /** A window of a file as a viewer shows it: the file layer's own answer. `version` as in a row. */
  WorkbenchFileContent: command({
    role: 'viewer',
    params: z.strictObject({
      ...onBench,
      path: filePath,
      version: z.string().max(100).optional(),
      options: z.record(z.string(), anyJson).optional(),
    }),
    result: z.object({ answer: anyJson }),
    refusals: ['FILE_NOT_FOUND', ...found],
  }),
  /** What the file says to a model and not to people. No model is asked. */
  WorkbenchFileHidden: command({
    role: 'viewer',
    params: z.strictObject({ ...onBench, path: filePath }),
    result: z.object({ findings: z.array(HiddenFinding), isCut: z.boolean() }),
    refusals: ['FILE_NOT_FOUND', 'FILE_UNREADABLE', ...found],
  }),
  /** The structural map of a file. `version` as in a row. */
  WorkbenchFileMap: command({
    role: 'viewer',
    params: z.strictObject({ ...onBench, path: filePath, version: z.string().max(100).optional() }),
    result: z.object({ answer: anyJson }),
    refusals: ['FILE_NOT_FOUND', ...found],
  }),
};
