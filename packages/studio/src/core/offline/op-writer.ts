import type { Json } from '@atelier/kernel/core';
import type { EntityType, LText, PatchOp } from '../domain/index.ts';

type Fields = Readonly<Record<string, Json | undefined>>;

/** Writes ops one after the other, with ids that are the same whenever the same turn runs on the same draft. */
export type OpWriter = {
  readonly create: (entity: EntityType, fields: Fields, reason: LText) => string;
  readonly set: (entity: EntityType, id: string, changes: Fields, reason: LText) => void;
  readonly tombstone: (entity: EntityType, id: string, note: LText) => void;
  readonly restore: (entity: EntityType, id: string, reason: LText) => void;
  readonly link: (
    op: 'addRef' | 'removeRef',
    entity: EntityType,
    id: string,
    path: string,
    refs: readonly string[],
    reason: LText,
  ) => void;
  readonly ops: () => readonly PatchOp[];
};

export const createOpWriter = (turnId: string, userText: string, draft: readonly PatchOp[]): OpWriter => {
  const written: PatchOp[] = [];
  const temps = new Set(draft.flatMap((op) => (op.op === 'create' ? [op.tempId] : [])));
  const shared = (entity: EntityType, reason: LText) => ({
    opId: `${turnId}:${written.length + 1}`,
    groupId: turnId,
    entity,
    reason,
    ...(userText ? { evidence: { userText: userText.slice(0, 8_000) } } : {}),
    include: true,
  });
  const freshTempId = (entity: EntityType): string => {
    let nth = 1;
    while (temps.has(`tmp:${short[entity]}-${nth}`)) nth += 1;
    const tempId = `tmp:${short[entity]}-${nth}`;
    temps.add(tempId);
    return tempId;
  };
  const put = (op: PatchOp): void => {
    const at = written.findIndex(({ opId }) => opId === op.opId);
    if (at >= 0) written[at] = op;
    else written.push(op);
  };
  return {
    create: (entity, fields, reason) => {
      const tempId = freshTempId(entity);
      put({ op: 'create', ...shared(entity, reason), tempId, fields: given(fields) });
      return tempId;
    },
    set: (entity, id, changes, reason) => {
      const asked = given(changes);
      if (Object.keys(asked).length === 0) return;
      // Saying it again replaces what was said before; a second op on the same path would show both.
      const before = [...draft, ...written].findLast(
        (op) =>
          op.op === 'set' &&
          op.entity === entity &&
          op.id === id &&
          Object.keys(asked).some((path) => path in op.changes),
      );
      const isRepeat = before?.op === 'set' && Object.keys(asked).every((path) => path in before.changes);
      if (isRepeat) put({ ...before, changes: { ...before.changes, ...asked }, reason });
      else put({ op: 'set', ...shared(entity, reason), id, changes: asked });
    },
    tombstone: (entity, id, note) => put({ op: 'tombstone', ...shared(entity, note), id, note }),
    restore: (entity, id, reason) => put({ op: 'restore', ...shared(entity, reason), id }),
    link: (op, entity, id, path, refs, reason) => put({ op, ...shared(entity, reason), id, path, refs: [...refs] }),
    ops: () => written,
  };
};

const short: Readonly<Record<EntityType, string>> = {
  project: 'project',
  element: 'element',
  task: 'task',
  materialLine: 'material',
  workLine: 'work',
  fact: 'fact',
  risk: 'risk',
  decision: 'decision',
  section: 'section',
};

const given = (fields: Fields): Record<string, Json> =>
  Object.fromEntries(Object.entries(fields).filter((pair): pair is [string, Json] => pair[1] !== undefined));
