import type { Issue } from '../domain/findings.ts';
import type { PatchOp } from '../domain/patch.ts';
import { isTempId } from '../domain/primitives.ts';
import { entityAt } from '../fold/records.ts';
import { projectOps } from '../patch/prepare.ts';
import { sameValue, valueAt } from '../patch/values.ts';
import { both, issue } from '../words/issue.ts';
import { checkCare } from './care.ts';
import { cleanOp } from './clean-text.ts';
import type { Validated, ValidationContext } from './context.ts';
import { checkOutcome } from './outcome.ts';
import { checkRefs, checkStage } from './references.ts';
import { checkShape } from './shape.ts';

const mostOps = 200;
const mostOpBytes = 64 * 1_024;
const mostDraftBytes = 1_024 * 1_024;

/** Every rule over a whole list of changes. An error refuses the list; warnings travel with it. */
export const validateOps = (given: readonly PatchOp[], context: ValidationContext): Validated => {
  const issues: Issue[] = [];
  const cleaned = given.map((op) => {
    const clean = cleanOp(op);
    if (clean !== op)
      issues.push(
        issue('V18', 'warn', both('תווים נסתרים הוסרו.', 'Hidden characters were removed.'), { opId: op.opId }),
      );
    return clean;
  });
  const { ops, dropped } = withoutNoops(cleaned, context);
  issues.push(...dropped, ...checkSize(ops, context));
  for (const op of ops) issues.push(...checkShape(op));
  issues.push(...checkRefs(ops, context.records), ...checkStage(ops, context));
  if (hasError(issues)) return { ops, issues, ok: false };

  // Nothing below can be asked of ops that cannot be applied.
  const projected = projectOps(context.records, ops, stampFor(context));
  const left = dropped.flatMap(({ opId, message }) => (opId === undefined ? [] : [{ opId, reason: message }]));
  const input = { ops, context: { ...context, dropped: [...(context.dropped ?? []), ...left] }, projected };
  issues.push(...checkOutcome(input));
  if (!hasError(issues)) issues.push(...checkCare(input));
  return { ops, issues, projected, ok: !hasError(issues) };
};

export const stampFor = ({ at }: Pick<ValidationContext, 'at'>) => ({
  at,
  by: 'draft',
  seq: 0,
  changeSetId: 'cs_draft',
  origin: { source: 'skill' as const },
});

const hasError = (issues: readonly Issue[]): boolean => issues.some(({ severity }) => severity === 'error');

/** V06 */
const checkSize = (ops: readonly PatchOp[], { maxOps, before }: ValidationContext): readonly Issue[] => {
  const issues: Issue[] = [];
  const carried = new Set(before?.map(({ opId }) => opId));
  const added = ops.filter(({ opId }) => !carried.has(opId)).length;
  const limit = (count: number, most: number): void => {
    if (count > most)
      issues.push(
        issue('V06', 'error', both(`${count} שינויים; המותר ${most}.`, `${count} changes; the limit is ${most}.`)),
      );
    else if (count * 5 >= most * 4)
      issues.push(issue('V06', 'warn', both(`${count} מתוך ${most} שינויים.`, `${count} of at most ${most} changes.`)));
  };
  if (maxOps !== undefined && added > 0) limit(added, maxOps);
  if (ops.length > mostOps || maxOps === undefined) limit(ops.length, mostOps);
  const sizes = ops.map((op) => JSON.stringify(op).length);
  const large = sizes.findIndex((size) => size > mostOpBytes);
  if (large >= 0)
    issues.push(
      issue('V06', 'error', both('שינוי אחד גדול מ־64KB.', 'One change is larger than 64 KB.'), {
        opId: ops[large]?.opId ?? '',
      }),
    );
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (all > mostDraftBytes)
    issues.push(
      issue(
        'V06',
        'error',
        both(
          `הטיוטה ${Math.ceil(all / 1_024)}KB; המותר 1,024KB.`,
          `The draft has ${Math.ceil(all / 1_024)} KB; the limit is 1,024 KB.`,
        ),
      ),
    );
  return issues;
};

/** V20: what would change nothing is left out, and said. */
const withoutNoops = (given: readonly PatchOp[], { records }: ValidationContext) => {
  const dropped: Issue[] = [];
  const ops = given.flatMap((op): readonly PatchOp[] => {
    const kept = effective(op, records);
    if (!kept)
      dropped.push(
        issue('V20', 'info', both('כבר כך: אין מה לשנות.', 'Already so: nothing to change.'), { opId: op.opId }),
      );
    return kept ? [kept] : [];
  });
  return { ops, dropped };
};

const effective = (op: PatchOp, records: ValidationContext['records']): PatchOp | undefined => {
  if (op.op === 'create' || isTempId(op.id)) return op;
  const entity = entityAt(records, op.entity, op.id);
  if (!entity) return op;
  switch (op.op) {
    case 'set': {
      const moved = Object.entries(op.changes).filter(
        ([path, value]) => !sameValue(op.entity, path, valueAt(entity, path), value),
      );
      if (moved.length === 0) return undefined;
      return moved.length === Object.keys(op.changes).length ? op : { ...op, changes: Object.fromEntries(moved) };
    }
    case 'addRef': {
      const had = valueAt(entity, op.path);
      return Array.isArray(had) && op.refs.every((ref) => had.includes(ref)) ? undefined : op;
    }
    case 'removeRef': {
      const had = valueAt(entity, op.path);
      return Array.isArray(had) && !op.refs.some((ref) => had.includes(ref)) ? undefined : op;
    }
    case 'tombstone':
      return entity.tombstone === null ? op : undefined;
    case 'restore':
      return entity.tombstone === null ? undefined : op;
  }
};
