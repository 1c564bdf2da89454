import { z } from 'zod';

export const ChatFile = z.object({
  path: z.string(),
  version: z.string(),
  sizeBytes: z.int().nonnegative(),
  /** Who made it be there: the person who dropped it, or the model. */
  origin: z.enum(['user', 'agent']),
  /** As it was dropped, which is what a review compares with; null for a file the model made. */
  droppedVersion: z.string().nullable(),
  changed: z.boolean(),
});
export type ChatFile = z.infer<typeof ChatFile>;
