import { expect, test } from 'vitest';
import { formatBytes, formatCount, formatMoment } from './format.ts';

const plain = (text: string) => text.replace(/\s/g, ' ');

test('bytes are shown in the largest unit that leaves a whole number before the point', () => {
  expect([0, 1, 999, 1000, 1536, 2_400_000, 5e15].map((bytes) => plain(formatBytes(bytes, 'en')))).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 kB',
    '1.5 kB',
    '2.4 MB',
    '5,000 TB',
  ]);
});

test('counts and moments follow the language', () => {
  expect(formatCount(12345, 'en')).toBe('12,345');
  expect(formatMoment('2026-03-04T05:06:00', 'en')).toBe('4 Mar 2026, 05:06');
  expect(formatMoment('2026-03-04T05:06:00', 'he')).toMatch(/מרץ/);
});
