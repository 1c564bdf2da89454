import { expect, test } from 'vitest';
import { scopeFiles } from './consent-scope.ts';

const entry = (blob: string) => ({ blob, size: 1 });
const tree = (id: string) => `sha256:${id.repeat(64)}` as const;

test('what a model made of a file counts as the file, and what it made anew counts for nothing', () => {
  const first = { tree: tree('1'), paths: ['a.csv'], entries: { 'a.csv': entry('a1') } };
  expect(scopeFiles({ 'a.csv': entry('changed'), 'new.csv': entry('n') }, [first])).toEqual([
    { path: 'a.csv', blob: 'a1', sizeBytes: 1 },
  ]);
});

test('a file that was brought in again counts as it is now, and one that is gone does not count', () => {
  const first = { tree: tree('1'), paths: null, entries: { 'a.csv': entry('a1'), 'b.csv': entry('b1') } };
  const later = { tree: tree('2'), paths: ['a.csv'], entries: { 'a.csv': entry('a2'), 'b.csv': entry('b1') } };
  const supplied = [first, later];
  expect(scopeFiles({ 'a.csv': entry('a2') }, supplied)).toMatchObject([{ blob: 'a2' }]);
  // Rewound to before: the bytes of then are what would be sent.
  expect(scopeFiles({ 'a.csv': entry('a1'), 'b.csv': entry('b1') }, supplied).map(({ blob }) => blob)).toEqual([
    'a1',
    'b1',
  ]);
});
