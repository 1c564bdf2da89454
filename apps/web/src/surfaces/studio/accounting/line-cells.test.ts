import type { DirectoryRecord, MaterialLine, WorkLine } from '@atelier/contracts/studio';
import { expect, test } from 'vitest';
import { type CostLine, canHold, costOf, lineChange, quantityOf } from './line-cells.ts';

const supplier = { id: 'sup_wood', kind: 'supplier', name: 'נגריית הצפון', isRemoved: false } as DirectoryRecord;
const world = { own: 'he', directory: [supplier] } as const;
const plywood: CostLine = {
  type: 'material',
  id: 'mat_a',
  line: {
    label: { he: 'דיקט' },
    unit: 'sheet',
    qtyMilli: 8_000,
    wasteBps: 1_000,
    unitCostMinor: 18_000,
  } as MaterialLine,
};
const labour: CostLine = {
  type: 'work',
  id: 'wrk_a',
  line: {
    label: { he: 'נגרות' },
    kind: 'labour',
    trade: 'carpentry',
    pricing: { mode: 'hourly', minutes: 90, crew: 2, rateMinorPerHour: 12_000 },
  } as WorkLine,
};
const change = (row: CostLine, column: string, value: string | number | null, before = {}) =>
  lineChange(row, column, value, before, world);

test('what is typed becomes whole numbers of the smallest unit', () => {
  expect(change(plywood, 'quantity', 1.5)).toEqual({ qtyMilli: 1_500 });
  expect(change(plywood, 'price', 125_050)).toEqual({ unitCostMinor: 125_050, priceSource: 'manual' });
  expect(change(plywood, 'waste', 12.5)).toEqual({ wasteBps: 1_250 });
  expect(change(labour, 'quantity', 2.25)).toEqual({ pricing: { ...labour.line.pricing, minutes: 135 } });
});

test('two cells of one price in one paste do not lose each other', () => {
  const first = change(labour, 'quantity', 4);
  expect(change(labour, 'price', 15_000, first)).toEqual({
    pricing: { mode: 'hourly', minutes: 240, crew: 2, rateMinorPerHour: 15_000 },
  });
});

test('a known supplier is named by its record, another one by its words', () => {
  expect(change(plywood, 'supplier', 'נגריית הצפון ')).toEqual({ supplier: 'sup_wood' });
  expect(change(plywood, 'supplier', 'מישהו')).toEqual({ supplier: 'מישהו' });
  expect(change(plywood, 'supplier', null)).toEqual({ supplier: null });
});

test('an element is cleared to General', () => {
  expect(change(plywood, 'elementId', 'general')).toEqual({ elementId: null });
  expect(change(plywood, 'elementId', 'el_wall')).toEqual({ elementId: 'el_wall' });
});

test('cells that a kind of line does not have cannot be typed into', () => {
  expect(canHold(plywood, 'crew')).toBe(false);
  expect(change(plywood, 'crew', 2)).toBeUndefined();
  expect(change(labour, 'supplier', 'x')).toBeUndefined();
  expect(change(labour, 'cost', 5)).toBeUndefined();
});

test('no price is negative, no crew is empty, no quantity is nothing', () => {
  expect(change(plywood, 'price', -5)).toBeUndefined();
  expect(change(plywood, 'quantity', 0)).toBeUndefined();
  expect(change(labour, 'crew', 0)).toBeUndefined();
  expect(change(plywood, 'label', ' ')).toBeUndefined();
});

test('work by the hour becomes a sum of the same cost, and back', () => {
  expect(costOf(labour)).toBe(36_000);
  expect(change(labour, 'unit', 'fixed')).toEqual({ pricing: { mode: 'fixed', amountMinor: 36_000 } });
  expect(quantityOf(labour)).toBe(1.5);
});

test('a factor of one hundred per cent is no factor', () => {
  const night = {
    ...labour,
    line: { ...labour.line, pricing: { ...labour.line.pricing, factorBps: 15_000 } },
  } as CostLine;
  expect(change(night, 'factor', 100)).toEqual({ pricing: labour.line.pricing });
  expect(change(labour, 'factor', 150)).toEqual({ pricing: { ...labour.line.pricing, factorBps: 15_000 } });
});
