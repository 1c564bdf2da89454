import { expect, test } from 'vitest';
import { quotaToType, quotaTyped, shareOfQuota, storageParts } from './storage-parts.ts';

test('what takes most stands first', () => {
  expect(storageParts({ byKind: { content: 5, log: 20, cache: 0, other: 7 } }).map(({ id }) => id)).toEqual([
    'log',
    'other',
    'content',
    'cache',
  ]);
});

test('a quota that is passed is full, not more than full', () => {
  expect(shareOfQuota({ usedBytes: 50, quotaBytes: 200 })).toBe(25);
  expect(shareOfQuota({ usedBytes: 500, quotaBytes: 200 })).toBe(100);
  expect(shareOfQuota({ usedBytes: 500, quotaBytes: null })).toBeUndefined();
});

test('a quota is typed in gigabytes, and one that would refuse everything is no quota', () => {
  expect(['', '2', '0,5', '0.001'].map(quotaTyped)).toEqual([null, 2_000_000_000, 500_000_000, 1_000_000]);
  expect(['0', '-1', 'many', '0.0001'].map(quotaTyped)).toEqual([undefined, undefined, undefined, undefined]);
  expect([null, 2_500_000_000].map(quotaToType)).toEqual(['', '2.5']);
});
