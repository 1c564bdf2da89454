import { expect, test } from 'vitest';
import { draftReminder } from './draft-age.ts';

const hour = 60 * 60 * 1000;
const start = '2026-11-01T08:00:00.000Z';
const after = (hours: number, touchedAfter = 0) =>
  draftReminder(
    { createdAt: start, touchedAt: new Date(Date.parse(start) + touchedAfter * hour).toISOString() },
    Date.parse(start) + hours * hour,
  );

test('a Draft of a day is reminded of, one nobody touched for a week is asked about', () => {
  expect(after(23)).toBeUndefined();
  expect(after(25)).toBe('open_long');
  expect(after(8 * 24)).toBe('left_alone');
  expect(after(8 * 24, 3 * 24)).toBe('open_long');
});
