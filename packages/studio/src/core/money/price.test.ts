import fc from 'fast-check';
import { expect, test } from 'vitest';
import { halfUp, roundTo, shareOut } from './integers.ts';
import { materialCost, workCost } from './lines.ts';
import { type Bucket, type PricingPolicy, price } from './price.ts';

const standard: PricingPolicy = {
  overheadBps: 1_200,
  contingencyBps: 500,
  marginMode: 'markup',
  marginBps: 2_500,
  minMarginBps: 1_500,
  vatBps: 1_800,
  rounding: { unitMinor: 1_000, mode: 'half_up', apply: 'per_element' },
  discount: null,
  spreadGeneral: false,
};

const m = (qtyMilli: number, wasteBps: number, unitCostMinor: number) =>
  materialCost({ qtyMilli, wasteBps, unitCostMinor });
const w = (minutes: number, crew: number, rateMinorPerHour: number) =>
  workCost({ mode: 'hourly', minutes, crew, rateMinorPerHour });
const fixed = (amountMinor: number) => workCost({ mode: 'fixed', amountMinor });
const total = (...costs: bigint[]) => costs.reduce((all, cost) => all + cost, 0n);

const demo: readonly Bucket[] = [
  {
    elementId: 'E1',
    directMinor: total(
      m(4_000, 1_000, 28_500),
      m(38_000, 800, 1_450),
      m(6_000, 0, 6_200),
      m(1_000, 0, 185_000),
      w(960, 1, 14_000),
      w(360, 1, 12_000),
      w(240, 2, 13_000),
    ),
  },
  {
    elementId: 'E2',
    directMinor: total(
      m(12_000, 0, 9_500),
      m(26_000, 500, 3_800),
      m(20_000, 0, 2_200),
      w(300, 3, 13_000),
      fixed(120_000),
    ),
  },
  {
    elementId: 'E3',
    directMinor: total(
      m(3_000, 1_200, 16_800),
      m(5_500, 1_000, 7_400),
      m(4_000, 0, 4_600),
      w(600, 1, 14_000),
      w(90, 1, 16_000),
    ),
  },
  { elementId: 'E4', directMinor: total(m(14_000, 0, 5_500), m(18_000, 500, 8_500), w(240, 2, 18_000)) },
  { elementId: null, directMinor: total(fixed(250_000), w(480, 1, 17_000)) },
];

test('the demo project is priced to the agora', () => {
  const priced = price(demo, standard);
  expect(priced.buckets.map(({ directMinor, priceMinor }) => [directMinor, priceMinor])).toEqual([
    [807_108n, 1_180_000n],
    [576_740n, 843_000n],
    [283_618n, 415_000n],
    [381_650n, 558_000n],
    [386_000n, 565_000n],
  ]);
  expect(priced).toMatchObject({
    directMinor: 2_435_116n,
    baseMinor: 2_849_086n,
    subtotalMinor: 3_561_000n,
    vatMinor: 640_980n,
    totalMinor: 4_201_980n,
    effectiveMarginBps: 1_999,
    isBelowMinimum: false,
  });
});

test('halves go up, also below zero', () => {
  expect([halfUp(5n, 2n), halfUp(4n, 3n), halfUp(-5n, 2n), halfUp(-7n, 2n)]).toEqual([3n, 1n, -2n, -3n]);
});

test('rounding goes to the unit, in the way that was asked for', () => {
  expect([roundTo(1_499n, 1_000n, 'half_up'), roundTo(1_500n, 1_000n, 'half_up')]).toEqual([1_000n, 2_000n]);
  expect([roundTo(1_001n, 1_000n, 'up'), roundTo(1_999n, 1_000n, 'down'), roundTo(7n, 1n, 'up')]).toEqual([
    2_000n,
    1_000n,
    7n,
  ]);
});

test('night work costs its factor more, to the agora', () => {
  expect(workCost({ mode: 'hourly', minutes: 90, crew: 2, rateMinorPerHour: 13_333, factorBps: 15_000 })).toBe(59_999n);
});

const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 11n }), { minLength: 1, maxLength: 30 });

test('whatever is shared out adds up to the sum, and nobody is off by more than one', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 11n }), amounts, (sum, weights) => {
      const parts = shareOut(sum, weights);
      expect(parts.reduce((all, part) => all + part, 0n)).toBe(sum);
      const all = weights.reduce((so, weight) => so + weight, 0n);
      if (all === 0n) return;
      weights.forEach((weight, at) => {
        const off = (parts[at] ?? 0n) * all - sum * weight;
        expect(off > -all && off < all).toBe(true);
      });
    }),
  );
});

test('the parts of every price add up, however it is rounded, discounted and spread', () => {
  const policy = fc.record({
    overheadBps: fc.nat(5_000),
    contingencyBps: fc.nat(3_000),
    marginMode: fc.constantFrom('markup' as const, 'margin' as const),
    marginBps: fc.nat(8_999),
    minMarginBps: fc.nat(3_000),
    vatBps: fc.nat(3_000),
    rounding: fc.record({
      unitMinor: fc.constantFrom(1, 10, 100, 1_000, 5_000),
      mode: fc.constantFrom('half_up' as const, 'up' as const, 'down' as const),
      apply: fc.constantFrom('per_element' as const, 'total' as const),
    }),
    discount: fc.oneof(fc.constant(null), fc.record({ bps: fc.nat(9_000) }), fc.record({ minor: fc.nat(10_000_000) })),
    spreadGeneral: fc.boolean(),
  });
  fc.assert(
    fc.property(amounts, policy, (directs, chosen) => {
      const buckets = directs.map((directMinor, at) => ({ elementId: at === 0 ? null : `E${at}`, directMinor }));
      const priced = price(buckets, chosen);
      const sum = (of: (bucket: (typeof priced.buckets)[number]) => bigint) =>
        priced.buckets.reduce((all, bucket) => all + of(bucket), 0n);
      expect(priced.directMinor).toBe(directs.reduce((all, direct) => all + direct, 0n));
      expect(sum(({ priceMinor }) => priceMinor)).toBe(priced.beforeDiscountMinor);
      expect(priced.beforeDiscountMinor - priced.discountMinor + priced.roundingMinor).toBe(priced.subtotalMinor);
      expect(priced.subtotalMinor + priced.vatMinor).toBe(priced.totalMinor);
      if (chosen.spreadGeneral && directs.length > 1)
        expect(priced.buckets.some(({ elementId }) => elementId === null)).toBe(false);
    }),
  );
});
