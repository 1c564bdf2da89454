import type { Json, Sha256 } from '@atelier/kernel/core';
import type { Entity } from '../domain/entities.ts';
import { type EntityType, entityTypes } from '../domain/primitives.ts';
import type { DiffGroup, OpDiff } from '../domain/turn.ts';
import type { ProjectEventOf } from '../events/project-event.ts';
import { entityAt, type Records } from '../fold/records.ts';
import { entityHash } from '../patch/hash.ts';
import { paths } from '../patch/paths.ts';
import { targetOf } from '../patch/refs.ts';
import { sameValue, valueAt } from '../patch/values.ts';
import { labelOf } from '../validate/names.ts';
import { both } from '../words/issue.ts';

/** What is different between the project as it was and as it is, entity by entity. */
export const compareRecords = (before: Records, after: Records, sha256: Sha256): readonly DiffGroup[] => {
  const ops: { readonly elementId: string | null; readonly diff: OpDiff }[] = [];
  for (const entity of entityTypes) {
    const ids = new Set([...before[entity].keys(), ...after[entity].keys()]);
    for (const id of ids) {
      const [was, is] = [entityAt(before, entity, id), entityAt(after, entity, id)];
      if (was && is && entityHash(sha256, entity, was) === entityHash(sha256, entity, is)) continue;
      const [wasLive, isLive] = [was?.tombstone === null, is?.tombstone === null];
      if (!wasLive && !isLive) continue;
      const op = !wasLive && isLive ? (was ? 'restore' : 'create') : wasLive && !isLive ? 'tombstone' : 'set';
      ops.push({ elementId: elementOf(entity, is ?? was), diff: diff(op, entity, id, was, is, is ? after : before) });
    }
  }
  return grouped(ops, after, before);
};

/** What one applied change set did, from what it wrote down itself. */
export const changeSetDiff = (
  records: Records,
  { ops, tempIdMap }: Pick<ProjectEventOf<'changeset.applied'>['data'], 'ops' | 'tempIdMap'>,
): readonly DiffGroup[] =>
  grouped(
    ops.map((op) => {
      const id = tempIdMap[targetOf(op)] ?? targetOf(op);
      const base = 'base' in op ? (op.base ?? {}) : {};
      const given: readonly (readonly [string, Json])[] =
        op.op === 'create'
          ? Object.entries(op.fields)
          : op.op === 'set'
            ? Object.entries(op.changes)
            : 'path' in op
              ? [[op.path, op.refs]]
              : [];
      return {
        elementId: elementOf(op.entity, entityAt(records, op.entity, id)),
        diff: {
          opId: op.opId,
          op: op.op,
          entity: op.entity,
          id,
          label: labelOf(records, op.entity, id),
          include: true,
          fields: given.map(([path, to]) => ({ path, from: base[path] ?? null, to })),
          costDeltaMinor: 0,
          reason: op.reason,
          issues: [],
          groupId: op.groupId,
        },
      };
    }),
    records,
    records,
  );

const diff = (
  op: OpDiff['op'],
  entity: EntityType,
  id: string,
  was: Entity | undefined,
  is: Entity | undefined,
  named: Records,
): OpDiff => ({
  opId: id,
  op,
  entity,
  id,
  label: labelOf(named, entity, id),
  include: true,
  fields:
    op === 'set' || op === 'create'
      ? Object.keys(paths[entity])
          .map((path) => ({ path, from: was ? valueAt(was, path) : null, to: is ? valueAt(is, path) : null }))
          .filter(({ path, from, to }) => !sameValue(entity, path, from, to))
      : [],
  costDeltaMinor: 0,
  reason: both('השוואה', 'Compared'),
  issues: [],
  groupId: '',
});

const elementOf = (entity: EntityType, value: Entity | undefined): string | null => {
  if (!value) return null;
  if (entity === 'element') return value.id;
  if ('elementId' in value) return value.elementId;
  return 'elementIds' in value ? (value.elementIds[0] ?? null) : null;
};

const grouped = (
  ops: readonly { readonly elementId: string | null; readonly diff: OpDiff }[],
  after: Records,
  before: Records,
): readonly DiffGroup[] => {
  const groups = new Map<string | null, OpDiff[]>();
  for (const { elementId, diff: each } of ops) {
    const list = groups.get(elementId);
    if (list) list.push(each);
    else groups.set(elementId, [each]);
  }
  return [...groups].map(([elementId, list]) => ({
    elementId,
    label:
      elementId === null
        ? both('הפרויקט', 'The project')
        : labelOf(after.element.has(elementId) ? after : before, 'element', elementId),
    ops: list,
  }));
};
