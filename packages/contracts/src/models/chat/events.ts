import { z } from 'zod';
import { ConsentTriple, Effort, Micros, ModelFailureCode } from '../terms.ts';
import { Because, ConsentQuestion } from './items.ts';

/** The one scratch chat of an installation. Text deltas come on this stream under the id of an assistant item. */
export const chatStream = 'chat/lab';

const path = z.string();
const version = z.string();
const sizeBytes = z.int().nonnegative();
const runId = z.string();
const json = z.record(z.string(), z.json());
const event = <Kind extends string, Data extends z.ZodRawShape>(kind: Kind, data: Data) =>
  z.object({ kind: z.literal(kind), data: z.object(data) });

/** Written events are for ever: add an optional field or a new kind, never a new meaning. */
export const ChatEvent = z.discriminatedUnion('kind', [
  event('chat.model_set', { modelId: z.string(), effort: Effort.nullable() }),
  event('chat.file_added', { path, version, sizeBytes }),
  event('chat.file_removed', { path }),
  event('chat.file_made', {
    path,
    version,
    sizeBytes,
    action: z.enum(['created', 'modified']),
    tool: z.string(),
    summary: z.string(),
  }),
  /** With `files` the files are gone too; without, they stay as they are. */
  event('chat.cleared', { files: z.boolean() }),
  event('message.sent', { messageId: z.string(), text: z.string() }),
  event('run.started', {
    runId,
    modelId: z.string(),
    effort: Effort.nullable(),
    cap: Micros.nullable(),
    scopeHash: z.string(),
  }),
  event('run.resumed', { runId, modelId: z.string(), effort: Effort.nullable(), cap: Micros.nullable() }),
  event('turn.started', {
    runId,
    messageId: z.string(),
    turn: z.int().positive(),
    of: z.int().positive(),
    estimate: Micros.nullable(),
    /** How the model is asked: effort, sampling, choice of tools. */
    profile: json,
  }),
  event('message.text', { messageId: z.string(), offset: z.int().nonnegative(), text: z.string() }),
  event('run.waiting', {
    runId,
    attempt: z.int(),
    of: z.int(),
    afterMs: z.int().nonnegative(),
    until: z.string(),
    code: ModelFailureCode,
  }),
  /** The attempt before is void, and so is what it had written. */
  event('run.restarted', { runId, messageId: z.string(), attempt: z.int() }),
  event('call.metered', {
    runId,
    tokensIn: z.int().nonnegative(),
    tokensOut: z.int().nonnegative(),
    cost: Micros.nullable(),
    /** Reckoned, because the provider broke off before it told. */
    isEstimate: z.boolean(),
  }),
  event('turn.ended', { runId, messageId: z.string(), isCut: z.boolean() }),
  event('tool.started', {
    runId,
    callId: z.string(),
    entryId: z.int().positive(),
    name: z.string(),
    access: z.enum(['read', 'write']),
    input: json,
  }),
  event('tool.finished', {
    runId,
    callId: z.string(),
    outcome: z.enum(['ok', 'refused', 'unknown']),
    ms: z.number().nonnegative().nullable(),
    result: json,
  }),
  event('run.loop_warning', { runId, tool: z.string(), count: z.int() }),
  event('run.paused', {
    runId,
    state: z.enum(['needs_consent', 'paused_cap', 'paused']),
    because: Because,
    consent: ConsentQuestion.optional(),
    cap: z
      .object({ scope: z.enum(['turn', 'run', 'day']), reason: z.enum(['cap_reached', 'price_unknown']) })
      .optional(),
  }),
  event('consent.answered', { runId, consent: ConsentTriple, decision: z.enum(['once', 'remember', 'deny']) }),
  event('run.ended', {
    runId,
    outcome: z.enum(['answered', 'canceled', 'denied', 'failed']),
    because: Because.optional(),
  }),
]);
export type ChatEvent = z.infer<typeof ChatEvent>;
export type ChatEventOf<Kind extends ChatEvent['kind']> = Extract<ChatEvent, { kind: Kind }>['data'];
