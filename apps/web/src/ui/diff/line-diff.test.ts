import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineDiff } from './line-diff.ts';

/** The second text, made from the first and the changes alone. */
const applied = (before: string, after: string): string => {
  let text = '';
  let at = 0;
  for (const { fromA, toA, fromB, toB } of lineDiff(before, after)) {
    text += before.slice(at, fromA) + after.slice(fromB, toB);
    at = toA;
  }
  return text + before.slice(at);
};

test('the changes lead from one text to the other, whatever the texts', () => {
  const text = fc.array(fc.constantFrom('a b c', 'שלום עולם', 'x', '', 'same'), { maxLength: 12 });
  fc.assert(
    fc.property(text, text, fc.boolean(), (before, after, ends) => {
      const [a, b] = [before.join('\n') + (ends ? '\n' : ''), after.join('\n')];
      expect(applied(a, b)).toBe(b);
    }),
  );
});

test('changes come in order and do not overlap', () => {
  const changes = lineDiff('one\ntwo\nthree\nfour\n', 'one\n2\nthree\nfour four\nfive\n');
  for (const [at, change] of changes.entries()) {
    expect(change.fromA).toBeGreaterThanOrEqual(changes[at - 1]?.toA ?? 0);
    expect(change.fromB).toBeGreaterThanOrEqual(changes[at - 1]?.toB ?? 0);
  }
});

test('a word in a line is the change, not the line', () => {
  const [change] = lineDiff('The term is 30 days.\n', 'The term is 45 days.\n');
  expect(change).toMatchObject({ fromA: 12, toA: 14, fromB: 12, toB: 14 });
});

test('twenty thousand lines with a change in each tenth are so many changes', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at} of the text`);
  const changed = lines.map((line, at) => (at % 10 === 0 ? `${line}, changed` : line));
  const changes = lineDiff(lines.join('\n'), changed.join('\n'));
  expect(changes.length).toBe(2000);
});
