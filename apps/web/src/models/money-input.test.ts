import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moneyToType, moneyTyped } from './money-input.ts';

test('an amount is typed the way people type it', () => {
  expect(['', ' ', '2', '2.5', '$2.50', '0,75', ' 10. '].map(moneyTyped)).toEqual([
    null,
    null,
    2_000_000,
    2_500_000,
    2_500_000,
    750_000,
    10_000_000,
  ]);
});

test('a comma parts thousands where three digits follow it, and is a decimal sign elsewhere', () => {
  expect(['1,000', '$12,500.5', '1,234,567', '0,750', '1,00', '2,5'].map(moneyTyped)).toEqual([
    1_000_000_000, 12_500_500_000, 1_234_567_000_000, 750_000, 1_000_000, 2_500_000,
  ]);
});

test('what is no amount is told apart from nothing', () => {
  expect(['abc', '-1', '1e3', '1.2.3', '12345678', '0.0000001'].map(moneyTyped)).toEqual(Array(6).fill(undefined));
});

test('an amount shown can be typed again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_000_000 }), (micros) => {
      expect(moneyTyped(moneyToType(micros))).toBe(micros);
    }),
  );
  expect([0, 2_500_000, 750_001, null].map(moneyToType)).toEqual(['0.00', '2.50', '0.750001', '']);
});
