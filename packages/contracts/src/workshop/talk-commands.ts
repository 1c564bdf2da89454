import { anyJson } from '@atelier/kernel/core';
import { z } from 'zod';
import { command } from '../command.ts';
import { ConversationItem, ConversationMeter } from '../conversation/items.ts';
import { Effort, Micros } from '../models/terms.ts';
import { messageId } from './ids.ts';
import { SentPrompt } from './sent.ts';
import { RunTuning } from './settings.ts';
import { count, done, found, gate, modelId, onBench, requestId, seen, start, text } from './terms.ts';
import { PlanItem, WorkbenchItem } from './view.ts';

/** What was asked about and the models that could look at it. None: no such model is set up. */
export const CannotSee = z.object({
  paths: z.array(z.string()),
  models: z.array(z.object({ modelId: z.string(), label: z.string() })),
});
export type CannotSee = z.infer<typeof CannotSee>;

export const talkCommands = {
  WorkshopSend: command({
    role: 'member',
    params: z.strictObject({
      ...onBench,
      text,
      mode: z.enum(['agent', 'ask']),
      /** Absent: research, plan, carry out, sum up. */
      workflowId: z.string().min(1).max(200).optional(),
      /** The person knows that this model does not see the pictures that are asked about. */
      withoutPictures: z.literal(true).optional(),
      tuning: z.strictObject(RunTuning.shape).optional(),
      seen,
      requestId,
    }),
    result: done.extend({ messageId: z.string(), runId: z.string() }),
    /** `MODEL_CANNOT_SEE` names the pictures and the models that see (`CannotSee`). */
    refusals: ['EMPTY_MESSAGE', 'NO_FILES', 'MODEL_CANNOT_SEE', ...start, ...gate, ...found, 'STORE_BUSY'],
  }),
  /** What a message would cost: one short answer at the least, every turn in full at the most. */
  WorkshopEstimate: command({
    role: 'member',
    params: z.strictObject({ ...onBench, text: z.string().max(200_000), mode: z.enum(['agent', 'ask']).optional() }),
    result: z.object({
      estimate: z.object({ least: Micros, most: Micros }).nullable(),
      because: z.enum(['free', 'priced', 'no_price']),
    }),
    refusals: ['NO_MODEL', 'MODEL_NOT_FOUND', ...found],
  }),
  /** Goes on after a pause, a stop, a failure or a restart; during a wait it tries at once. A cap of null lifts it. */
  WorkshopResume: command({
    role: 'member',
    params: z.strictObject({
      ...onBench,
      modelId: modelId.optional(),
      effort: Effort.nullable().optional(),
      cap: Micros.nullable().optional(),
    }),
    result: done,
    refusals: ['NO_RUN', ...start, ...gate, ...found, 'STORE_BUSY'],
  }),
  WorkshopCancel: command({
    role: 'member',
    params: z.strictObject(onBench),
    result: done,
    refusals: ['NO_RUN', ...found, 'STORE_BUSY'],
  }),
  /** A word to the run under way, heard at its next step. `NOTE_TOO_LATE`: it takes no further step. */
  WorkshopNote: command({
    role: 'member',
    params: z.strictObject({ ...onBench, text: z.string().trim().min(1).max(4_000) }),
    result: done,
    refusals: ['NO_RUN', 'NOTE_TOO_LATE', ...found, 'STORE_BUSY'],
  }),
  /** The open steps of the plan in the person's own words, while the run waits; what is done stays. */
  WorkshopUpdatePlan: command({
    role: 'member',
    params: z.strictObject({ ...onBench, items: z.array(z.string().trim().min(1).max(500)).min(1).max(100) }),
    result: done,
    refusals: ['NO_RUN', ...found, 'STORE_BUSY'],
  }),
  /** What a workflow asked; `true` where it wants a yes. The same run goes on with it. */
  WorkshopAnswer: command({
    role: 'member',
    params: z.strictObject({ ...onBench, answer: z.union([z.literal(true), z.string().trim().min(1).max(4_000)]) }),
    result: done,
    refusals: ['NO_QUESTION', ...start, ...gate, ...found, 'STORE_BUSY'],
  }),
  /** `once` is forgotten when the server stops. Denied, nothing is sent and the run ends. */
  WorkshopConsent: command({
    role: 'member',
    params: z.strictObject({
      ...onBench,
      scopeHash: z.string().max(100),
      decision: z.enum(['once', 'remember', 'deny']),
    }),
    result: done,
    refusals: ['NO_QUESTION', 'CONFLICT_STALE_STATE', 'TOO_MANY_RUNS', ...found, 'STORE_BUSY'],
  }),
  WorkshopSwitchModel: command({
    role: 'member',
    params: z.strictObject({ ...onBench, modelId }),
    result: done,
    refusals: ['MODEL_NOT_FOUND', ...found, 'STORE_BUSY'],
  }),
  /** What a rewind would do. Changes nothing, calls no model. */
  WorkshopUndoPreview: command({
    role: 'member',
    params: z.strictObject({ ...onBench, messageId }),
    result: z.object({
      messages: count,
      losesDraft: z.boolean(),
      changesDraft: z.boolean(),
      crossesPublish: z.boolean(),
      /** Of the active view, as they would change. */
      files: z.array(z.object({ path: z.string(), change: z.enum(['added', 'modified', 'deleted']) })),
      /** Of Published, where it differs. */
      publishedFiles: z.array(z.object({ path: z.string(), change: z.enum(['added', 'modified', 'deleted']) })),
      /** The state of its Draft was pruned: chat only, discard, or reopen where that is still possible. */
      pruned: z.object({ isReopenable: z.boolean() }).nullable(),
    }),
    refusals: ['MESSAGE_NOT_FOUND', 'ALREADY_HERE', 'RUN_IN_PROGRESS', ...found],
  }),
  WorkshopUndo: command({
    role: 'member',
    params: z.strictObject({
      ...onBench,
      messageId,
      mode: z.enum(['full', 'chat_only', 'discard_draft', 'reopen_draft']),
      published: z.enum(['keep', 'restore']).optional(),
      seen,
    }),
    /** `partial`: that state could not be had; the newest one before it was taken, or none. */
    result: done.extend({ partial: z.object({ wanted: z.string(), got: z.string().nullable() }).nullable() }),
    refusals: [
      'MESSAGE_NOT_FOUND',
      'ALREADY_HERE',
      'PUBLISHED_CHOICE_REQUIRED',
      'REVISION_PRUNED',
      'CONTENT_MISSING',
      'RUN_IN_PROGRESS',
      'CONFLICT_STALE_STATE',
      ...found,
      'STORE_BUSY',
    ],
  }),
  WorkshopRedo: command({
    role: 'member',
    params: z.strictObject({ ...onBench, seen }),
    result: done,
    refusals: [
      'NOTHING_TO_REDO',
      'REVISION_PRUNED',
      'CONTENT_MISSING',
      'RUN_IN_PROGRESS',
      'COMPARE_OPEN',
      'CONFLICT_STALE_STATE',
      ...found,
      'STORE_BUSY',
    ],
  }),
  /** A new answer to a question: of the head, or of the message named. With `text`, the question is changed first. */
  WorkshopRegenerate: command({
    role: 'member',
    params: z.strictObject({
      ...onBench,
      messageId: messageId.optional(),
      text: text.optional(),
      modelId: modelId.optional(),
      mode: z.enum(['full', 'chat_only', 'discard_draft', 'reopen_draft']).optional(),
      published: z.enum(['keep', 'restore']).optional(),
      /** The person was told that a Draft or later messages go. */
      confirmed: z.boolean().optional(),
      /** As with a message that is sent: the person knows that this model does not see the pictures. */
      withoutPictures: z.literal(true).optional(),
      seen,
    }),
    result: done.extend({ messageId: z.string(), runId: z.string() }),
    refusals: [
      'MESSAGE_NOT_FOUND',
      'CONFIRMATION_REQUIRED',
      'PUBLISHED_CHOICE_REQUIRED',
      'REVISION_PRUNED',
      'CONTENT_MISSING',
      'NO_FILES',
      'EMPTY_MESSAGE',
      'MODEL_CANNOT_SEE',
      ...start,
      ...gate,
      ...found,
      'STORE_BUSY',
    ],
  }),
  /** A part of the active path, or of a path that was left. */
  WorkshopHistory: command({
    role: 'viewer',
    params: z.strictObject({
      ...onBench,
      /** Messages before this one. */
      before: messageId.optional(),
      /** Messages up to this one: the end of a path that was left. */
      upTo: messageId.optional(),
      /** Messages before and after this one, itself among them; it stands on the active path. */
      around: messageId.optional(),
      /** Messages after this one, on the active path. */
      after: messageId.optional(),
      limit: z.int().positive().max(200).optional(),
    }),
    /** How many stand before these, and after them where that was asked from the middle of the path. */
    result: z.object({ items: z.array(WorkbenchItem), earlier: count, later: count.optional() }),
    refusals: ['MESSAGE_NOT_FOUND', ...found],
  }),
  /** Paths that a rewind left, newest first. */
  WorkshopPaths: command({
    role: 'viewer',
    params: z.strictObject(onBench),
    result: z.object({
      paths: z.array(
        z.object({
          head: z.string(),
          at: z.string(),
          /** How many of its messages are not on the active path. */
          messages: count,
          text: z.string(),
          hasDraft: z.boolean(),
        }),
      ),
    }),
    refusals: found,
  }),
  WorkshopRestorePath: command({
    role: 'member',
    params: z.strictObject({ ...onBench, messageId, seen }),
    result: done,
    refusals: [
      'MESSAGE_NOT_FOUND',
      'ALREADY_HERE',
      'REVISION_PRUNED',
      'CONTENT_MISSING',
      'RUN_IN_PROGRESS',
      'COMPARE_OPEN',
      'CONFLICT_STALE_STATE',
      ...found,
      'STORE_BUSY',
    ],
  }),
  /** How an answer was made: phases, plan, research, tool calls, in order. */
  WorkshopTrace: command({
    role: 'viewer',
    params: z.strictObject({ ...onBench, messageId }),
    result: z.object({
      runId: z.string().nullable(),
      /** Where WorkRail has the run. */
      sessionId: z.string().nullable(),
      modelId: z.string().nullable(),
      phases: z.array(
        z.object({
          phase: z.string(),
          outcome: z.enum(['ok', 'paused', 'failed']).nullable(),
          at: z.string(),
          /** From its beginning to its end; null while it goes on. */
          ms: z.number().nonnegative().nullable(),
          /** Calls to the model, and what they took. */
          calls: count,
          meter: ConversationMeter,
          /** How hard the model was asked to think; null where it has no such choice. */
          effort: Effort.nullable(),
          temperature: z.number().nullable(),
        }),
      ),
      /** Of the whole run. */
      meter: ConversationMeter,
      plan: z.array(PlanItem).nullable(),
      research: z.string().nullable(),
      tools: z.array(ConversationItem),
      prompts: z.array(SentPrompt),
    }),
    refusals: ['MESSAGE_NOT_FOUND', ...found],
  }),
  /** What the run behind an answer did to the files, done again from its record. Calls no model, changes nothing. */
  WorkshopReplay: command({
    role: 'member',
    params: z.strictObject({ ...onBench, messageId }),
    result: z.object({
      /** Each change, in order; all came out to the byte. */
      steps: z.array(z.object({ item: count, tool: z.string(), path: z.string() })),
      revisions: count,
    }),
    refusals: ['MESSAGE_NOT_FOUND', 'RUN_NOT_FOUND', 'REPLAY_DIFFERS', ...found],
  }),
  /** The words that stand for older messages in prompts: those of a `context_compressed` card. */
  WorkshopSummary: command({
    role: 'viewer',
    params: z.strictObject({ ...onBench, messageId }),
    result: z.object({ text: z.string() }),
    refusals: ['MESSAGE_NOT_FOUND', 'RESULT_NOT_FOUND', ...found],
  }),
  /** The whole of a tool's call and result. */
  WorkshopToolResult: command({
    role: 'viewer',
    params: z.strictObject({
      ...onBench,
      entryId: z.int().positive(),
      /** The answer whose run called it. Lanes of a comparison count their calls anew. */
      messageId: messageId.optional(),
    }),
    result: z.object({ result: z.record(z.string(), anyJson) }),
    refusals: ['RESULT_NOT_FOUND', ...found],
  }),
};
