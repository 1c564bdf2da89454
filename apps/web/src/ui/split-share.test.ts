import { expect, test } from 'vitest';
import { shareAfter, shareAt, splitKeyOf } from './split-share.ts';

const bounds = { least: 20, most: 80 };

test('an arrow along the reading direction grows the start pane', () => {
  expect([splitKeyOf('ArrowRight', 'ltr'), splitKeyOf('ArrowRight', 'rtl')]).toEqual(['grow', 'shrink']);
  expect([splitKeyOf('ArrowLeft', 'ltr'), splitKeyOf('ArrowLeft', 'rtl')]).toEqual(['shrink', 'grow']);
  expect(splitKeyOf('a', 'ltr')).toBeUndefined();
});

test('the divider never leaves its bounds', () => {
  expect([shareAfter(50, 'grow', bounds), shareAfter(79, 'grow', bounds), shareAfter(20, 'shrink', bounds)]).toEqual([
    52, 80, 20,
  ]);
  expect([shareAfter(50, 'least', bounds), shareAfter(50, 'most', bounds)]).toEqual([20, 80]);
});

test('the pointer measures from the side reading starts at', () => {
  const box = { left: 100, width: 400 };
  expect([shareAt(200, box, 'ltr', bounds), shareAt(200, box, 'rtl', bounds)]).toEqual([25, 75]);
  expect([shareAt(0, box, 'ltr', bounds), shareAt(0, box, 'rtl', bounds)]).toEqual([20, 80]);
});
