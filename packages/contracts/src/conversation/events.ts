import { anyJson } from '@atelier/kernel/core';
import { z } from 'zod';
import { ConsentTriple, Effort, Micros, ModelFailureCode } from '../models/terms.ts';
import { Because, ConsentQuestion } from './items.ts';

const id = z.string().min(1).max(200);
const count = z.int().nonnegative();
const json = z.record(z.string(), anyJson);
/** Short text of an event: what is longer is content, pinned by the same commit. */
const label = z.string().max(500);
const run = { runId: id };
/** Who did it, and the agent's token or the admin's link by which; the server sets both. */
const asker = { by: id.optional(), via: id.optional() };

/**
 * What is said and done in a conversation, on whichever stream it is held. Written events are for ever: add an optional
 * field or a new kind, never a new meaning. The state of an agent's loop is not among them: it has a stream of its own.
 */
export const conversationEvents = {
  'message.user': z.strictObject({ messageId: id, text: z.string().max(200_000), ...asker }),
  /** A model began to speak to the person. Words that nobody is shown begin no message. */
  'message.assistant_started': z.strictObject({ ...run, messageId: id, modelId: id }),
  /** A piece of it, from `offset` on, in characters. */
  'message.assistant_partial': z.strictObject({ messageId: id, offset: count, text: z.string() }),
  /** `isCut`: the model ran out of room. */
  'message.assistant_completed': z.strictObject({ ...run, messageId: id, isCut: z.boolean() }),
  /** The stream broke. What was shown stays. */
  'message.assistant_interrupted': z.strictObject({ ...run, messageId: id }),
  'message.system': z.strictObject({ ...run, event: z.enum(['loop_warning']), detail: label.nullable() }),
  'model.switched': z.strictObject({ modelId: id, effort: Effort.nullable(), ...asker }),

  'run.started': z.strictObject({
    ...run,
    modelId: id,
    effort: Effort.nullable(),
    cap: Micros.nullable(),
    scopeHash: z.string(),
  }),
  'run.resumed': z.strictObject({ ...run, modelId: id, effort: Effort.nullable(), cap: Micros.nullable() }),
  /**
   * Another driver goes on with the run, here or on another server: what was being said or done was cut off. Terms
   * count up; a driver of an earlier term records nothing any more.
   */
  'run.driven': z.strictObject({ ...run, term: z.int().positive(), server: id }),
  'run.phase_started': z.strictObject({ ...run, phase: label }),
  'run.phase_completed': z.strictObject({ ...run, phase: label, outcome: z.enum(['ok', 'paused', 'failed']) }),
  'run.item_started': z.strictObject({ ...run, item: z.int().positive(), of: z.int().positive(), label }),
  'run.item_done': z.strictObject({ ...run, item: z.int().positive() }),
  'run.item_failed': z.strictObject({ ...run, item: z.int().positive(), reason: label }),
  'run.turn_started': z.strictObject({
    ...run,
    turn: z.int().positive(),
    of: z.int().positive(),
    estimate: Micros.nullable(),
    /** How the model is asked: effort, sampling, choice of tools. */
    profile: json,
  }),
  'run.waiting': z.strictObject({
    ...run,
    attempt: z.int(),
    of: z.int(),
    afterMs: count,
    until: z.string(),
    code: ModelFailureCode,
  }),
  /** The model is asked again; nothing of the attempt before was shown. */
  'run.retried': z.strictObject({ ...run, attempt: z.int() }),
  'run.metered': z.strictObject({
    ...run,
    tokensIn: count,
    tokensCached: count,
    tokensOut: count,
    cost: Micros.nullable(),
    /** The provider did not tell, so tokens and cost are calculated. */
    isEstimate: z.boolean(),
  }),
  'run.paused': z.strictObject({
    ...run,
    state: z.enum(['needs_consent', 'paused_cap', 'paused']),
    because: Because,
    consent: ConsentQuestion.optional(),
    cap: z
      .object({ scope: z.enum(['turn', 'run', 'day']), reason: z.enum(['cap_reached', 'price_unknown']) })
      .optional(),
  }),
  'run.canceled': z.strictObject({ ...run, reason: z.enum(['person', 'denied']), ...asker }),
  'run.failed': z.strictObject({ ...run, because: Because }),
  'run.completed': z.strictObject({ ...run }),

  'tool.called': z.strictObject({
    ...run,
    callId: id,
    entryId: z.int().positive(),
    name: id,
    access: z.enum(['read', 'write']),
    /** Long texts in it are shortened. */
    input: json,
  }),
  'tool.returned': z.strictObject({
    ...run,
    callId: id,
    entryId: z.int().positive(),
    outcome: z.enum(['ok', 'refused', 'unknown']),
    ms: z.number().nonnegative().nullable(),
    /** The result, or the beginning of a long one. */
    result: json,
    /** The whole call and its result; pinned by the commit of this event. */
    content: z.string().nullable(),
  }),
  'consent.granted': z.strictObject({ ...run, consent: ConsentTriple, remember: z.boolean(), ...asker }),
} as const;

export type ConversationEventKind = keyof typeof conversationEvents;
export type ConversationEvent = {
  [Kind in ConversationEventKind]: { readonly kind: Kind; readonly data: z.infer<(typeof conversationEvents)[Kind]> };
}[ConversationEventKind];
export type ConversationEventOf<Kind extends ConversationEventKind> = Extract<
  ConversationEvent,
  { kind: Kind }
>['data'];

export const isConversationKind = (kind: string): kind is ConversationEventKind =>
  Object.hasOwn(conversationEvents, kind);

/** A run that a stop of the server cut off. A person decides whether it goes on. */
export const runCutOff = (runId: string): ConversationEvent => ({
  kind: 'run.paused',
  data: {
    runId,
    state: 'paused',
    because: { code: 'SERVER_STOPPED', message: 'Atelier stopped while the model was working. Nothing done is lost.' },
  },
});

/**
 * What is wrong with an event that is about to be written; undefined when nothing is. Asked once, by the writer: an
 * event with a figure that its readers refuse would be there for ever, and readers fold it without looking again.
 */
export const flawIn = (event: { readonly kind: string; readonly data: unknown }): string | undefined => {
  if (!isConversationKind(event.kind)) return `${event.kind} is no event of a conversation`;
  const issue = conversationEvents[event.kind].safeParse(event.data).error?.issues[0];
  return issue && `${event.kind}.${issue.path.join('.')}: ${issue.message}`;
};
