import { expect, test } from 'vitest';
import { gatherGround } from './gather-ground.ts';

const changed = (...parts: readonly string[]) =>
  parts.map((part) => ({ id: `part:${part}`, label: `Changed: ${part}` }));

test('layouts and masters that were all written anew are one change, which names every one of them', () => {
  const { ground, rest } = gatherGround([
    ...changed('layout 3', 'layout 1', 'layout 2', 'layout 7', 'master 1', 'chart 1', 'theme', 'notes master'),
    { id: 'slide:1', label: 'Slide 1: text' },
  ]);
  expect(ground?.label).toBe('Changed under the slides: layouts 1–3, 7; master 1; theme; notes master');
  expect(ground?.changes).toHaveLength(7);
  expect(rest.map(({ id }) => id)).toEqual(['part:chart 1', 'slide:1']);
});

test('a few are named one by one', () => {
  const few = changed('layout 1', 'layout 2', 'master 1');
  expect(gatherGround(few)).toEqual({ ground: undefined, rest: few });
});
