import { describe, expect, test } from 'vitest';
import { defaultLayout, parseLayout } from './panes-layout.ts';

describe('a stored layout', () => {
  const ids = ['files', 'chat', 'review'];
  test('is used when it speaks of the same panes', () => {
    expect(parseLayout('{"files":20,"chat":50,"review":30}', ids)).toEqual({ files: 20, chat: 50, review: 30 });
  });
  test('may be a rounding away from 100', () => {
    expect(parseLayout('{"files":33.3,"chat":33.3,"review":33.4}', ids)).toBeDefined();
  });
  test.each([
    ['nothing', null],
    ['no JSON', '{files'],
    ['a list', '[20,50,30]'],
    ['a missing pane', '{"files":50,"chat":50}'],
    ['a pane that is gone', '{"files":20,"chat":50,"review":20,"extra":10}'],
    ['shares that do not add up', '{"files":20,"chat":50,"review":90}'],
    ['a share below nothing', '{"files":-20,"chat":90,"review":30}'],
    ['a share that is no number', '{"files":"20","chat":50,"review":30}'],
  ])('is ignored when it holds %s', (_, text) => {
    expect(parseLayout(text, ids)).toBeUndefined();
  });
});

test('panes without a size share what the others leave', () => {
  expect(defaultLayout([{ id: 'a', size: 20 }, { id: 'b' }, { id: 'c' }])).toEqual({ a: 20, b: 40, c: 40 });
  expect(
    defaultLayout([
      { id: 'a', size: 30 },
      { id: 'b', size: 30 },
    ]),
  ).toEqual({ a: 50, b: 50 });
});
