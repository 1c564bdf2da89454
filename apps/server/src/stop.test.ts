import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createStop } from './stop.ts';

/** Every step notes that it was asked; those that are waited for note when they are done. */
const createSteps = () => {
  const order: string[] = [];
  const [work, jobs] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const note = (what: string) => void order.push(what);
  const stop = createStop({
    stopAccepting: async () => note('no new connections'),
    workDone: () => work.promise.then(() => note('work done')),
    endJobs: () => {
      note('jobs told to end');
      return jobs.promise.then(() => note('jobs ended'));
    },
    sayGoodbye: () => note('goodbye'),
    closeLog: async () => note('log closed'),
    cutConnections: () => note('connections cut'),
    release: async () => note('released'),
    patienceMs: 60_000,
  });
  return { order, work, jobs, stop };
};

/** Whatever does not wait has gone on by then. */
const rest = async () => {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
};

test('each step waits for the one before it: nobody is told goodbye, and no log is closed, while work is under way', async () => {
  const { order, work, jobs, stop } = createSteps();
  const stopped = stop();
  await rest();
  expect(order).toEqual(['no new connections']);
  work.resolve();
  await rest();
  expect(order).toEqual(['no new connections', 'work done', 'jobs told to end']);
  jobs.resolve();
  await stopped;
  expect(order).toEqual([
    'no new connections',
    'work done',
    'jobs told to end',
    'jobs ended',
    'goodbye',
    'log closed',
    'connections cut',
    'released',
  ]);
});

test('called twice, it stops once', async () => {
  const { order, work, jobs, stop } = createSteps();
  work.resolve();
  jobs.resolve();
  await Promise.all([stop(), stop()]);
  expect(order.filter((step) => step === 'goodbye')).toHaveLength(1);
});
