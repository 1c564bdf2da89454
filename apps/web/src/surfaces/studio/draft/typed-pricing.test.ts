import { expect, test } from 'vitest';
import { pricingOf, typedPricing } from './typed-pricing.ts';

test('work by the hour is written in hours and kept in minutes, its factor too', () => {
  const pricing = { mode: 'hourly', minutes: 90, crew: 2, rateMinorPerHour: 14_000, factorBps: 15_000 } as const;
  const typed = typedPricing(pricing);
  expect(typed.hours).toBe('1.5');
  expect(pricingOf(typed)).toEqual(pricing);
  expect(pricingOf({ ...typed, hours: '2.25' })).toMatchObject({ minutes: 135, factorBps: 15_000 });
});

test('one price, and what is no price yet', () => {
  const fixed = typedPricing({ mode: 'fixed', amountMinor: 120_000 });
  expect(pricingOf(fixed)).toEqual({ mode: 'fixed', amountMinor: 120_000 });
  expect(pricingOf({ ...fixed, amountMinor: null })).toBeUndefined();
  expect(pricingOf({ ...fixed, mode: 'hourly' })).toBeUndefined();
  expect(pricingOf({ ...fixed, mode: 'hourly', hours: '3', rateMinor: 100, crew: '1.5' })).toBeUndefined();
});
