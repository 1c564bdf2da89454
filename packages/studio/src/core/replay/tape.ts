import { z } from 'zod';
import { JsonValue, UserId } from '../domain/primitives.ts';

const seq = z.int().min(0);

/** One question to a model, and what came back: the parsed answer, or why there was none. Never the prompt itself. */
export const TapedAnswer = z.object({
  purpose: z.string(),
  name: z.string(),
  /** SHA-256 of the prompt: a replay that would ask something else says so. */
  asked: z.string(),
  answer: z.union([
    z.object({ ok: z.literal(true), value: JsonValue }),
    z.object({ ok: z.literal(false), error: JsonValue }),
  ]),
});
export type TapedAnswer = z.infer<typeof TapedAnswer>;

/**
 * Everything a turn was told that the log of the project does not hold, in the order it was told. With the events before
 * it, a turn can be run again and comes to the same result. Recorded for ever: fields may only be added.
 */
export const TurnTape = z.object({
  v: z.literal(1),
  request: JsonValue,
  /** Which installation's workspace the seqs speak of: a project may have come from another. */
  workspaceId: z.string(),
  caller: z.object({ userId: UserId, isAdmin: z.boolean() }),
  role: z.enum(['viewer', 'editor', 'owner']),
  /** The seqs at which the project and the workspace were read. */
  project: z.array(seq),
  workspace: z.array(seq),
  /** What appends to the workspace came to. */
  appends: z.array(JsonValue),
  clock: z.array(z.int()),
  chosen: z.array(z.tuple([z.string(), z.boolean()])),
  answers: z.array(TapedAnswer),
  names: z.array(z.tuple([z.string(), z.string().nullable()])),
  lang: z.enum(['he', 'en']).nullable(),
});
export type TurnTape = z.infer<typeof TurnTape>;
