import type { PatchOp } from '../domain/patch.ts';
import type { StudioEventOf } from '../domain/studio-event.ts';
import { refsOf, targetOf } from '../patch/refs.ts';

type Edits = StudioEventOf<'editDraft'>['edits'];

export type Edited = {
  readonly ops: readonly PatchOp[];
  /** Excluded or dropped because what they need was. */
  readonly dependants: readonly string[];
  readonly unknown: readonly string[];
};

/** The ops after a person included, excluded, changed or dropped some. What depends on a create follows it. */
export const editOps = (given: readonly PatchOp[], edits: Edits): Edited => {
  let ops = given;
  const dependants = new Set<string>();
  const unknown: string[] = [];
  for (const edit of edits) {
    if ('dropGroup' in edit) {
      const gone = ops.filter(({ groupId }) => groupId === edit.dropGroup);
      if (gone.length === 0) unknown.push(edit.dropGroup);
      const lost = closure(gone, ops);
      for (const { opId, groupId } of lost) if (groupId !== edit.dropGroup) dependants.add(opId);
      const ids = new Set(lost.map(({ opId }) => opId));
      ops = ops.filter(({ opId }) => !ids.has(opId));
      continue;
    }
    const op = ops.find(({ opId }) => opId === edit.opId);
    if (!op) {
      unknown.push(edit.opId);
      continue;
    }
    if ('include' in edit) {
      const all = edit.include ? needs(op, ops) : closure([op], ops);
      const ids = new Set(all.map(({ opId }) => opId));
      for (const id of ids) if (id !== op.opId) dependants.add(id);
      ops = ops.map((each) => (ids.has(each.opId) ? { ...each, include: edit.include } : each));
    } else ops = ops.map((each) => (each === op ? withPath(each, edit.path, edit.value) : each));
  }
  return { ops, dependants: [...dependants], unknown };
};

const withPath = (op: PatchOp, path: string, value: Parameters<typeof JSON.stringify>[0]): PatchOp => {
  if (op.op === 'create') return { ...op, fields: { ...op.fields, [path]: value } };
  return op.op === 'set' ? { ...op, changes: { ...op.changes, [path]: value } } : op;
};

/** The ops and everything that cannot be without what they create. */
export const closure = (from: readonly PatchOp[], ops: readonly PatchOp[]): readonly PatchOp[] => {
  const out = new Set(from);
  const gone = new Set(from.flatMap((op) => (op.op === 'create' ? [op.tempId] : [])));
  for (let grew = true; grew; ) {
    grew = false;
    for (const op of ops) {
      if (out.has(op)) continue;
      if (!gone.has(targetOf(op)) && !refsOf(op).some(({ id }) => gone.has(id))) continue;
      out.add(op);
      if (op.op === 'create') gone.add(op.tempId);
      grew = true;
    }
  }
  return [...out];
};

/** The op and the creates it cannot be without. */
const needs = (op: PatchOp, ops: readonly PatchOp[]): readonly PatchOp[] => {
  const creates = new Map(ops.flatMap((each) => (each.op === 'create' ? [[each.tempId, each] as const] : [])));
  const out = new Set<PatchOp>();
  const add = (each: PatchOp): void => {
    if (out.has(each)) return;
    out.add(each);
    for (const id of [targetOf(each), ...refsOf(each).map((ref) => ref.id)]) {
      const create = creates.get(id);
      if (create) add(create);
    }
  };
  add(op);
  return [...out];
};
