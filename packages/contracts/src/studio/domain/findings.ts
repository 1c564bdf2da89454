import { z } from 'zod';
import { EntityType, JsonValue, LText, UserId } from './primitives.ts';

export const Severity = z.enum(['info', 'warn', 'error']);
export type Severity = z.infer<typeof Severity>;

/** Something to say about a draft, an answer or a turn. Its words carry figures, so they travel with it. */
export const Issue = z.strictObject({
  code: z.string().min(1).max(60),
  severity: Severity,
  message: LText,
  /** A person must acknowledge the code before the draft can be applied. */
  ack: z.boolean().exactOptional(),
  opId: z.string().exactOptional(),
  refs: z.array(z.string()).exactOptional(),
});
export type Issue = z.infer<typeof Issue>;

export const flagActions = [
  'unlink',
  'removeLine',
  'restore',
  'attach',
  'handledElsewhere',
  'dismiss',
  'activateFollowUp',
  'approve',
  'reissue',
  'pinNewest',
] as const;
export const FlagAction = z.enum(flagActions);
export type FlagAction = z.infer<typeof FlagAction>;

export const Flag = z.strictObject({
  id: z.string(),
  invariant: z.string().regex(/^I\d\d$/),
  severity: Severity,
  refs: z.array(z.strictObject({ entity: z.string(), id: z.string() })),
  message: LText,
  evidenceHash: z.string(),
  status: z.enum(['open', 'dismissed', 'resolved']),
  actions: z.array(FlagAction),
  reason: z.string().max(500).exactOptional(),
});
export type Flag = z.infer<typeof Flag>;

export const Conflict = z.strictObject({
  opId: z.string(),
  entity: EntityType,
  entityId: z.string(),
  fieldPath: z.string(),
  baseValue: JsonValue,
  currentValue: JsonValue,
  proposedValue: JsonValue,
  kind: z.enum(['edit', 'tombstoned', 'restored', 'missing']),
  /** The current value is neither what the draft started from nor what it proposes. */
  overlap: z.boolean(),
  changedBy: UserId.exactOptional(),
  changedAt: z.string().exactOptional(),
  changeSetId: z.string().exactOptional(),
});
export type Conflict = z.infer<typeof Conflict>;
