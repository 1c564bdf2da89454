import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json } from '@atelier/kernel/core';
import { type FileError, type FileResult, refuse } from '../tools/errors.ts';
import type { Job, Reply } from './job.ts';

/** `output` is a file the caller now owns and deletes. */
export type Done = { readonly result: FileResult<Json>; readonly output?: string };

export type Task = {
  readonly id: number;
  readonly job: Job;
  readonly settle: (done: Done) => void;
  /** The system refused what any job needs, such as room for a worker's folder. */
  readonly fail: (cause: unknown) => void;
  signal: AbortSignal | undefined;
  retried: boolean;
};

export const cancelledError: FileError = {
  code: 'TOOL_FAILED',
  reason: 'cancelled',
  message: 'The job was cancelled.',
};
export const cancelled = (): Done => ({ result: { ok: false, error: cancelledError } });
export const poolDownError: FileError = {
  code: 'TOOL_WORKER_UNAVAILABLE',
  reason: 'pool_down',
  message: 'The workers are not running.',
};
export const poolDown = (): Done => ({ result: { ok: false, error: poolDownError } });
const lost = (): Done => ({
  result: refuse('TOOL_FAILED', 'crashed', 'The worker died before its result could be taken.'),
});

/**
 * Moves what a job made out of its child's folder, in the same turn as its message arrives. The folder is deleted
 * with the child, and a child may retire or die while the host still reads the file.
 */
export const takeFiles = (reply: Reply, outputs: string): Reply | 'lost' => {
  const take = (file: string): string => {
    const kept = join(outputs, randomUUID());
    renameSync(file, kept);
    return kept;
  };
  try {
    const made = 'output' in reply && reply.output !== undefined ? { output: take(reply.output) } : {};
    return 'spilled' in reply ? { ...reply, ...made, spilled: take(reply.spilled) } : { ...reply, ...made };
  } catch {
    return 'lost';
  }
};

export const doneOf = async (reply: Reply | 'lost'): Promise<Done> => {
  if (reply === 'lost') return lost();
  if ('error' in reply) return { result: { ok: false, error: reply.error as unknown as FileError } };
  if ('fault' in reply)
    return { result: refuse('TOOL_FAILED', 'internal', 'The job failed unexpectedly. Nothing was changed.') };
  const made = reply.output === undefined ? {} : { output: reply.output };
  if ('value' in reply) return { result: { ok: true, value: reply.value }, ...made };
  try {
    return { result: { ok: true, value: JSON.parse(await readFile(reply.spilled, 'utf8')) as Json }, ...made };
  } catch {
    return lost();
  } finally {
    await rm(reply.spilled, { force: true }).catch(() => undefined);
  }
};
