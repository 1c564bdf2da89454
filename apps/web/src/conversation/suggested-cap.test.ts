import { expect, test } from 'vitest';
import { suggestedCap } from './suggested-cap.ts';

const meter = {
  spent: 0,
  unpriced: 0,
  estimated: 0,
  tokensIn: 0,
  tokensCached: 0,
  tokensOut: 0,
  cap: null,
  estimate: null,
};
const caps = { perTurn: null, perRun: 500_000, perDay: 2_000_000 };

test('the next cap is twice the one that was reached, in whole cents', () => {
  expect(suggestedCap({ cap: { scope: 'run', reason: 'cap_reached' }, meter }, { caps })).toBe(1_000_000);
  expect(suggestedCap({ cap: { scope: 'day', reason: 'cap_reached' }, meter }, { caps })).toBe(4_000_000);
});

test('it always leaves room for the call that was held back', () => {
  const spent = { ...meter, spent: 700_001, estimate: 900_000, cap: 700_000 };
  expect(suggestedCap({ cap: { scope: 'turn', reason: 'cap_reached' }, meter: spent }, { caps })).toBe(1_610_000);
});

test('without any figure it is a small sum, not nothing', () => {
  expect(suggestedCap({ cap: null, meter }, { caps: { perTurn: null, perRun: null, perDay: null } })).toBe(100_000);
});
