import { z } from 'zod';
import { EntityType, idOf, JsonValue, LText, TempId, TurnId } from './primitives.ts';

/** An existing id or a temp id of the same draft; which of the two is a rule, not a shape. */
const AnyId = z.string().min(1).max(80);
export const Path = z.string().min(1).max(60);

const shared = {
  opId: z.string().min(1).max(80),
  /** The turn that added it. */
  groupId: TurnId,
  entity: EntityType,
  reason: LText,
  evidence: z
    .strictObject({
      userText: z.string().max(8_000).exactOptional(),
      factIds: z.array(idOf('fct')).max(20).exactOptional(),
      qids: z.array(z.string().max(80)).max(20).exactOptional(),
    })
    .exactOptional(),
  /** Filled from the state the skill saw, never by a model. */
  ifMatch: z.strictObject({ hash: z.string(), seq: z.int().min(0) }).exactOptional(),
  /** What stood at each changed path, filled with ifMatch. A path that was empty is null. */
  base: z.record(Path, JsonValue).exactOptional(),
  include: z.boolean(),
};

export const CreateOp = z.strictObject({
  op: z.literal('create'),
  ...shared,
  tempId: TempId,
  fields: z.record(Path, JsonValue),
});
export const SetOp = z.strictObject({
  op: z.literal('set'),
  ...shared,
  id: AnyId,
  /** null clears an optional path. */
  changes: z.record(Path, JsonValue),
});
export const RefOp = z.strictObject({
  op: z.enum(['addRef', 'removeRef']),
  ...shared,
  id: AnyId,
  path: Path,
  refs: z.array(AnyId).min(1).max(50),
});
export const TombstoneOp = z.strictObject({ op: z.literal('tombstone'), ...shared, id: AnyId, note: LText });
export const RestoreOp = z.strictObject({ op: z.literal('restore'), ...shared, id: AnyId });

export const PatchOp = z.discriminatedUnion('op', [CreateOp, SetOp, RefOp, TombstoneOp, RestoreOp]);
export type PatchOp = z.infer<typeof PatchOp>;
export type CreateOp = z.infer<typeof CreateOp>;
export type SetOp = z.infer<typeof SetOp>;
export type RefOp = z.infer<typeof RefOp>;
export type TombstoneOp = z.infer<typeof TombstoneOp>;
export type RestoreOp = z.infer<typeof RestoreOp>;

/** What reconciliation may write by itself: links, order and the status of lines. Never money, quantity or text. */
export const AutoFix = z.discriminatedUnion('fix', [
  z.strictObject({
    fix: z.literal('lineStatus'),
    entity: z.enum(['materialLine', 'workLine']),
    id: z.string(),
    status: z.enum(['active', 'orphaned']),
    orphanReason: z.enum(['element_removed', 'task_removed']).exactOptional(),
  }),
  z.strictObject({
    fix: z.literal('dropRefs'),
    entity: EntityType,
    id: z.string(),
    path: Path,
    refs: z.array(z.string()),
  }),
  z.strictObject({ fix: z.literal('sortKey'), entity: EntityType, id: z.string(), sortKey: z.int().min(0) }),
]);
export type AutoFix = z.infer<typeof AutoFix>;
