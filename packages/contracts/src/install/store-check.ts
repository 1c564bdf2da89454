import { z } from 'zod';

export const StreamFinding = z.object({
  stream: z.string(),
  kind: z.enum(['corrupt_tail', 'corrupt_head', 'unknown_version', 'unreadable']),
  reason: z.string(),
  /** Events before this seq are whole. */
  validNext: z.int().nonnegative(),
});
export type StreamFinding = z.infer<typeof StreamFinding>;

export const StoreCheckReport = z.object({
  streams: z.int().nonnegative(),
  events: z.int().nonnegative(),
  findings: z.array(StreamFinding),
  /** How much content that is needed is not there or cannot be read; earlier checks did not look. */
  missing: z.int().nonnegative().optional(),
});
export type StoreCheckReport = z.infer<typeof StoreCheckReport>;

export const isClean = ({ findings, missing = 0 }: StoreCheckReport): boolean => findings.length + missing === 0;

/** The last check of the store: one at a time, and its outcome stays until the next. */
export const StoreCheck = z.discriminatedUnion('state', [
  z.object({ state: z.literal('running'), id: z.string(), startedAt: z.string(), server: z.string().optional() }),
  z.object({
    state: z.literal('finished'),
    id: z.string(),
    startedAt: z.string(),
    endedAt: z.string(),
    report: StoreCheckReport,
  }),
  /** Cancelled by a person, or cut off by a stop of the server. */
  z.object({ state: z.enum(['cancelled', 'interrupted']), id: z.string(), startedAt: z.string(), endedAt: z.string() }),
]);
export type StoreCheck = z.infer<typeof StoreCheck>;
