import { z } from 'zod';
import { Conflict, Issue } from './findings.ts';
import { PatchOp } from './patch.ts';
import { idOf, LText, Timestamp } from './primitives.ts';

export const DroppedOp = z.strictObject({ opId: z.string(), reason: LText.exactOptional() });
export type DroppedOp = z.infer<typeof DroppedOp>;

/** One revision, as what changed since the one before. Ops that are carried keep their place; added ones follow. */
export const DraftDelta = z.strictObject({
  carry: z.union([z.literal('all'), z.array(z.string()).max(400)]),
  added: z.array(PatchOp).max(400),
  /** Whole ops that take the place of those with the same opId. */
  changed: z.array(PatchOp).max(400),
  dropped: z.array(DroppedOp).max(400),
});
export type DraftDelta = z.infer<typeof DraftDelta>;

/** What the included ops would do, shown above the diff. */
export const Impact = z.strictObject({
  subtotalMinor: z.int(),
  subtotalDeltaMinor: z.int(),
  costDeltaMinor: z.int(),
  minutesDelta: z.int(),
  dates: z.array(z.strictObject({ path: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  /** The day work must start, before and after. */
  latestStart: z.strictObject({ from: z.string().nullable(), to: z.string().nullable() }).exactOptional(),
  elementIds: z.array(z.string()),
  risks: z.array(LText),
});
export type Impact = z.infer<typeof Impact>;

export const DraftSource = z.enum(['user', 'reconciliation', 'undo', 'critic']);

/** What somebody says about a draft that was shared, and at which revision of it. */
export const DraftComment = z.strictObject({
  id: idOf('com'),
  by: z.string(),
  at: Timestamp,
  revision: z.int().min(1),
  text: z.string().min(1).max(2_000),
});
export type DraftComment = z.infer<typeof DraftComment>;

export const Draft = z.strictObject({
  draftId: idOf('drf'),
  revision: z.int().min(1),
  title: LText,
  source: DraftSource,
  ops: z.array(PatchOp).max(200),
  status: z.enum(['open', 'blocked', 'conflicted']),
  blockedReasons: z.array(LText),
  issues: z.array(Issue),
  conflicts: z.array(Conflict),
  impact: Impact,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** The elements the last turn was about: what "it" means next. */
  lastTouched: z.array(z.string()),
  isShared: z.boolean(),
});
export type Draft = z.infer<typeof Draft>;
