import { z } from 'zod';
import { command } from '../command.ts';
import { ConversationRun } from '../conversation/items.ts';
import { Micros } from '../models/terms.ts';
import { compareId, filePath, laneId, messageId } from './ids.ts';
import { count, done, found, gate, modelId, onBench, start } from './terms.ts';

export const CompareLane = z.object({
  laneId: z.string(),
  modelId: z.string(),
  /** The answer that was there before: it has no run that could go on. */
  isOriginal: z.boolean(),
  /** The model's name; a second lane of the same name has "(2)" behind it. */
  label: z.string(),
  /** Where its own stream stood; follow it from here. */
  seq: count,
  state: z.enum(['queued', 'running', 'ready', 'interrupted', 'failed', 'canceled']),
  /** Its answer, once it has one. Compare its files with the points `{at: 'message', messageId}`. */
  messageId: z.string().nullable(),
  text: z.string(),
  hasDraft: z.boolean(),
  isChoosable: z.boolean(),
  /** The part of the run that is under way. */
  phase: z.string().nullable(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  tokensIn: count,
  tokensOut: count,
  cost: Micros.nullable(),
  /** Why it waits or came to nothing. */
  because: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Its run: what it waits for, and what a person has to agree to before it goes on. */
  run: ConversationRun.nullable(),
});
export type CompareLane = z.infer<typeof CompareLane>;

const Change = z.enum(['added', 'modified', 'deleted']);

export const CompareView = z.object({
  seq: count,
  compareId: z.string(),
  userMessageId: z.string(),
  question: z.string(),
  /** The answer that was there before stands first. */
  lanes: z.array(CompareLane),
  /** Every file that a lane changed; one cell for each lane, null where it left the file alone. */
  files: z.array(z.object({ path: z.string(), cells: z.array(Change.nullable()) })),
});
export type CompareView = z.infer<typeof CompareView>;

const onLane = { ...onBench, compareId, laneId };
const lane = ['COMPARE_NOT_OPEN', 'LANE_NOT_FOUND', ...found, 'STORE_BUSY'] as const;

export const compareCommands = {
  /** The answer to a question again from one to three further models. Two at once, or one at a time. */
  WorkshopTryWithModel: command({
    role: 'member',
    params: z.strictObject({
      ...onBench,
      /** The answer, or the question where the conversation stands at it. */
      messageId,
      modelIds: z.array(modelId).min(1).max(3),
      parallel: z.boolean().optional(),
    }),
    result: done.extend({ compareId: z.string(), laneIds: z.array(z.string()) }),
    refusals: [
      'MESSAGE_NOT_FOUND',
      'COMPARE_BASE_CHANGED',
      'TOO_MANY_LANES',
      ...start,
      ...gate,
      ...found,
      'STORE_BUSY',
    ],
  }),
  WorkshopGetCompare: command({
    role: 'viewer',
    params: z.strictObject(onBench),
    result: CompareView,
    refusals: ['COMPARE_NOT_OPEN', ...found],
  }),
  /**
   * One lane whole, or pieces: whole files from different lanes, or single changes of a file from one. The
   * conversation goes on from the answer of `laneId`.
   */
  WorkshopChooseResponse: command({
    role: 'member',
    params: z.strictObject({
      ...onLane,
      pieces: z
        .array(
          z.strictObject({
            laneId,
            path: filePath,
            changes: z.array(z.string().max(200)).min(1).max(2_000).optional(),
          }),
        )
        .min(1)
        .max(2_000)
        .optional(),
      /** The model of that lane from now on. */
      setDefault: z.boolean().optional(),
    }),
    result: done,
    refusals: ['LANE_NOT_CHOOSABLE', 'LANES_IN_ONE_FILE', 'FILE_NOT_FOUND', 'REVIEW_REFUSED', 'COMPARE_OPEN', ...lane],
  }),
  /** Keeps the answer that was there before. */
  WorkshopCloseCompare: command({
    role: 'member',
    params: z.strictObject({ ...onBench, compareId }),
    result: done,
    refusals: ['COMPARE_NOT_OPEN', ...found, 'STORE_BUSY'],
  }),
  WorkshopLaneCancel: command({
    role: 'member',
    params: z.strictObject(onLane),
    result: done,
    refusals: ['NO_RUN', ...lane],
  }),
  /** Goes on with what the lane has done; a cap of null lifts it. */
  WorkshopLaneRetry: command({
    role: 'member',
    params: z.strictObject({ ...onLane, cap: Micros.nullable().optional() }),
    result: done,
    refusals: ['NO_RUN', 'RUN_IN_PROGRESS', 'TOO_MANY_RUNS', 'DRAFT_EXISTS', ...lane],
  }),
  /** Denied, nothing is sent and the lane is left out. */
  WorkshopLaneConsent: command({
    role: 'member',
    params: z.strictObject({
      ...onLane,
      scopeHash: z.string().max(100),
      decision: z.enum(['once', 'remember', 'deny']),
    }),
    result: done,
    refusals: [
      'NO_QUESTION',
      'NO_RUN',
      'RUN_IN_PROGRESS',
      'TOO_MANY_RUNS',
      'DRAFT_EXISTS',
      'CONFLICT_STALE_STATE',
      ...lane,
    ],
  }),
};
