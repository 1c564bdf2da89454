import type { Json } from '@atelier/kernel/core';
import { materialLineCost, workLineCost } from '../accounting/accounting.ts';
import type { Draft } from '../domain/draft.ts';
import type { Entity, MaterialLine, WorkLine } from '../domain/entities.ts';
import type { PatchOp } from '../domain/patch.ts';
import type { EntityType } from '../domain/primitives.ts';
import type { DiffGroup, FieldDiff, OpDiff } from '../domain/turn.ts';
import { entityAt, type Records } from '../fold/records.ts';
import { projectOps } from '../patch/prepare.ts';
import { targetOf } from '../patch/refs.ts';
import { valueAt } from '../patch/values.ts';
import { elementsOf, labelOf } from '../validate/names.ts';
import { stampFor } from '../validate/validate.ts';
import { both } from '../words/issue.ts';

/** What a draft would change, grouped by element, then by entity; what belongs to no element comes last. */
export const diffOf = (records: Records, draft: Pick<Draft, 'ops' | 'issues'>, at = ''): readonly DiffGroup[] => {
  // Ops that cannot be applied any more are shown as they were proposed.
  const possible = possibleOps(records, draft.ops);
  const after = projectOps(
    records,
    possible.map((op) => ({ ...op, include: true })),
    stampFor({ at }),
  );
  const groups = new Map<string | null, OpDiff[]>();
  for (const op of draft.ops) {
    const [elementId = null] = elementsOf(op, after, records);
    const list = groups.get(elementId) ?? [];
    groups.set(elementId, list);
    list.push(
      opDiff(
        op,
        records,
        after,
        draft.issues.filter(({ opId }) => opId === op.opId),
      ),
    );
  }
  const order: readonly EntityType[] = [
    'project',
    'element',
    'section',
    'task',
    'materialLine',
    'workLine',
    'decision',
    'risk',
    'fact',
  ];
  const rank = ({ entity }: OpDiff): number => order.indexOf(entity as EntityType);
  const named = [...groups].map(
    ([elementId, ops]): DiffGroup => ({
      elementId,
      label: elementId === null ? both('הפרויקט', 'The project') : labelOf(after, 'element', elementId),
      ops: ops.sort((a, b) => rank(a) - rank(b)),
    }),
  );
  return [
    ...named.filter(({ elementId }) => elementId !== null),
    ...named.filter(({ elementId }) => elementId === null),
  ];
};

/** Those whose subject is still there, or made by one of them. */
export const possibleOps = (records: Records, ops: readonly PatchOp[]): readonly PatchOp[] =>
  ops.filter((op) => op.op === 'create' || isPossible(records, op, ops));

const isPossible = (records: Records, op: Exclude<PatchOp, { op: 'create' }>, ops: readonly PatchOp[]): boolean =>
  entityAt(records, op.entity, op.id) !== undefined ||
  ops.some((each) => each.op === 'create' && each.tempId === op.id);

const opDiff = (op: PatchOp, before: Records, after: Records, issues: OpDiff['issues']): OpDiff => {
  const id = targetOf(op);
  const [was, is] = [entityAt(before, op.entity, id), entityAt(after, op.entity, id)];
  return {
    opId: op.opId,
    op: op.op,
    entity: op.entity,
    id,
    label: labelOf(is ? after : before, op.entity, id),
    include: op.include,
    fields: fieldsOf(op, was, is),
    costDeltaMinor: costOf(op.entity, is) - costOf(op.entity, was),
    reason: op.reason,
    issues,
    groupId: op.groupId,
  };
};

const fieldsOf = (op: PatchOp, was: Entity | undefined, is: Entity | undefined): readonly FieldDiff[] => {
  const paths =
    op.op === 'create'
      ? Object.keys(op.fields)
      : op.op === 'set'
        ? Object.keys(op.changes)
        : 'path' in op
          ? [op.path]
          : [];
  const at = (entity: Entity | undefined, path: string): Json => (entity ? valueAt(entity, path) : null);
  return paths.map((path) => ({ path, from: at(was, path), to: at(is, path) }));
};

const costOf = (entity: EntityType, value: Entity | undefined): number => {
  if (!value || value.tombstone !== null) return 0;
  if (entity === 'materialLine') return materialLineCost(value as MaterialLine);
  return entity === 'workLine' ? workLineCost(value as WorkLine) : 0;
};
