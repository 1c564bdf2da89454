import type { PaymentPart } from '@atelier/contracts/studio';
import { expect, test } from 'vitest';
import { restOfPlan } from './payment-parts.ts';

const part = (amount: PaymentPart['amount']): PaymentPart => ({
  label: { en: 'Part' },
  amount,
  due: { kind: 'onOrder' },
});

test('a plan that does not add up says by how much', () => {
  expect(restOfPlan([part({ bps: 5000 }), part({ bps: 5000 })], 100)).toEqual({ kind: 'even' });
  expect(restOfPlan([part({ minor: 30 }), part({ bps: 10_000 })], 100)).toEqual({ kind: 'even' });
  expect(restOfPlan([part({ bps: 4000 })], 100)).toEqual({ kind: 'percent', bps: 6000 });
  expect(restOfPlan([part({ minor: 130 })], 100)).toEqual({ kind: 'sum', minor: -30 });
  expect(restOfPlan([part({ minor: 40 })], 100)).toEqual({ kind: 'sum', minor: 60 });
});
