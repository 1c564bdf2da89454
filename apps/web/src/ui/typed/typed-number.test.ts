import { describe, expect, test } from 'vitest';
import { typedDay, typedMinor, typedNumber } from './typed-number.ts';

describe('a number', () => {
  test.each([
    ['1250', 1250],
    ['1,250.5', 1250.5],
    ['₪1,250', 1250],
    ['\u200f₪\u00a01,250', 1250],
    ['1,250 ₪', 1250],
    ['12%', 12],
    ['(1,200)', -1200],
    ['1,200-', -1200],
    ['−5', -5],
    ['.5', 0.5],
    ['0', 0],
  ])('%j is %d', (text, number) => {
    expect(typedNumber(text)).toBe(number);
  });
  test.each(['', 'abc', '1,25', '1,2500', '1.2.3', '-', '12 apples', '1e5', '()'])('%j is none', (text) => {
    expect(typedNumber(text)).toBeUndefined();
  });
});

test.each([
  ['12.34', 1234],
  ['12.345', 1235],
  ['1.005', 101],
  ['-12.345', -1235],
  ['1,000,000', 100_000_000],
  ['x', undefined],
])('%j is %d in the smallest unit', (text, minor) => {
  expect(typedMinor(text)).toBe(minor);
});

test.each([
  ['2026-11-16', '2026-11-16'],
  ['16/11/2026', '2026-11-16'],
  ['6.1.26', '2026-01-06'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2027', undefined],
  ['11/16/2026', undefined],
  ['tomorrow', undefined],
])('%j is the day %s', (text, day) => {
  expect(typedDay(text)).toBe(day);
});
