import type { Element, MaterialLine, PolicyVersion, ProjectView } from '@atelier/contracts/studio';
import { recordsOf } from '@atelier/studio/view';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { breakdownOf } from './breakdown.ts';

const policy = {
  overheadBps: 1_200,
  contingencyBps: 500,
  marginMode: 'markup',
  marginBps: 2_500,
  minMarginBps: 1_500,
  vatBps: 1_800,
  rounding: { unitMinor: 1_000, mode: 'half_up', apply: 'per_element' },
  discount: { bps: 300 },
  spreadGeneral: false,
} as unknown as PolicyVersion;
const line = (id: string, elementId: string | null, unitCostMinor: number) =>
  ({
    id,
    elementId,
    unit: 'unit',
    qtyMilli: 1_000,
    wasteBps: 0,
    unitCostMinor,
    status: 'active',
    tombstone: null,
  }) as unknown as MaterialLine;
const recordsWith = (costs: readonly number[]) =>
  recordsOf({
    project: { id: 'prj_a' },
    elements: costs.map(
      (_, at) => ({ id: `el_${at}`, sortKey: at, quoteRole: 'included', tombstone: null }) as Element,
    ),
    materialLines: costs.map((cost, at) => line(`mat_${at}`, at === 0 ? null : `el_${at}`, cost)),
    tasks: [],
    workLines: [],
    facts: [],
    risks: [],
    decisions: [],
    sections: [],
  } as unknown as ProjectView);

test('the parts of a price add up to its total, to the agora, under every policy', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('per_element', 'total'),
      fc.constantFrom('markup', 'margin'),
      (costs, apply, marginMode) => {
        const chosen = { ...policy, marginMode, rounding: { ...policy.rounding, apply } } as PolicyVersion;
        const b = breakdownOf(recordsWith(costs), chosen, null);
        const steps =
          b.directMinor + b.overheadMinor + b.contingencyMinor + b.marginMinor - b.discountMinor + b.roundingMinor;
        expect(steps).toBe(b.subtotalMinor);
        expect(b.subtotalMinor + b.vatMinor).toBe(b.totalMinor);
      },
    ),
  );
});

test('a margin of another size moves the price and nothing of the cost', () => {
  const records = recordsWith([100_000, 250_000]);
  const [now, then] = [
    breakdownOf(records, policy, null),
    breakdownOf(records, policy, { marginBps: 4_000, reason: 'what if' }),
  ];
  expect(then.directMinor).toBe(now.directMinor);
  expect(then.totalMinor).toBeGreaterThan(now.totalMinor);
  expect(then.policy.marginBps).toBe(4_000);
});
