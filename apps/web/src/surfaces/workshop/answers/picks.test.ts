import { expect, test } from 'vitest';
import { mainLane, type Picks, piecesOf, takeChanges, takeFile } from './picks.ts';

test('a file is taken from one lane at a time, and taken twice it is left out', () => {
  const one = takeFile({}, 'a.txt', 'lane_1');
  const other = takeFile(one, 'a.txt', 'lane_2');
  expect(piecesOf(other)).toEqual([{ laneId: 'lane_2', path: 'a.txt' }]);
  expect(takeFile(other, 'a.txt', 'lane_2')).toEqual({});
});

test('single changes add up within a lane and go when another lane is taken', () => {
  const first = takeChanges({}, 'a.txt', 'lane_1', ['c1']);
  const both = takeChanges(first, 'a.txt', 'lane_1', ['c2']);
  expect(piecesOf(both)).toEqual([{ laneId: 'lane_1', path: 'a.txt', changes: ['c1', 'c2'] }]);
  expect(piecesOf(takeChanges(both, 'a.txt', 'lane_2', ['c9']))).toEqual([
    { laneId: 'lane_2', path: 'a.txt', changes: ['c9'] },
  ]);
  expect(takeChanges(first, 'a.txt', 'lane_1', ['c1'])).toEqual({});
  expect(takeFile(both, 'a.txt', 'lane_1')).toEqual({ 'a.txt': { laneId: 'lane_1' } });
});

test('the chat goes on from the lane most files are from', () => {
  const picks: Picks = { a: { laneId: 'lane_1' }, b: { laneId: 'lane_2' }, c: { laneId: 'lane_2' } };
  expect(mainLane(picks)).toBe('lane_2');
  expect(mainLane({})).toBeUndefined();
});
