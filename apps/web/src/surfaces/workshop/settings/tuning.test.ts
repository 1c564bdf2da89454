import { defaultWorkbenchSettings } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { isSameTuning, tuningIn, tuningOver } from './tuning.ts';

const own = tuningIn(defaultWorkbenchSettings);

test('a message carries only what differs from its Workbench', () => {
  expect(tuningOver(own, own)).toBeUndefined();
  expect(tuningOver(own, { ...own, effort: 'high' })).toEqual({ effort: 'high' });
  const cool = { ...own, sampling: { temperature: 0.2 } };
  expect(tuningOver(own, cool)).toEqual({ sampling: { temperature: 0.2 } });
  expect(tuningOver(cool, own)).toEqual({ sampling: null });
  expect(isSameTuning(cool, { ...cool, sampling: { temperature: 0.2 } })).toBe(true);
  expect(isSameTuning(cool, { ...cool, firstToolChoice: 'auto' })).toBe(false);
});
