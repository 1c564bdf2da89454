import { expect, test } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDay,
  formatDuration,
  formatMinor,
  formatMoment,
  formatMoney,
  formatRound,
  formatWhen,
} from './format.ts';

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

test('an amount among Hebrew words keeps its unit behind it', () => {
  expect([5, 1536].map((bytes) => plain(formatBytes(bytes, 'he')))).toEqual([
    '\u20685 בייט\u2069',
    '\u20681.5 kB\u2069',
  ]);
});

test('counts and moments follow the language', () => {
  expect(formatCount(12345, 'en')).toBe('12,345');
  expect(formatMoment('2026-03-04T05:06:00', 'en')).toBe('4 Mar 2026, 05:06');
  expect(formatMoment('2026-03-04T05:06:00', 'he')).toMatch(/מרץ/);
});

test('a list tells the time of today, and the day of anything older', () => {
  const now = new Date('2026-03-04T23:00:00');
  expect(formatWhen('2026-03-04T05:06:00', 'en', now)).toBe('05:06');
  expect(formatWhen('2026-03-03T23:59:00', 'en', now)).toBe('3 Mar 2026');
});

test('money under a cent is not rounded away, and Hebrew puts the sign its own way', () => {
  expect([0, 40, 1_234, 99_000, 120_000, 12_340_000].map((micros) => formatMoney(micros, 'en'))).toEqual([
    '$0.00',
    '< $0.0001',
    '$0.0012',
    '$0.099',
    '$0.12',
    '$12.34',
  ]);
  expect(formatMoney(120_000, 'he')).toMatch(/0\.12.*\$/);
});

test('large amounts and days are short', () => {
  expect([formatRound(200_000, 'en'), formatRound(1_000_000, 'en')]).toEqual(['200K', '1M']);
  expect(formatDay('2026-11-15', 'en')).toBe('15 Nov 2026');
});

test('a duration is told in its largest unit', () => {
  const spans = [0, 900, 59_000, 90_000, 5_400_000, 36 * 3_600_000];
  expect(spans.map((ms) => plain(formatDuration(ms, 'en')))).toEqual([
    '0 secs',
    '1 sec',
    '59 secs',
    '1.5 mins',
    '1.5 hrs',
    '1.5 days',
  ]);
});

test('an amount is written in one way wherever it stands', () => {
  expect(formatMinor(3_561_000, 'ILS')).toBe('₪35,610.00');
  expect(formatMinor(-1_250, 'ILS')).toBe('-₪12.50');
});
