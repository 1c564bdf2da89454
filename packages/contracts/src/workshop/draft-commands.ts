import { z } from 'zod';
import { command } from '../command.ts';
import { checkpointId, draftId } from './ids.ts';
import { CheckpointRow } from './review.ts';
import { done, found, gate, onBench, requestId, seen } from './terms.ts';

export const draftCommands = {
  DraftPublish: command({
    role: 'member',
    params: z.strictObject({ ...onBench, dropUnfinished: z.boolean().optional(), seen, requestId }),
    result: done.extend({ checkpointId: z.string() }),
    refusals: [
      'NO_DRAFT',
      'RUN_INCOMPLETE',
      'CONFLICT_PUBLISHED_CHANGED',
      'DELETION_UNCONFIRMED',
      'CONTENT_MISSING',
      'RUN_IN_PROGRESS',
      'COMPARE_OPEN',
      'CONFLICT_STALE_STATE',
      ...found,
      'STORE_BUSY',
    ],
  }),
  DraftDiscard: command({
    role: 'member',
    params: z.strictObject({ ...onBench, seen }),
    result: done.extend({ draftId: z.string() }),
    refusals: ['NO_DRAFT', 'RUN_IN_PROGRESS', 'COMPARE_OPEN', 'CONFLICT_STALE_STATE', ...found, 'STORE_BUSY'],
  }),
  DraftUndoDiscard: command({
    role: 'member',
    params: z.strictObject({ ...onBench, draftId }),
    result: done,
    refusals: ['DRAFT_NOT_FOUND', 'REVISION_PRUNED', 'CONFLICT_PUBLISHED_CHANGED', ...gate, ...found, 'STORE_BUSY'],
  }),
  /** Published is as it was before; the Draft is back with its review marks. */
  DraftUndoPublish: command({
    role: 'member',
    params: z.strictObject({ ...onBench, checkpointId }),
    result: done,
    refusals: [
      'CHECKPOINT_NOT_FOUND',
      'CHECKPOINT_EXPIRED',
      'REVISION_PRUNED',
      'CONFLICT_PUBLISHED_CHANGED',
      ...gate,
      ...found,
      'STORE_BUSY',
    ],
  }),
  /** Newest first. */
  CheckpointsList: command({
    role: 'viewer',
    params: z.strictObject(onBench),
    result: z.object({ checkpoints: z.array(CheckpointRow) }),
    refusals: found,
  }),
  CheckpointCreate: command({
    role: 'member',
    params: z.strictObject({ ...onBench, description: z.string().trim().max(200).optional() }),
    result: done.extend({ checkpointId: z.string() }),
    refusals: [...gate, ...found, 'STORE_BUSY'],
  }),
  /** Files, conversation and context return to that time; what was there until now is a checkpoint too. */
  CheckpointRestore: command({
    role: 'member',
    params: z.strictObject({ ...onBench, checkpointId, seen }),
    result: done.extend({ preRestoreId: z.string() }),
    refusals: ['CHECKPOINT_NOT_FOUND', 'CHECKPOINT_EXPIRED', 'CONTENT_MISSING', ...gate, ...found, 'STORE_BUSY'],
  }),
};
