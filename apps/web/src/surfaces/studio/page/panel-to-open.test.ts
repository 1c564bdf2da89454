import { expect, test } from 'vitest';
import { panelToOpen } from './panel-to-open.ts';

const quiet = { draftId: undefined, channel: 'auto', asked: undefined };

test('pending changes open on load and with the first revision, never again', () => {
  const drafted = { ...quiet, draftId: 'drf_1' };
  expect(panelToOpen(undefined, drafted, false)).toBe('draft');
  expect(panelToOpen(undefined, drafted, true)).toBeUndefined();
  expect(panelToOpen(quiet, drafted, true)).toBe('draft');
  expect(panelToOpen(drafted, drafted, true)).toBeUndefined();
  expect(panelToOpen(drafted, quiet, true)).toBeUndefined();
  expect(panelToOpen(drafted, { ...quiet, draftId: 'drf_2' }, true)).toBe('draft');
});

test('questions come forward when they are the channel, or were just asked', () => {
  const pinned = { ...quiet, channel: 'questions' };
  expect(panelToOpen(undefined, pinned, false)).toBe('questions');
  expect(panelToOpen(quiet, pinned, true)).toBe('questions');
  expect(panelToOpen(pinned, pinned, true)).toBeUndefined();
  expect(panelToOpen(quiet, { ...quiet, asked: 'trn_1' }, true)).toBe('questions');
  expect(panelToOpen({ ...quiet, asked: 'trn_1' }, { ...quiet, asked: 'trn_1' }, true)).toBeUndefined();
});
