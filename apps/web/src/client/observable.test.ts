import { expect, test } from 'vitest';
import { concatenate, createCell, derive } from './observable.ts';

test('listeners hear changes, and only changes, until they stop', () => {
  const cell = createCell(1);
  let heard = 0;
  const stop = cell.subscribe(() => {
    heard += 1;
  });
  cell.set(1);
  cell.set(2);
  stop();
  cell.set(3);
  expect([heard, cell.get()]).toEqual([1, 3]);
});

test('a derived value is computed once per change', () => {
  const cell = createCell(2);
  const doubled = derive(cell, (value) => ({ doubled: value * 2 }));
  expect(doubled.get()).toBe(doubled.get());
  cell.set(5);
  expect(doubled.get()).toEqual({ doubled: 10 });
});

test('lists are joined in order and stay the same list while nothing changes', () => {
  const [first, second] = [createCell<readonly string[]>(['a']), createCell<readonly string[]>([])];
  const all = concatenate([first, second]);
  let heard = 0;
  all.subscribe(() => {
    heard += 1;
  });
  expect(all.get()).toBe(all.get());
  second.set(['b']);
  expect(all.get()).toEqual(['a', 'b']);
  expect(heard).toBe(1);
});
