import { anyJson } from '@atelier/kernel/core';
import { z } from 'zod';
import { command } from '../../command.ts';
import { ReviewAnswer, ReviewPageParams } from '../../files/index.ts';
import { Effort, Micros } from '../terms.ts';
import { ChatView } from './view.ts';

const Seq = z.int().nonnegative();
const nothing = z.strictObject({});
const store = ['STORE_BUSY', 'STORE_UNHEALTHY'] as const;
const done = z.object({ seq: Seq });
const modelId = z.string().min(1).max(200);
const path = z.string().min(1).max(255);
const text = z.string().trim().min(1).max(200_000);

/** A plain chat with any model and the file tools, on files of its own. Bytes go in and out at `/chat-files/<name>`. */
export const chatLabCommands = {
  /** `seq` is where stream `chat/lab` goes on. */
  ChatLabGet: command({
    role: 'member',
    params: nothing,
    result: z.object({ view: ChatView, seq: Seq }),
    refusals: ['STORE_UNHEALTHY'],
  }),
  ChatLabSetModel: command({
    role: 'member',
    params: z.strictObject({ modelId, effort: Effort.nullable() }),
    result: done,
    refusals: ['MODEL_NOT_FOUND', 'MODEL_UNAVAILABLE', ...store],
  }),
  /** Without a model, the chat's own. A run that waits for a word is given up for the new message. */
  ChatLabSend: command({
    role: 'member',
    params: z.strictObject({
      text,
      modelId: modelId.optional(),
      effort: Effort.nullable().optional(),
      /** A client that retries sends the same id again; what was begun the first time is the answer. */
      requestId: z.string().min(1).max(100).optional(),
    }),
    result: z.object({ runId: z.string(), messageId: z.string(), seq: Seq }),
    refusals: ['RUN_IN_PROGRESS', 'TOO_MANY_RUNS', 'MODEL_NOT_FOUND', 'MODEL_UNAVAILABLE', ...store],
  }),
  /** What a message would cost: one short answer at the least, every turn in full at the most. */
  ChatLabEstimate: command({
    role: 'member',
    params: z.strictObject({ text: z.string().max(200_000), modelId: modelId.optional() }),
    result: z.object({
      estimate: z.object({ least: Micros, most: Micros }).nullable(),
      because: z.enum(['free', 'priced', 'no_price']),
    }),
    refusals: ['MODEL_NOT_FOUND', 'STORE_UNHEALTHY'],
  }),
  /** At any moment: during a call, a wait or a tool. */
  ChatLabStop: command({ role: 'member', params: nothing, result: done, refusals: ['NO_RUN', ...store] }),
  /** Goes on after a pause, a stop, a failure or a restart; during a wait it tries at once. A cap of null lifts it. */
  ChatLabResume: command({
    role: 'member',
    params: z.strictObject({
      modelId: modelId.optional(),
      effort: Effort.nullable().optional(),
      cap: Micros.nullable().optional(),
    }),
    result: done,
    refusals: ['NO_RUN', 'RUN_IN_PROGRESS', 'TOO_MANY_RUNS', 'MODEL_NOT_FOUND', 'MODEL_UNAVAILABLE', ...store],
  }),
  /** `once` is forgotten when the server stops. Denied, nothing is sent and the run ends. */
  ChatLabConsent: command({
    role: 'member',
    params: z.strictObject({ scopeHash: z.string().max(100), decision: z.enum(['once', 'remember', 'deny']) }),
    result: done,
    /** `CONFLICT_STALE_STATE`: the question has changed since (a file was added); look again. */
    refusals: ['NO_QUESTION', 'CONFLICT_STALE_STATE', ...store],
  }),
  /** The conversation begins anew; with `files` its files are deleted as well. The log keeps that it was. */
  ChatLabClear: command({
    role: 'member',
    params: z.strictObject({ files: z.boolean() }),
    result: done,
    refusals: ['RUN_IN_PROGRESS', ...store],
  }),
  ChatLabFileRemove: command({
    role: 'member',
    params: z.strictObject({ path }),
    result: done,
    refusals: ['FILE_NOT_FOUND', 'RUN_IN_PROGRESS', ...store],
  }),
  /** What changed since the file was dropped; the file layer's answer as it is, refusals included. */
  ChatLabFileReview: command({
    role: 'member',
    params: z.strictObject({ path, options: ReviewPageParams.optional() }),
    result: z.object({ answer: ReviewAnswer }),
    refusals: ['FILE_NOT_FOUND', 'STORE_UNHEALTHY'],
  }),
  /** The whole of a tool's result, when a receipt stood for it. */
  ChatLabToolResult: command({
    role: 'member',
    params: z.strictObject({ entryId: z.int().positive() }),
    result: z.object({ result: z.record(z.string(), anyJson) }),
    refusals: ['RESULT_NOT_FOUND'],
  }),
};

/** PUT a file's bytes here to add it (answers `{ok, value: {path, version, sizeBytes}}`), GET to fetch it as it is now. */
export const chatFilesPath = '/chat-files';
