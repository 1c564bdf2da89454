import type { Json } from '@atelier/kernel/core';
import type { PatchOp } from '../domain/patch.ts';
import type { EntityType } from '../domain/primitives.ts';
import { ruleFor } from './paths.ts';

/** One id that an op names, and what it must be the id of. */
export type OpRef = { readonly path: string; readonly entity: EntityType; readonly id: string };

/** What an op sets, path by path. */
export const valuesOf = (op: PatchOp): readonly (readonly [string, Json])[] =>
  op.op === 'create' ? Object.entries(op.fields) : op.op === 'set' ? Object.entries(op.changes) : [];

/** Every entity an op refers to, beside the one it changes. */
export const refsOf = (op: PatchOp): readonly OpRef[] => {
  if (op.op === 'addRef' || op.op === 'removeRef') {
    const entity = ruleFor(op.entity, op.path)?.refers;
    return entity ? op.refs.map((id) => ({ path: op.path, entity, id })) : [];
  }
  return valuesOf(op).flatMap(([path, value]): readonly OpRef[] => {
    if (op.entity === 'fact' && path === 'subject') return subjectRef(path, value);
    const entity = ruleFor(op.entity, path)?.refers;
    if (!entity) return [];
    const ids = Array.isArray(value) ? value : [value];
    return ids.flatMap((id) => (typeof id === 'string' ? [{ path, entity, id }] : []));
  });
};

const subjectRef = (path: string, value: Json): readonly OpRef[] => {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('id' in value)) return [];
  return [{ path, entity: value.kind === 'element' ? 'element' : 'project', id: String(value.id) }];
};

/** The id an op is about: a temp id for what it creates. */
export const targetOf = (op: PatchOp): string => (op.op === 'create' ? op.tempId : op.id);
