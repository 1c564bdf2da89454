import type { Issue } from '../domain/findings.ts';
import type { PatchOp } from '../domain/patch.ts';
import { type EntityType, isTempId } from '../domain/primitives.ts';
import { entityAt, isLive, type Records } from '../fold/records.ts';
import { refsOf } from '../patch/refs.ts';
import { gatedText, gatesOf, isOpenAt } from '../stage/matrix.ts';
import { about } from '../words/format.ts';
import { both, issue } from '../words/issue.ts';
import type { ValidationContext } from './context.ts';
import { entityNames, labelOf } from './names.ts';

/** V02: every id is one of this project's, alive, and of the right kind. */
export const checkRefs = (ops: readonly PatchOp[], records: Records): readonly Issue[] => {
  const made = new Map<string, EntityType>();
  const issues: Issue[] = [];
  for (const op of ops) {
    if (op.op !== 'create') continue;
    if (made.has(op.tempId))
      issues.push(
        issue('V01', 'error', both(`${op.tempId} נוצר פעמיים.`, `${op.tempId} is created twice.`), { opId: op.opId }),
      );
    made.set(op.tempId, op.entity);
  }
  const removed = (entity: EntityType, id: string, opId: string): Issue =>
    issue(
      'V02',
      'error',
      about(
        labelOf(records, entity, id),
        (name) => `"${name}" הוסר. שחזרו אותו קודם.`,
        (name) => `"${name}" was removed. Restore it first.`,
      ),
      { opId },
    );
  const seen = new Set<string>();
  const restored = new Set(ops.flatMap((each) => (each.op === 'restore' ? [each.id] : [])));
  for (const op of ops) {
    const { opId } = op;
    if (seen.has(opId))
      issues.push(issue('V01', 'error', both(`${opId} מופיע פעמיים.`, `${opId} appears twice.`), { opId }));
    seen.add(opId);
    const unknown = (entity: EntityType, id: string): void => {
      const name = entityNames[entity];
      issues.push(
        issue(
          'V02',
          'error',
          both(`${id} אינו ${name.he} בפרויקט הזה.`, `${id} is not a ${name.en} of this project.`),
          { opId },
        ),
      );
    };
    if (op.op !== 'create') {
      const found = isTempId(op.id) ? made.get(op.id) === op.entity : entityAt(records, op.entity, op.id) !== undefined;
      if (!found) unknown(op.entity, op.id);
      else if (
        !isTempId(op.id) &&
        (op.op === 'set' || op.op === 'addRef' || op.op === 'removeRef') &&
        !isLive(entityAt(records, op.entity, op.id)) &&
        !restored.has(op.id)
      )
        issues.push(removed(op.entity, op.id, opId));
    }
    if (op.op === 'removeRef') continue; // a link to something gone may always be taken away
    for (const { entity, id } of refsOf(op)) {
      const isHere = isTempId(id)
        ? made.get(id) === entity
        : isLive(entityAt(records, entity, id)) || (restored.has(id) && entityAt(records, entity, id) !== undefined);
      if (isHere) continue;
      if (!isTempId(id) && entityAt(records, entity, id) !== undefined) issues.push(removed(entity, id, opId));
      else unknown(entity, id);
    }
  }
  return issues;
};

/** V05: the project's stage lets every op in. */
export const checkStage = (ops: readonly PatchOp[], { records, stage }: ValidationContext): readonly Issue[] =>
  ops.flatMap((op) => {
    const before = op.op === 'create' ? undefined : entityAt(records, op.entity, op.id);
    const closed = gatesOf(op, before).find((gate) => !isOpenAt(gate, stage));
    return closed ? [issue('V05', 'error', gatedText(closed), { opId: op.opId })] : [];
  });
