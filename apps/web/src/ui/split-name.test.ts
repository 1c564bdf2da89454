import { expect, test } from 'vitest';
import { nameInText, splitName } from './split-name.ts';

test('a name is its base and its extension', () => {
  expect(['תקציב 2026.xlsx', 'a.tar.gz', '.env', 'README', 'v1.2 final', 'x.'].map(splitName)).toEqual([
    { base: 'תקציב 2026', extension: '.xlsx' },
    { base: 'a.tar', extension: '.gz' },
    { base: '.env', extension: '' },
    { base: 'README', extension: '' },
    { base: 'v1.2 final', extension: '' },
    { base: 'x.', extension: '' },
  ]);
});

test('in a sentence the base is kept apart from its extension, and only where that is needed', () => {
  expect(nameInText('sales.csv')).toBe('sales.csv');
  expect(nameInText('תקציב 2026.xlsx')).toBe('\u2066\u2068תקציב 2026\u2069.xlsx\u2069');
});
