import type { PatchOp } from '../domain/patch.ts';
import type { ProjectEventOf } from '../events/project-event.ts';
import { entityAt, isLive, type Records } from '../fold/records.ts';
import { refsOf } from '../patch/refs.ts';
import { both } from '../words/issue.ts';

type Applied = Pick<ProjectEventOf<'changeset.applied'>['data'], 'ops' | 'tempIdMap'>;

/** The ops that take a change set back, last first. What it created is tombstoned: nothing is ever deleted. */
export const inverseOps = ({ ops, tempIdMap }: Applied, turnId: string): readonly PatchOp[] =>
  [...ops].reverse().flatMap((op) => inverseOf(op, tempIdMap, turnId));

const inverseOf = (op: PatchOp, tempIdMap: Applied['tempIdMap'], turnId: string): readonly PatchOp[] => {
  const shared = {
    opId: `undo-${op.opId}`.slice(0, 80),
    groupId: turnId,
    entity: op.entity,
    reason: both('ביטול שינוי קודם', 'Takes back an earlier change'),
    include: true,
  };
  if (op.op === 'create') {
    // A fact is decided, not removed: what was only proposed stays proposed.
    if (op.entity === 'fact') return [];
    const note = both('בוטל', 'Taken back');
    return [{ ...shared, op: 'tombstone', id: tempIdMap[op.tempId] ?? op.tempId, note }];
  }
  const id = tempIdMap[op.id] ?? op.id;
  const base = op.base ?? {};
  switch (op.op) {
    case 'set':
      return [
        {
          ...shared,
          op: 'set',
          id,
          changes: Object.fromEntries(Object.keys(op.changes).map((path) => [path, base[path] ?? null])),
        },
      ];
    case 'addRef':
    case 'removeRef': {
      const had = new Set(Array.isArray(base[op.path]) ? (base[op.path] as readonly string[]) : []);
      const refs = op.refs
        .map((ref) => tempIdMap[ref] ?? ref)
        .filter((ref) => had.has(ref) === (op.op === 'removeRef'));
      return refs.length === 0
        ? []
        : [{ ...shared, op: op.op === 'addRef' ? 'removeRef' : 'addRef', id, path: op.path, refs }];
    }
    case 'tombstone':
      return [{ ...shared, op: 'restore', id }];
    case 'restore':
      return [{ ...shared, op: 'tombstone', id, note: both('בוטל', 'Taken back') }];
  }
};

/** The ops as far as what they are about is still there; bringing it back is a change of its own. */
export const withoutGone = (
  records: Records,
  ops: readonly PatchOp[],
): { readonly ops: readonly PatchOp[]; readonly left: number } => {
  const restored = new Set(ops.flatMap((op) => (op.op === 'restore' ? [op.id] : [])));
  const isHere = (entity: PatchOp['entity'], id: string): boolean =>
    restored.has(id) || isLive(entityAt(records, entity, id));
  const kept = ops.flatMap((op): readonly PatchOp[] => {
    if (op.op === 'create' || op.op === 'tombstone' || op.op === 'restore') return [op];
    if (!isHere(op.entity, op.id)) return [];
    const gone = refsOf(op).filter(({ entity, id }) => !isHere(entity, id));
    if (gone.length === 0 || op.op === 'removeRef') return [op];
    const isGone = (id: string): boolean => gone.some((each) => each.id === id);
    if (op.op === 'set') {
      const changes = Object.entries(op.changes).filter(([path]) => !gone.some((each) => each.path === path));
      return changes.length === 0 ? [] : [{ ...op, changes: Object.fromEntries(changes) }];
    }
    const refs = op.refs.filter((ref) => !isGone(ref));
    return refs.length === 0 ? [] : [{ ...op, refs }];
  });
  const same = new Set(kept);
  return { ops: kept, left: ops.filter((op) => !same.has(op)).length };
};
