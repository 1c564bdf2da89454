import { expect, test } from 'vitest';
import { attentionFor } from './attention.ts';

const standing = (state: string | null, revisionId: string | null = null) => ({
  run: state === null ? null : { runId: 'run_1', state },
  revisionId,
});

test('a person is called when a run ends, makes a Draft, pauses or asks, and for nothing else', () => {
  expect(attentionFor(standing('running'), standing(null))).toBe('ended');
  expect(attentionFor(standing('running'), standing(null, 'rev_1'))).toBe('draft');
  expect(attentionFor(standing('running', 'rev_1'), standing(null, 'rev_2'))).toBe('draft');
  expect(attentionFor(standing('retrying'), standing('paused'))).toBe('paused');
  expect(attentionFor(standing('running'), standing('paused_cap'))).toBe('paused');
  expect(attentionFor(standing('running'), standing('needs_consent'))).toBe('asks');
  expect(attentionFor(standing('running'), standing('retrying'))).toBeUndefined();
  expect(attentionFor(standing(null), standing(null, 'rev_1'))).toBeUndefined();
});
