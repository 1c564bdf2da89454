import { expect, test } from 'vitest';
import { opensReview } from './opens-review.ts';

const facts = { revisionId: 'rev_1', shown: null, place: 'chat', isRunning: false, isAsking: false } as const;

test('Review opens when a Draft appears and when a Workbench with one is opened', () => {
  expect(opensReview(facts)).toBe(true);
  expect(opensReview({ ...facts, shown: undefined })).toBe(true);
  expect(opensReview({ ...facts, place: 'view' })).toBe(true);
  expect(opensReview({ ...facts, shown: 'rev_0' })).toBe(true);
});

test('it does not open again for the same Draft, during a run, over settings, or where a link led elsewhere', () => {
  expect(opensReview({ ...facts, shown: 'rev_1' })).toBe(false);
  expect(opensReview({ ...facts, isRunning: true })).toBe(false);
  expect(opensReview({ ...facts, place: 'settings' })).toBe(false);
  expect(opensReview({ ...facts, place: 'review' })).toBe(false);
  expect(opensReview({ ...facts, shown: undefined, place: 'checkpoints' })).toBe(false);
  expect(opensReview({ ...facts, revisionId: null })).toBe(false);
  // The question stands in the chat; Review has no way to answer it.
  expect(opensReview({ ...facts, isAsking: true })).toBe(false);
});
