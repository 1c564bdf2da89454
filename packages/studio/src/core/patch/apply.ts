import type { Json } from '@atelier/kernel/core';
import type { Entity } from '../domain/entities.ts';
import type { AutoFix, CreateOp, PatchOp, RefOp } from '../domain/patch.ts';
import type { EntityType, Origin } from '../domain/primitives.ts';
import { entityAt, putEntity, type Records } from '../fold/records.ts';
import { ruleFor } from './paths.ts';
import { putValue, valueAt, withValue } from './values.ts';

/** When, by whom and as part of what the ops happen. */
export type Stamp = {
  readonly at: string;
  readonly by: string;
  readonly seq: number;
  readonly changeSetId: string;
  readonly origin: Origin;
};

export type IdMap = Readonly<Record<string, string>>;

/** Changes the records in place. Ops come in order, creates before what refers to them. */
export const applyOps = (records: Records, ops: readonly PatchOp[], ids: IdMap, stamp: Stamp): void => {
  for (const [at, op] of ops.entries()) applyOp(records, op, ids, stamp, at);
};

const applyOp = (records: Records, op: PatchOp, ids: IdMap, stamp: Stamp, nth: number): void => {
  if (op.op === 'create') return putEntity(records, op.entity, created(op, ids, stamp, nth));
  const before = entityAt(records, op.entity, ids[op.id] ?? op.id);
  if (!before) throw new Error(`${op.opId} changes ${op.id}, which is not here`);
  const put = (changed: Entity): void =>
    putEntity(records, op.entity, { ...changed, updatedAt: stamp.at, updatedSeq: stamp.seq });
  switch (op.op) {
    case 'set': {
      let changed: Entity = before;
      for (const [path, value] of Object.entries(op.changes))
        changed = withValue(changed, path, realValue(op.entity, path, value, ids));
      return put(changed);
    }
    case 'addRef':
    case 'removeRef':
      return put(withValue(before as Entity, op.path, changedRefs(before, op, ids)));
    case 'tombstone':
      return put({
        ...before,
        tombstone: { at: stamp.at, by: stamp.by, reason: op.note, changeSetId: stamp.changeSetId },
      });
    case 'restore':
      return put({ ...before, tombstone: null });
  }
};

const changedRefs = (before: Entity, op: RefOp, ids: IdMap): Json => {
  const refs = op.refs.map((ref) => ids[ref] ?? ref);
  const had = (valueAt(before, op.path) ?? []) as readonly string[];
  return op.op === 'addRef' ? [...new Set([...had, ...refs])] : had.filter((each) => !refs.includes(each));
};

/** A value in which temp ids have become ids. */
const realValue = (entity: EntityType, path: string, value: Json, ids: IdMap): Json => {
  if (entity === 'fact' && path === 'subject' && typeof value === 'object' && value !== null && 'id' in value)
    return { ...value, id: ids[String(value.id)] ?? value.id } as Json;
  if (!ruleFor(entity, path)?.refers) return value;
  if (typeof value === 'string') return ids[value] ?? value;
  return Array.isArray(value) ? value.map((each) => (typeof each === 'string' ? (ids[each] ?? each) : each)) : value;
};

const created = (op: CreateOp, ids: IdMap, stamp: Stamp, nth: number): Entity => {
  const entity = {
    id: ids[op.tempId] ?? op.tempId,
    ...defaults(op.entity, stamp.seq * 1_000 + nth),
    createdAt: stamp.at,
    createdBy: stamp.by,
    updatedAt: stamp.at,
    updatedSeq: stamp.seq,
    origin: stamp.origin,
    tombstone: null,
  } as unknown as Entity;
  for (const [path, value] of Object.entries(op.fields)) putValue(entity, path, realValue(op.entity, path, value, ids));
  return entity;
};

/** What a new entity is before anybody says more. Its place in a list follows all that came before it. */
export const defaults = (entity: EntityType, sortKey: number): object => {
  switch (entity) {
    case 'element':
      return {
        aliases: [],
        kind: 'other',
        qty: 1,
        dims: {},
        colors: [],
        materials: [],
        build: {},
        tags: [],
        sortKey,
        clientVisible: true,
        costHandledElsewhere: false,
        quoteRole: 'included',
        pictures: [],
      };
    case 'task':
      return {
        elementIds: [],
        stage: 'planning',
        granularity: 'mid',
        status: 'todo',
        dependsOn: [],
        trade: 'other',
        estimateMin: 0,
        crew: 1,
        purchase: { mode: 'none' },
        sortKey,
        checklist: [],
        pictures: [],
      };
    case 'materialLine':
      return {
        elementId: null,
        taskIds: [],
        wasteBps: 0,
        priceSource: 'manual',
        purchase: { status: 'none' },
        ...line,
      };
    case 'workLine':
      return { elementId: null, taskIds: [], kind: 'labour', trade: 'other', ...line };
    case 'fact':
      return { status: 'proposed', source: { kind: 'skill' }, confidence: 500 };
    case 'risk':
      return { status: 'open', elementIds: [], taskIds: [], likelihood: 3, impact: 3 };
    case 'decision':
      return { status: 'open', options: [], elementIds: [] };
    case 'section':
      return { kind: 'phase', sortKey };
    case 'project':
      throw new Error('a project is not created by a change');
  }
};

const line = { status: 'active', clientVisible: false };

/** What reconciliation writes by itself. */
export const applyFixes = (records: Records, fixes: readonly AutoFix[], at: string, seq: number): void => {
  for (const fix of fixes) {
    const before = entityAt(records, fix.entity, fix.id);
    if (before) putEntity(records, fix.entity, { ...fixed(before, fix), updatedAt: at, updatedSeq: seq });
  }
};

const fixed = (before: Entity, fix: AutoFix): Entity => {
  switch (fix.fix) {
    case 'lineStatus': {
      const { orphanReason: _was, ...rest } = before as Entity & { orphanReason?: string };
      const reason = fix.orphanReason ? { orphanReason: fix.orphanReason } : {};
      return { ...rest, status: fix.status, ...reason } as Entity;
    }
    case 'dropRefs': {
      const had = (valueAt(before, fix.path) ?? []) as readonly string[];
      return withValue(
        before,
        fix.path,
        had.filter((each) => !fix.refs.includes(each)),
      );
    }
    case 'sortKey':
      return { ...before, sortKey: fix.sortKey } as Entity;
  }
};
