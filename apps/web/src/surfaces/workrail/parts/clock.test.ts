import { expect, test } from 'vitest';
import { createClock } from './clock.ts';

const createWorld = () => {
  let time = 1000;
  const running: (() => void)[] = [];
  const clock = createClock({
    now: () => time,
    every: (_ms, run) => {
      running.push(run);
      return () => void running.splice(running.indexOf(run), 1);
    },
  });
  const pass = (ms: number) => {
    time += ms;
    for (const run of running) run();
  };
  return { clock, running, pass };
};

test('it moves for everybody while somebody watches, and rests when nobody does', () => {
  const { clock, running, pass } = createWorld();
  const seen: number[] = [];
  const stopFirst = clock.subscribe(() => seen.push(clock.get()));
  const stopSecond = clock.subscribe(() => {});
  pass(15_000);
  expect(seen.at(-1)).toBe(16_000);
  stopFirst();
  expect(running).toHaveLength(1);
  stopSecond();
  expect(running).toHaveLength(0);
});

test('whoever looks after a long while sees the time it is, not the time it was', () => {
  const { clock, pass } = createWorld();
  clock.subscribe(() => {})();
  pass(3_600_000);
  clock.subscribe(() => {});
  expect(clock.get()).toBe(3_601_000);
});
