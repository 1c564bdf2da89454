import type { Json, Sha256 } from '@atelier/kernel/core';
import type { Entity } from '../domain/entities.ts';
import type { Conflict } from '../domain/findings.ts';
import type { PatchOp } from '../domain/patch.ts';
import { isTempId } from '../domain/primitives.ts';
import { entityAt, isLive } from '../fold/records.ts';
import type { ProjectState } from '../fold/state.ts';
import { entityHash } from '../patch/hash.ts';
import { refsOf } from '../patch/refs.ts';
import { sameValue, valueAt } from '../patch/values.ts';

type Current = Pick<ProjectState, 'records' | 'lastChange'>;

/** Whether something changed under an op since it was proposed. */
export const isStale = ({ records }: Current, sha256: Sha256, op: PatchOp): boolean => {
  if (op.op === 'create' || !op.ifMatch) return false;
  const entity = entityAt(records, op.entity, op.id);
  return !entity || entityHash(sha256, op.entity, entity) !== op.ifMatch.hash;
};

/** Every path on which an included op and the project no longer agree about where it started from. */
export const conflictsOf = (state: Current, sha256: Sha256, ops: readonly PatchOp[]): readonly Conflict[] =>
  ops
    .filter(({ include }) => include)
    .flatMap((op) => (op.op === 'create' ? deadRefs(state, op) : changedUnder(state, sha256, op)));

const deadRefs = (state: Current, op: PatchOp): readonly Conflict[] =>
  refsOf(op).flatMap(({ path, entity, id }) => {
    if (isTempId(id) || isLive(entityAt(state.records, entity, id))) return [];
    return [
      conflict(state, { opId: op.opId, entity }, id, path, {
        base: id,
        current: null,
        proposed: id,
        kind: 'tombstoned',
        overlap: true,
      }),
    ];
  });

const changedUnder = (state: Current, sha256: Sha256, op: Exclude<PatchOp, { op: 'create' }>): readonly Conflict[] => {
  if (!isStale(state, sha256, op)) return [];
  const entity = entityAt(state.records, op.entity, op.id);
  const base = op.base ?? {};
  const one = (path: string, values: Values): Conflict => conflict(state, op, op.id, path, values);
  if (!entity) return [one('', { base: null, current: null, proposed: null, kind: 'missing', overlap: true })];
  const isGone = entity.tombstone !== null && op.op !== 'restore';
  const kind = isGone ? 'tombstoned' : op.op === 'restore' && entity.tombstone === null ? 'restored' : 'edit';
  switch (op.op) {
    case 'set':
      return Object.entries(op.changes).map(([path, proposed]) => {
        const [was, current] = [base[path] ?? null, valueAt(entity, path)];
        return one(path, {
          base: was,
          current,
          proposed,
          kind,
          overlap: isGone || overlaps(op, path, was, current, proposed),
        });
      });
    case 'addRef':
    case 'removeRef': {
      const current = valueAt(entity, op.path);
      // Members are added to and taken from whatever the list is now: lists do not collide.
      return [
        one(op.path, { base: base[op.path] ?? [], current, proposed: mergedRefs(entity, op), kind, overlap: isGone }),
      ];
    }
    case 'tombstone':
      return [one('tombstone', { base: false, current: isGone, proposed: true, kind, overlap: !isGone })];
    case 'restore':
      return [
        one('tombstone', { base: true, current: entity.tombstone !== null, proposed: false, kind, overlap: false }),
      ];
  }
};

const overlaps = (op: PatchOp, path: string, base: Json, current: Json, proposed: Json): boolean =>
  !sameValue(op.entity, path, current, base) && !sameValue(op.entity, path, current, proposed);

const mergedRefs = (entity: Entity, op: Extract<PatchOp, { path: string }>): Json => {
  const had = (valueAt(entity, op.path) ?? []) as readonly string[];
  return op.op === 'addRef' ? [...new Set([...had, ...op.refs])] : had.filter((each) => !op.refs.includes(each));
};

type Values = {
  readonly base: Json;
  readonly current: Json;
  readonly proposed: Json;
  readonly kind: Conflict['kind'];
  readonly overlap: boolean;
};

const conflict = (
  state: Current,
  op: Pick<PatchOp, 'opId' | 'entity'>,
  entityId: string,
  fieldPath: string,
  values: Values,
): Conflict => {
  const change = state.lastChange.get(entityId);
  return {
    opId: op.opId,
    entity: op.entity,
    entityId,
    fieldPath,
    baseValue: values.base,
    currentValue: values.current,
    proposedValue: values.proposed,
    kind: values.kind,
    overlap: values.overlap,
    ...(change ? { changedBy: change.by, changedAt: change.at, changeSetId: change.changeSetId } : {}),
  };
};
