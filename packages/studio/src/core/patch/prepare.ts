import { derivedId, type Json, type Sha256 } from '@atelier/kernel/core';
import type { PatchOp } from '../domain/patch.ts';
import { idPrefix, isTempId } from '../domain/primitives.ts';
import { copyRecords, entityAt, type Records } from '../fold/records.ts';
import { applyOps, type IdMap, type Stamp } from './apply.ts';
import { entityHash } from './hash.ts';
import { refsOf, valuesOf } from './refs.ts';
import { valueAt } from './values.ts';

/** Creates first, those that others refer to before the others; the rest in the order it was proposed. */
export const orderOps = (ops: readonly PatchOp[]): readonly PatchOp[] => {
  const creates = new Map(ops.flatMap((op) => (op.op === 'create' ? [[op.tempId, op] as const] : [])));
  const ordered = new Set<PatchOp>();
  const visiting = new Set<PatchOp>();
  const place = (op: PatchOp): void => {
    // Two that refer to each other cannot both come first; the ids are known either way.
    if (ordered.has(op) || visiting.has(op)) return;
    visiting.add(op);
    for (const { id } of refsOf(op)) {
      const needed = creates.get(id);
      if (needed) place(needed);
    }
    ordered.add(op);
  };
  for (const op of creates.values()) place(op);
  return [...ordered, ...ops.filter(({ op }) => op !== 'create')];
};

/** The ids that temp ids become: the same turn and op give the same id, so that a retry writes the same. */
export const mintIds = (sha256: Sha256, turnId: string, ops: readonly PatchOp[]): IdMap =>
  Object.fromEntries(
    ops.flatMap((op) =>
      op.op === 'create' ? [[op.tempId, derivedId(idPrefix[op.entity], sha256, `${turnId}/${op.opId}`)]] : [],
    ),
  );

/** Writes down what the op starts from, so that a change in between is noticed. */
export const withBase = (records: Records, sha256: Sha256, seq: number, op: PatchOp): PatchOp => {
  if (op.op === 'create' || isTempId(op.id)) return op;
  const entity = entityAt(records, op.entity, op.id);
  if (!entity) return op;
  const changed = op.op === 'set' ? valuesOf(op).map(([path]) => path) : 'path' in op ? [op.path] : [];
  const base: Record<string, Json> = Object.fromEntries(changed.map((path) => [path, valueAt(entity, path)]));
  return { ...op, ifMatch: { hash: entityHash(sha256, op.entity, entity), seq }, base };
};

/** The records as they would be. Temp ids stay as they are: nothing is created yet. */
export const projectOps = (records: Records, ops: readonly PatchOp[], stamp: Stamp): Records => {
  const copy = copyRecords(records);
  applyOps(copy, orderOps(ops.filter(({ include }) => include)), {}, stamp);
  return copy;
};
