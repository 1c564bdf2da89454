import { anyJson } from '@atelier/kernel/core';
import { z } from 'zod';
import { command } from '../command.ts';
import { ReviewAnswer, ReviewPageParams } from '../files/index.ts';

const path = z.string().min(1).max(255);

const LabTool = z.object({
  name: z.string(),
  description: z.string(),
  access: z.enum(['read', 'write']),
  schema: z.record(z.string(), anyJson),
});
export type LabTool = z.infer<typeof LabTool>;

const LabFile = z.object({
  path: z.string(),
  sizeBytes: z.int().nonnegative(),
  version: z.string(),
  /** Differs from the file as it was dropped. */
  changed: z.boolean(),
});
export type LabFile = z.infer<typeof LabFile>;

/** The answer of a tool as a model would get it, refusals included: the lab shows it as it is. */
const answer = z.object({ answer: anyJson });

/**
 * A bench for looking at the file layer: files live in this process only and are gone when it stops.
 * Bytes go in and out at `/lab/files/<name>`.
 */
export const labCommands = {
  LabFilesList: command({
    role: 'member',
    params: z.strictObject({}),
    result: z.object({ files: z.array(LabFile), tools: z.array(LabTool) }),
    refusals: [],
  }),
  LabFilesCall: command({
    role: 'member',
    params: z.strictObject({ tool: z.string().max(64), args: z.record(z.string(), anyJson) }),
    result: answer,
    refusals: [],
  }),
  /** What changed since the file was dropped, with changes that can be taken one by one. */
  LabFilesReview: command({
    role: 'member',
    params: z.strictObject({ path, options: ReviewPageParams.optional() }),
    result: z.object({ answer: ReviewAnswer }),
    refusals: [],
  }),
  /** Keeps every change but these: a page of a review does not know all of them. */
  LabFilesAccept: command({
    role: 'member',
    params: z.strictObject({ path, rejected: z.array(z.string().max(400)).max(100_000) }),
    result: answer,
    refusals: [],
  }),
  LabFilesRemove: command({
    role: 'member',
    params: z.strictObject({ path }),
    result: z.object({}),
    refusals: ['FILE_NOT_FOUND'],
  }),
};

export const labFilesPath = '/lab-files';
