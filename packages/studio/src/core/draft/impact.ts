import { accountingOf, plannedMinutes, priceProject } from '../accounting/accounting.ts';
import type { Impact } from '../domain/draft.ts';
import type { PatchOp } from '../domain/patch.ts';
import type { PolicyVersion, ProjectPricing } from '../domain/workspace.ts';
import { projectOf, type Records } from '../fold/records.ts';
import { scheduleOf } from '../schedule/schedule.ts';
import { elementsOf } from '../validate/names.ts';

const dates = ['installStart', 'eventDate', 'strikeEnd'] as const;

/** What the included ops would do: money, hours, dates, elements and risks. */
export const impactOf = (
  before: Records,
  after: Records,
  ops: readonly PatchOp[],
  policy: PolicyVersion | null,
  pricing: ProjectPricing | null,
): Impact => {
  const subtotal = (records: Records): number =>
    policy ? Number(priceProject(records, policy, pricing).subtotalMinor) : 0;
  const [was, is] = [projectOf(before), projectOf(after)];
  const [from, to] = [scheduleOf(before).latestStart, scheduleOf(after).latestStart];
  const included = ops.filter(({ include }) => include);
  const subtotalMinor = subtotal(after);
  return {
    subtotalMinor,
    subtotalDeltaMinor: subtotalMinor - subtotal(before),
    costDeltaMinor: accountingOf(after).directMinor - accountingOf(before).directMinor,
    minutesDelta: plannedMinutes(after) - plannedMinutes(before),
    dates: dates
      .filter((path) => was[path] !== is[path])
      .map((path) => ({ path, from: was[path] ?? null, to: is[path] ?? null })),
    ...(from === to ? {} : { latestStart: { from, to } }),
    elementIds: [...new Set(included.flatMap((op) => elementsOf(op, before, after)))],
    risks: included.flatMap((op) => {
      const risk = op.op === 'create' && op.entity === 'risk' ? after.risk.get(op.tempId) : undefined;
      return risk ? [risk.title] : [];
    }),
  };
};
