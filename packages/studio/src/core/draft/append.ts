import type { Json } from '@atelier/kernel/core';
import type { PatchOp } from '../domain/patch.ts';
import { isTempId } from '../domain/primitives.ts';

/** The ops of another draft, renamed where a name is taken, so that both can stand in one. */
export const appendedOps = (into: readonly PatchOp[], others: readonly PatchOp[]): readonly PatchOp[] => {
  const opIds = new Set(into.map(({ opId }) => opId));
  const temps = new Set(into.flatMap((op) => (op.op === 'create' ? [op.tempId] : [])));
  const renamed = new Map<string, string>();
  for (const op of others)
    if (op.op === 'create') {
      const free = unused(op.tempId, temps);
      temps.add(free);
      if (free !== op.tempId) renamed.set(op.tempId, free);
    }
  return others.map((op) => {
    const opId = unused(op.opId, opIds);
    opIds.add(opId);
    return { ...(renamed.size > 0 ? (rename(op as Json, renamed) as PatchOp) : op), opId };
  });
};

const unused = (name: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(name)) return name;
  const stem = name.slice(0, 36);
  for (let nth = 2; ; nth += 1) if (!taken.has(`${stem}-${nth}`)) return `${stem}-${nth}`;
};

const rename = (value: Json, names: ReadonlyMap<string, string>): Json => {
  if (typeof value === 'string') return isTempId(value) ? (names.get(value) ?? value) : value;
  if (Array.isArray(value)) return value.map((each) => rename(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rename(each as Json, names)]));
};
