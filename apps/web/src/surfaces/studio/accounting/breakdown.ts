import type { PolicyVersion, ProjectPricing } from '@atelier/contracts/studio';
import { effectivePolicy, priceProject, type Records } from '@atelier/studio/view';

/** How the price comes about, step by step in the order of the policy. The parts add up to the total. */
export type Breakdown = {
  readonly directMinor: number;
  readonly overheadMinor: number;
  readonly contingencyMinor: number;
  readonly marginMinor: number;
  readonly discountMinor: number;
  readonly roundingMinor: number;
  readonly subtotalMinor: number;
  readonly vatMinor: number;
  readonly totalMinor: number;
  readonly effectiveMarginBps: number;
  readonly isBelowMinimum: boolean;
  readonly policy: PolicyVersion;
};

export const breakdownOf = (records: Records, policy: PolicyVersion, pricing: ProjectPricing | null): Breakdown => {
  const priced = priceProject(records, policy, pricing);
  // The same without rounding: what is left between the two is what rounding each element did.
  const unrounded = priceProject(records, { ...policy, rounding: { ...policy.rounding, unitMinor: 1 } }, pricing);
  const sum = (of: 'overheadMinor' | 'contingencyMinor') =>
    priced.buckets.reduce((all, bucket) => all + bucket[of], 0n);
  return {
    directMinor: Number(priced.directMinor),
    overheadMinor: Number(sum('overheadMinor')),
    contingencyMinor: Number(sum('contingencyMinor')),
    marginMinor: Number(unrounded.beforeDiscountMinor - priced.baseMinor),
    discountMinor: Number(priced.discountMinor),
    roundingMinor: Number(priced.roundingMinor + priced.beforeDiscountMinor - unrounded.beforeDiscountMinor),
    subtotalMinor: Number(priced.subtotalMinor),
    vatMinor: Number(priced.vatMinor),
    totalMinor: Number(priced.totalMinor),
    effectiveMarginBps: priced.effectiveMarginBps,
    isBelowMinimum: priced.isBelowMinimum,
    policy: effectivePolicy(policy, pricing),
  };
};
