import { z } from 'zod';
import { Seen, workbenchId } from './ids.ts';

export const store = ['STORE_BUSY', 'STORE_UNHEALTHY'] as const;
/** What any command on one Workbench may answer. */
export const found = ['WORKBENCH_NOT_FOUND', 'STORE_UNHEALTHY'] as const;
export const onBench = { workbenchId };
/** `seq`: the stream holds what was done before it. */
export const done = z.object({ seq: z.int().nonnegative() });
export const modelId = z.string().min(1).max(200);
export const text = z.string().trim().min(1).max(200_000);
export const count = z.int().nonnegative();
export const name = z.string().max(1_000);
export const seen = Seen.optional();
/** A client that retries sends the same id again; what was done the first time is the answer. */
export const requestId = z.string().min(1).max(100).optional();
/** What may stand in the way of a change to the files or the conversation. */
export const gate = ['DRAFT_EXISTS', 'RUN_IN_PROGRESS', 'COMPARE_OPEN', 'CONFLICT_STALE_STATE'] as const;
/** What may keep a run from starting. */
export const start = ['NO_MODEL', 'MODEL_NOT_FOUND', 'MODEL_UNAVAILABLE', 'TOO_MANY_RUNS'] as const;

export const AddResult = z.object({
  source: z.string(),
  name: z.string(),
  status: z.enum(['added', 'skipped']),
  reason: z.enum(['size_limit', 'link', 'directory', 'unreadable', 'invalid_name', 'upload_gone']).nullable(),
});
