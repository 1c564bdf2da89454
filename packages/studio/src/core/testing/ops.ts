import type { Json } from '@atelier/kernel/core';
import type { PatchOp } from '../domain/patch.ts';
import type { EntityType } from '../domain/primitives.ts';

const shared = (opId: string, entity: EntityType) => ({
  opId,
  groupId: 'trn_1',
  entity,
  reason: { en: 'because' },
  include: true,
});

export const create = (
  opId: string,
  entity: EntityType,
  fields: Readonly<Record<string, Json>>,
  tempId = `tmp:${opId}`,
): PatchOp => ({
  op: 'create',
  ...shared(opId, entity),
  tempId,
  fields: { ...fields },
});

export const set = (
  opId: string,
  entity: EntityType,
  id: string,
  changes: Readonly<Record<string, Json>>,
): PatchOp => ({
  op: 'set',
  ...shared(opId, entity),
  id,
  changes: { ...changes },
});

export const addRef = (opId: string, entity: EntityType, id: string, path: string, ...refs: string[]): PatchOp => ({
  op: 'addRef',
  ...shared(opId, entity),
  id,
  path,
  refs,
});

export const removeRef = (opId: string, entity: EntityType, id: string, path: string, ...refs: string[]): PatchOp => ({
  op: 'removeRef',
  ...shared(opId, entity),
  id,
  path,
  refs,
});

export const tombstone = (opId: string, entity: EntityType, id: string): PatchOp => ({
  op: 'tombstone',
  ...shared(opId, entity),
  id,
  note: { en: 'gone' },
});

export const restore = (opId: string, entity: EntityType, id: string): PatchOp => ({
  op: 'restore',
  ...shared(opId, entity),
  id,
});

/** Proposed, and taken out by a person. */
export const excluded = (op: PatchOp): PatchOp => ({ ...op, include: false });
