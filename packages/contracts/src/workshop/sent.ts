import { z } from 'zod';

const count = z.int().nonnegative();
const name = z.string();
const tokens = count;

/** One thing that went to a model with a prompt, or that was left out and why. Sizes are estimates in tokens. */
export const SentPart = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('file'),
    path: name,
    bytes: count,
    tokens,
    /** All of its text, an outline of it, or no more than its row in the list. */
    as: z.enum(['whole', 'outline', 'row']),
    /** Why it is not more: there was no room, or it cannot be read. Null: it is all there is to send unasked. */
    because: z.enum(['no_room', 'shortened', 'unreadable']).nullable(),
    reason: z.string().optional(),
    /** Hidden places that the person chose to keep from models. */
    withheld: count.optional(),
  }),
  z.object({ what: z.literal('context'), name, tokens, isUnreadable: z.boolean().optional() }),
  /** How to write a format well, merged with a person's own style where the name says so. */
  z.object({ what: z.literal('style'), name, tokens }),
  z.object({ what: z.literal('summary'), messages: count, tokens }),
  z.object({ what: z.literal('picture'), path: name, page: z.int().positive(), tokens }),
  /** What an earlier part of the run handed on: its findings, its plan. */
  z.object({ what: z.literal('handed'), name, tokens }),
  /** Tools of formats that nobody has or means, where they would have taken too much room. */
  z.object({ what: z.literal('tools_left_out'), names: z.array(name) }),
]);
export type SentPart = z.infer<typeof SentPart>;

/** What a tool answered the model after a prompt: a file or a range of one, or a receipt that stands for it. */
const SentAnswer = z.object({
  entryId: z.int().positive(),
  tool: name,
  path: name.nullable(),
  /** What of the file was asked for: a sheet, a range, lines, a query. Empty: all of it. */
  selector: z.record(z.string(), z.string()),
  bytes: count,
  isReceipt: z.boolean(),
});

/** What a model was given at the start of a part of a run, in tokens as they are estimated, and what it read in it. */
export const SentPrompt = z.object({
  phase: z.string(),
  item: z.int().positive().nullable(),
  at: z.string(),
  sizes: z.record(z.string(), count),
  /** Of the conversation: messages word for word, and those that a summary stood for. Null where it is no part of it. */
  told: z.object({ messages: count, summarised: count }).nullable(),
  /** By name. Null: it was sent before names were kept, or they were trimmed with the history. */
  parts: z.array(SentPart).nullable(),
  answers: z.array(SentAnswer),
});
export type SentPrompt = z.infer<typeof SentPrompt>;
