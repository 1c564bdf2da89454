import type { PatchOp } from '../domain/patch.ts';
import type { ProjectEventOf } from '../events/project-event.ts';
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
