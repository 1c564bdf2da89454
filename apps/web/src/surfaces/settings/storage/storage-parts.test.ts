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
  const bytes = [null, 2_000_000_000, 500_000_000, 1_000_000, 1_234_567_890];
  expect(['', '2', '0,5', '0.001', '1.23456789'].map(quotaTyped)).toEqual(bytes.map((value) => ({ ok: true, value })));
  for (const typed of ['-1', 'many', '1.', '1e3'])
    expect(quotaTyped(typed)).toEqual({ ok: false, error: 'quotaWrong' });
  for (const typed of ['0', '0.000999', '0.000001']) {
    expect(quotaTyped(typed)).toEqual({ ok: false, error: 'quotaTooSmall' });
  }
  expect([null, 2_500_000_000].map(quotaToType)).toEqual(['', '2.5']);
});
