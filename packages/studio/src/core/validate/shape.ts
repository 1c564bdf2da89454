import type { Issue } from '../domain/findings.ts';
import { PatchOp } from '../domain/patch.ts';
import { type EntityType, maxMinor, units } from '../domain/primitives.ts';
import { ruleFor } from '../patch/paths.ts';
import { valuesOf } from '../patch/refs.ts';
import { fieldName } from '../words/fields.ts';
import { both, issue } from '../words/issue.ts';
import { entityNames } from './names.ts';

const kinds: ReadonlySet<unknown> = new Set(['create', 'set', 'addRef', 'removeRef', 'tombstone', 'restore']);

/** Ops out of whatever a skill, a person or a file handed over. */
export const parseOps = (
  given: readonly unknown[],
): { readonly ops: readonly PatchOp[]; readonly issues: readonly Issue[] } => {
  const ops: PatchOp[] = [];
  const issues: Issue[] = [];
  for (const each of given) {
    const said = (each ?? {}) as { readonly op?: unknown; readonly opId?: unknown };
    const at = typeof said.opId === 'string' ? { opId: said.opId } : {};
    if (!kinds.has(said.op)) {
      issues.push(
        issue(
          'V04',
          'error',
          both(
            `"${String(said.op)}" אינו שינוי מותר. דבר אינו נמחק: השתמשו בהסרה.`,
            `"${String(said.op)}" is not a change that exists. Use tombstone instead of delete.`,
          ),
          at,
        ),
      );
      continue;
    }
    const parsed = PatchOp.safeParse(each);
    if (parsed.success) ops.push(parsed.data);
    else {
      const [first] = parsed.error.issues;
      const where = first?.path.join('.') || 'op';
      issues.push(
        issue('V01', 'error', both(`${where}: ערך לא תקין.`, `${where}: ${first?.message ?? 'invalid'}.`), at),
      );
    }
  }
  return { ops, issues };
};

/** V01, V03, V04, V08, V09 and sizes: what an op is by itself. */
export const checkShape = (op: PatchOp): readonly Issue[] => {
  const { opId } = op;
  const issues: Issue[] = [];
  if (op.entity === 'project' && op.op !== 'set') return [notAllowed(op.entity, op.op, opId)];
  if (op.entity === 'fact' && op.op !== 'create') return [notAllowed(op.entity, op.op, opId)];
  if (op.op === 'addRef' || op.op === 'removeRef') {
    if (!ruleFor(op.entity, op.path)?.isRefList) issues.push(notAllowed(op.entity, op.path, opId));
    return issues;
  }
  for (const [path, value] of valuesOf(op)) {
    const rule = ruleFor(op.entity, path);
    if (!rule || (op.op === 'set' && (rule.createOnly || rule.isRefList))) {
      issues.push(notAllowed(op.entity, path, opId));
      continue;
    }
    if (value === null && path !== 'elementId') {
      if (!rule.clears) issues.push(issue('V04', 'error', cannotBeEmpty(op.entity, path), { opId }));
      continue;
    }
    if (path === 'unit' && !(units as readonly unknown[]).includes(value))
      issues.push(
        issue('V09', 'error', both(`"${String(value)}" אינה יחידת מידה.`, `"${String(value)}" is not a unit.`), {
          opId,
        }),
      );
    else if (rule.isMoney && !isMoney(value))
      issues.push(
        issue(
          'V08',
          'error',
          both(
            `${fieldName(path).he}: ${moneyIn(value)} אינו סכום תקין.`,
            `${fieldName(path).en}: ${moneyIn(value)} isn't an amount of money.`,
          ),
          { opId },
        ),
      );
    else if (value !== null && !rule.schema.safeParse(value).success)
      issues.push(
        issue(
          'V01',
          'error',
          both(
            `${fieldIn(op.entity, path).he}: הערך לא מתאים.`,
            `${fieldIn(op.entity, path).en}: this value can't be used.`,
          ),
          {
            opId,
          },
        ),
      );
  }
  if (op.op === 'create') issues.push(...missing(op.entity, op.fields, opId));
  return issues;
};

/** "Task, Estimate": which record a field is of. */
const fieldIn = (entity: EntityType, path: string): { readonly he: string; readonly en: string } => {
  const [of, field] = [entityNames[entity], fieldName(path)];
  return both(`${of.he}, ${field.he}`, `${of.en}, ${field.en}`);
};

export const cannotBeEmpty = (entity: EntityType, path: string): { readonly he: string; readonly en: string } => {
  const field = fieldIn(entity, path);
  return both(`אי אפשר להשאיר ריק: ${field.he}.`, `This can't be empty: ${field.en}.`);
};

const notAllowed = (entity: EntityType, path: string, opId: string): Issue =>
  issue('V03', 'error', both(`אי אפשר לשנות את ${entity}.${path}.`, `${entity}.${path} cannot be changed.`), { opId });

/** Amounts inside a price are whole, not negative and not beyond all measure. */
const isMoney = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 && value <= maxMinor;
  if (typeof value !== 'object' || value === null) return false;
  const { amountMinor, rateMinorPerHour } = value as { amountMinor?: unknown; rateMinorPerHour?: unknown };
  return [amountMinor, rateMinorPerHour].every((each) => each === undefined || isMoney(each));
};

const moneyIn = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value);
  const { amountMinor, rateMinorPerHour } = value as { amountMinor?: unknown; rateMinorPerHour?: unknown };
  return String(amountMinor ?? rateMinorPerHour);
};

/** What a new entity cannot be without; one of the paths between bars is enough. */
export const required: Readonly<Record<EntityType, readonly string[]>> = {
  project: ['title.he|title.en'],
  element: ['name.he|name.en'],
  task: ['title.he|title.en'],
  materialLine: ['label.he|label.en', 'unit', 'qtyMilli', 'unitCostMinor'],
  workLine: ['label.he|label.en', 'pricing'],
  fact: ['subject', 'key', 'value'],
  risk: ['title.he|title.en'],
  decision: ['title.he|title.en'],
  section: ['title.he|title.en'],
};

const missing = (entity: EntityType, fields: Readonly<Record<string, unknown>>, opId: string): readonly Issue[] =>
  required[entity]
    .filter((need) =>
      need.split('|').every((path) => fields[path] === undefined || fields[path] === null || fields[path] === ''),
    )
    .map((need) => {
      const path = need.split('|')[0]?.split('.')[0] ?? need;
      return issue('V01', 'error', both(`חסר: ${fieldIn(entity, path).he}.`, `Missing: ${fieldIn(entity, path).en}.`), {
        opId,
      });
    });
