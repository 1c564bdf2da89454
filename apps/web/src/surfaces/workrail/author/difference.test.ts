import { expect, test } from 'vitest';
import { differenceOf } from './difference.ts';

test('only the stretch that differs is changed, also where letters repeat', () => {
  const cases = [
    ['abc', 'abXc'],
    ['aaa', 'aa'],
    ['', 'x'],
    ['abcabc', 'abc'],
    ['same', 'other'],
  ] as const;
  for (const [before, after] of cases) {
    const change = differenceOf(before, after);
    if (!change) throw new Error('nothing differs');
    expect(before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after);
  }
  expect(differenceOf('abc', 'abXc')).toEqual({ from: 2, to: 2, insert: 'X' });
  expect(differenceOf('same', 'same')).toBeUndefined();
});
