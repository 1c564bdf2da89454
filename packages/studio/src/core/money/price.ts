import { floorDiv, halfUp, type RoundingMode, roundTo, shareOut } from './integers.ts';

export type PricingPolicy = {
  readonly overheadBps: number;
  readonly contingencyBps: number;
  readonly marginMode: 'markup' | 'margin';
  readonly marginBps: number;
  readonly minMarginBps: number;
  readonly vatBps: number;
  readonly rounding: {
    readonly unitMinor: number;
    readonly mode: RoundingMode;
    readonly apply: 'per_element' | 'total';
  };
  readonly discount: null | { readonly bps: number } | { readonly minor: number };
  /** General costs are no line of their own on the quote but part of every element's price. */
  readonly spreadGeneral: boolean;
};

/** The costs of one element, or of General (`elementId` null). */
export type Bucket = { readonly elementId: string | null; readonly directMinor: bigint };

export type PricedBucket = {
  readonly elementId: string | null;
  readonly directMinor: bigint;
  readonly overheadMinor: bigint;
  readonly contingencyMinor: bigint;
  readonly baseMinor: bigint;
  readonly priceMinor: bigint;
};

export type Priced = {
  readonly buckets: readonly PricedBucket[];
  readonly directMinor: bigint;
  readonly baseMinor: bigint;
  readonly beforeDiscountMinor: bigint;
  readonly discountMinor: bigint;
  readonly roundingMinor: bigint;
  readonly subtotalMinor: bigint;
  readonly vatMinor: bigint;
  readonly totalMinor: bigint;
  readonly effectiveMarginBps: number;
  readonly isBelowMinimum: boolean;
};

const whole = 10_000n;

/** The order of the steps is part of the promise: another order gives other agorot. */
export const price = (given: readonly Bucket[], policy: PricingPolicy): Priced => {
  const perElement = policy.rounding.apply === 'per_element';
  const unit = BigInt(policy.rounding.unitMinor);
  const buckets = (policy.spreadGeneral ? spread(given) : given).map((bucket) => {
    const priced = priceBucket(bucket, policy);
    return perElement ? { ...priced, priceMinor: roundTo(priced.priceMinor, unit, policy.rounding.mode) } : priced;
  });
  const beforeDiscountMinor = sum(buckets, ({ priceMinor }) => priceMinor);
  const discountMinor = discountOf(beforeDiscountMinor, policy.discount);
  const discounted = beforeDiscountMinor - discountMinor;
  const subtotalMinor = perElement ? discounted : roundTo(discounted, unit, policy.rounding.mode);
  const vatMinor = halfUp(subtotalMinor * BigInt(policy.vatBps), whole);
  const baseMinor = sum(buckets, (bucket) => bucket.baseMinor);
  const effectiveMarginBps =
    subtotalMinor === 0n ? 0 : Number(floorDiv((subtotalMinor - baseMinor) * whole, subtotalMinor));
  return {
    buckets,
    directMinor: sum(buckets, (bucket) => bucket.directMinor),
    baseMinor,
    beforeDiscountMinor,
    discountMinor,
    roundingMinor: subtotalMinor - discounted,
    subtotalMinor,
    vatMinor,
    totalMinor: subtotalMinor + vatMinor,
    effectiveMarginBps,
    isBelowMinimum: effectiveMarginBps < policy.minMarginBps,
  };
};

const priceBucket = ({ elementId, directMinor }: Bucket, policy: PricingPolicy): PricedBucket => {
  const overheadMinor = halfUp(directMinor * BigInt(policy.overheadBps), whole);
  const contingencyMinor = halfUp(directMinor * BigInt(policy.contingencyBps), whole);
  const baseMinor = directMinor + overheadMinor + contingencyMinor;
  const margin = BigInt(policy.marginBps);
  const priceMinor =
    policy.marginMode === 'markup'
      ? halfUp(baseMinor * (whole + margin), whole)
      : halfUp(baseMinor * whole, whole - margin);
  return { elementId, directMinor, overheadMinor, contingencyMinor, baseMinor, priceMinor };
};

const spread = (buckets: readonly Bucket[]): readonly Bucket[] => {
  const elements = buckets.filter(({ elementId }) => elementId !== null);
  const general = sum(
    buckets.filter(({ elementId }) => elementId === null),
    ({ directMinor }) => directMinor,
  );
  if (elements.length === 0) return buckets;
  const shares = shareOut(
    general,
    elements.map(({ directMinor }) => directMinor),
  );
  return elements.map((bucket, at) => ({ ...bucket, directMinor: bucket.directMinor + (shares[at] ?? 0n) }));
};

const discountOf = (before: bigint, discount: PricingPolicy['discount']): bigint => {
  if (discount === null) return 0n;
  const wanted = 'bps' in discount ? halfUp(before * BigInt(discount.bps), whole) : BigInt(discount.minor);
  return wanted > before ? before : wanted;
};

const sum = <Item>(items: readonly Item[], of: (item: Item) => bigint): bigint =>
  items.reduce((all, item) => all + of(item), 0n);
