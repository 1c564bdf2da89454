import type { Json } from '@atelier/kernel/core';
import type { Handles } from '../context/handles.ts';
import type { EntityType, Issue, LText, PatchOp } from '../domain/index.ts';
import { ruleFor } from '../patch/paths.ts';
import type { ModelOp, ModelValue } from './model-schemas.ts';

export type Converted = { readonly ops: readonly PatchOp[]; readonly issues: readonly Issue[] };

/**
 * What a model wrote, as ops of this project. A handle it was not shown is V02: an id it copied from somewhere is no
 * handle, so nothing it was not given can be touched.
 */
export const modelOpsToPatchOps = (
  written: readonly ModelOp[],
  handles: Handles,
  turnId: string,
  userText: string,
  taken: ReadonlySet<string>,
): Converted => {
  const issues: Issue[] = [];
  const temps = tempIds(written, taken);
  const unknown = (handle: string, opId: string): string => {
    issues.push({
      code: 'V02',
      severity: 'error',
      message: { he: `${handle} לא נמצא בפרויקט הזה.`, en: `${handle} is not in this project.` },
      opId,
    });
    return handle;
  };
  const resolve = (handle: string, entity: EntityType, opId: string): string => {
    const temp = temps.get(handle);
    if (temp) return temp;
    const found = handles.idOf(handle);
    return found && found.entity === entity ? found.id : unknown(handle, opId);
  };
  const valueAt = (entity: EntityType, path: string, value: ModelValue, opId: string): Json => {
    const refers = ruleFor(entity, path)?.refers;
    if (refers && typeof value === 'string') return resolve(value, refers, opId);
    if (refers && Array.isArray(value)) return value.map((each) => resolve(String(each), refers, opId));
    return plain(value);
  };
  const record = (
    entity: EntityType,
    pairs: readonly { path: string; value: ModelValue }[],
    opId: string,
  ): Record<string, Json> =>
    Object.fromEntries(pairs.map(({ path, value }) => [path, valueAt(entity, path, value, opId)]));

  const convert = (op: ModelOp, at: number): PatchOp => {
    const opId = `${turnId}:${at + 1}`;
    const { entity } = op;
    const reason = textOf(op.reason);
    const shared = {
      opId,
      groupId: turnId,
      entity,
      reason,
      include: true,
      ...(userText ? { evidence: { userText: userText.slice(0, 8_000) } } : {}),
    };
    switch (op.op) {
      case 'create':
        return {
          op: 'create',
          ...shared,
          tempId: temps.get(op.name) ?? 'tmp:x',
          fields: record(entity, op.fields, opId),
        };
      case 'set':
        return {
          op: 'set',
          ...shared,
          id: resolve(op.handle, entity, opId),
          changes: record(entity, op.changes, opId),
        };
      case 'addRef':
      case 'removeRef': {
        const refers = ruleFor(entity, op.path)?.refers ?? entity;
        return {
          op: op.op,
          ...shared,
          id: resolve(op.handle, entity, opId),
          path: op.path,
          refs: op.refs.map((ref) => resolve(ref, refers, opId)),
        };
      }
      case 'tombstone':
        return { op: 'tombstone', ...shared, id: resolve(op.handle, entity, opId), note: reason };
      case 'restore':
        return { op: 'restore', ...shared, id: resolve(op.handle, entity, opId) };
    }
  };
  return { ops: written.map(convert), issues };
};

const tempIds = (written: readonly ModelOp[], taken: ReadonlySet<string>): ReadonlyMap<string, string> => {
  const temps = new Map<string, string>();
  const used = new Set(taken);
  for (const op of written) {
    if (op.op !== 'create' || temps.has(op.name)) continue;
    const base =
      op.name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^[^a-z]+|-+$/g, '')
        .slice(0, 30) || 'new';
    let id = `tmp:${base}`;
    for (let nth = 2; used.has(id); nth += 1) id = `tmp:${base}-${nth}`;
    used.add(id);
    temps.set(op.name, id);
  }
  return temps;
};

const textOf = ({ he, en }: { readonly he: string | null; readonly en: string | null }): LText => {
  const text = { ...(he ? { he } : {}), ...(en ? { en } : {}) };
  return Object.keys(text).length > 0 ? text : { en: '–' };
};

/** Colours come in a closed shape; what is stored has the project's own. */
const plain = (value: ModelValue): Json => {
  if (!Array.isArray(value)) return value;
  return value.map(
    (each): Json =>
      typeof each === 'object' && 'nameHe' in each
        ? {
            name: { ...(each.nameHe ? { he: each.nameHe } : {}), ...(each.nameEn ? { en: each.nameEn } : {}) },
            ...(each.hex ? { hex: each.hex.toLowerCase() } : {}),
          }
        : each,
  );
};
