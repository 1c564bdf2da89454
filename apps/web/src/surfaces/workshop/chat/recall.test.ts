import { expect, test } from 'vitest';
import { type Recall, recallStep } from './recall.ts';

test('up walks back through what was sent, down walks forth and ends in an empty box', () => {
  const sent = ['first', 'second'];
  const walk = (...steps: readonly ('older' | 'newer')[]) => {
    let at: Recall;
    return steps.map((step) => {
      const next = recallStep(sent, at, step);
      if (next) at = next.at;
      return next?.text;
    });
  };
  expect(walk('older', 'older', 'older', 'newer', 'newer', 'newer')).toEqual([
    'second',
    'first',
    undefined,
    'second',
    '',
    undefined,
  ]);
  expect(recallStep([], undefined, 'older')).toBeUndefined();
});
