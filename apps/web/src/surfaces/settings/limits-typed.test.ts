import { defaultSettings, Settings } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { fileLimits, limitRange, limitToType, limitTyped, personLimits, runLimits } from './limits-typed.ts';

test('what is typed is what is shown, and the ends of each range are allowed by the installation', () => {
  for (const name of [...personLimits, ...runLimits, ...fileLimits]) {
    expect(limitTyped(name, limitToType(name, defaultSettings[name]))).toBe(defaultSettings[name]);
    const { least, most } = limitRange(name);
    for (const end of [least, most])
      expect(Settings.shape[name].safeParse(limitTyped(name, end))).toMatchObject({ success: true });
  }
});

test.each([
  ['runsPerPerson', '0'],
  ['runsPerPerson', '1.5'],
  ['runsPerPerson', ''],
  ['requestsPerSecond', '10001'],
  ['requestsPerSecond', 'many'],
  ['uploadBytesPerHour', '0'],
  ['uploadBytesPerHour', '-1'],
  ['loopWarningThreshold', '1'],
  ['largestFileBytes', '101'],
  ['mostFiles', '2001'],
] as const)('%s cannot be %j', (name, typed) => {
  expect(limitTyped(name, typed)).toBeUndefined();
});

test('gigabytes may have a comma or a point', () => {
  expect(limitTyped('uploadBytesPerHour', '0,5')).toBe(500_000_000);
  expect(limitTyped('uploadBytesPerHour', '0.5')).toBe(500_000_000);
});
