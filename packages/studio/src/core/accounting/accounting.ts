import type { Json, Sha256 } from '@atelier/kernel/core';
import type { MaterialLine, WorkLine } from '../domain/entities.ts';
import type { PolicyVersion, ProjectPricing } from '../domain/workspace.ts';
import { liveOf, type Records } from '../fold/records.ts';
import { materialCost, workCost } from '../money/lines.ts';
import { type Bucket, type Priced, price } from '../money/price.ts';
import { hashOf } from '../patch/hash.ts';

/** The costs of one element; none is General. Orphaned lines count, and are told apart. */
export type ElementCosts = {
  readonly elementId: string | null;
  readonly materialsMinor: number;
  readonly workMinor: number;
  readonly directMinor: number;
  readonly orphanedMinor: number;
  readonly lineIds: readonly string[];
};

export type Accounting = {
  readonly perElement: readonly ElementCosts[];
  readonly materialsMinor: number;
  readonly workMinor: number;
  readonly directMinor: number;
  readonly orphanedMinor: number;
};

export const materialLineCost = (line: MaterialLine): number => Number(materialCost(line));
export const workLineCost = (line: WorkLine): number => Number(workCost(line.pricing));

/** Elements in their own order, General last. Only buckets with a line are listed. */
export const accountingOf = (records: Records): Accounting => {
  const buckets = new Map<string | null, Mutable<ElementCosts> & { lineIds: string[] }>();
  const bucket = (elementId: string | null) => {
    const found = buckets.get(elementId);
    if (found) return found;
    const made = { elementId, materialsMinor: 0, workMinor: 0, directMinor: 0, orphanedMinor: 0, lineIds: [] };
    buckets.set(elementId, made);
    return made;
  };
  const count = (line: MaterialLine | WorkLine, cost: number, into: 'materialsMinor' | 'workMinor'): void => {
    const at = bucket(line.elementId);
    at[into] += cost;
    at.directMinor += cost;
    if (line.status === 'orphaned') at.orphanedMinor += cost;
    at.lineIds.push(line.id);
  };
  for (const line of liveOf(records.materialLine)) count(line, materialLineCost(line), 'materialsMinor');
  for (const line of liveOf(records.workLine)) count(line, workLineCost(line), 'workMinor');
  const place = (id: string | null): number =>
    id === null ? Number.POSITIVE_INFINITY : (records.element.get(id)?.sortKey ?? Number.MAX_SAFE_INTEGER);
  const perElement = [...buckets.values()].sort(
    (a, b) => place(a.elementId) - place(b.elementId) || (String(a.elementId) < String(b.elementId) ? -1 : 1),
  );
  const sum = (of: 'materialsMinor' | 'workMinor' | 'directMinor' | 'orphanedMinor'): number =>
    perElement.reduce((all, each) => all + each[of], 0);
  return {
    perElement,
    materialsMinor: sum('materialsMinor'),
    workMinor: sum('workMinor'),
    directMinor: sum('directMinor'),
    orphanedMinor: sum('orphanedMinor'),
  };
};

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Over what the live lines cost and for which element. What does not move a price does not move the hash. */
export const accountingHash = (sha256: Sha256, records: Records): string => {
  const facts: (readonly Json[])[] = [];
  for (const line of liveOf(records.materialLine))
    facts.push([line.id, line.elementId, line.qtyMilli, line.wasteBps, line.unitCostMinor]);
  for (const line of liveOf(records.workLine)) facts.push([line.id, line.elementId, line.pricing as Json]);
  facts.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return hashOf(sha256, facts);
};

/** The pinned policy with what this project has differently. */
export const effectivePolicy = (policy: PolicyVersion, pricing: ProjectPricing | null): PolicyVersion => ({
  ...policy,
  ...(pricing?.discount === undefined ? {} : { discount: pricing.discount }),
  ...(pricing?.marginBps === undefined ? {} : { marginBps: pricing.marginBps }),
  ...(pricing?.vatBps === undefined ? {} : { vatBps: pricing.vatBps }),
});

/** The buckets that make the total: without optional and alternative elements. */
export const includedBuckets = (records: Records, accounting: Accounting): readonly Bucket[] =>
  accounting.perElement
    .filter(({ elementId }) => elementId === null || isIncluded(records, elementId))
    .map(({ elementId, directMinor }) => ({ elementId, directMinor: BigInt(directMinor) }));

const isIncluded = (records: Records, elementId: string): boolean => {
  const element = records.element.get(elementId);
  return !element || element.quoteRole === 'included';
};

export const priceProject = (records: Records, policy: PolicyVersion, pricing: ProjectPricing | null): Priced =>
  price(includedBuckets(records, accountingOf(records)), effectivePolicy(policy, pricing));

/** Live tasks that are not cancelled, in minutes of people. */
export const plannedMinutes = (records: Records): number =>
  liveOf(records.task).reduce(
    (all, { estimateMin, crew, status, granularity }) =>
      // Atomic tasks split the minutes of a mid task: counting both would count the work twice.
      status === 'cancelled' || granularity === 'atomic' ? all : all + estimateMin * crew,
    0,
  );
