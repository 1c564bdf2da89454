import { emptyInstall, foldInstall, installStream, type StoreCheckReport } from '@atelier/contracts';
import { createMemoryLog, createProjection } from '@atelier/kernel/adapters';
import { expect, test } from 'vitest';
import { createDeltaBus } from '../../events/delta-bus.ts';
import { createRecord } from './record.ts';
import { createStoreCheckJob } from './store-check-job.ts';

/** A job whose check ends when the test says so. */
const createBench = () => {
  const log = createMemoryLog();
  const installs = createProjection({ log, initial: emptyInstall, evolve: foldInstall });
  const faults: unknown[] = [];
  let end: (report: StoreCheckReport | Error) => void = () => undefined;
  let count = 0;
  const create = (server = 'here') =>
    createStoreCheckJob({
      server,
      record: createRecord({ log, installs }),
      deltas: createDeltaBus(),
      newCheckId: (requestId) => requestId ?? `c${++count}`,
      check: (_onProgress, signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => resolve(undefined));
          end = (report) => (report instanceof Error ? reject(report) : resolve(report));
        }),
      onFault: (cause) => faults.push(cause),
    });
  const shown = async () => {
    const now = await installs.at(installStream);
    return now.ok ? now.value.state.storeCheck : undefined;
  };
  const until = (state: string) => expect.poll(async () => (await shown())?.state).toBe(state);
  return { create, shown, until, faults, end: (report: StoreCheckReport | Error) => end(report) };
};

const report: StoreCheckReport = { streams: 1, events: 1, findings: [] };

test('one check at a time', async () => {
  const { create, until, end } = createBench();
  const job = create();
  expect(await job.start(undefined)).toMatchObject({ ok: true, value: { checkId: 'c1' } });
  expect(await job.start(undefined)).toEqual({ ok: false, error: { code: 'CHECK_ALREADY_RUNNING', checkId: 'c1' } });
  end(report);
  await until('finished');
  expect(await job.start(undefined)).toMatchObject({ ok: true });
});

test('of two that start together one wins', async () => {
  const job = createBench().create();
  const replies = await Promise.all([job.start(undefined), job.start(undefined)]);
  expect(replies.map(({ ok }) => ok).sort()).toEqual([false, true]);
});

test('a cancelled check is over at once, and the next may start', async () => {
  const { create, shown } = createBench();
  const job = create();
  await job.start(undefined);
  expect(await job.cancel('c1')).toMatchObject({ ok: true });
  expect(await shown()).toMatchObject({ state: 'cancelled', id: 'c1' });
  expect(await job.cancel('c1')).toEqual({ ok: false, error: { code: 'CHECK_NOT_RUNNING' } });
  expect(await job.start(undefined)).toMatchObject({ ok: true, value: { checkId: 'c2' } });
  expect(await shown()).toMatchObject({ state: 'running', id: 'c2' });
});

test('a stop interrupts it, and a crash is found out at the next start', async () => {
  const { create, shown } = createBench();
  const job = create();
  await job.start(undefined);
  await job.stop();
  expect(await shown()).toMatchObject({ state: 'interrupted', id: 'c1' });

  await job.start(undefined);
  expect(await shown()).toMatchObject({ state: 'running', id: 'c2' });
  await create().recover();
  expect(await shown()).toMatchObject({ state: 'interrupted', id: 'c2' });
});

test('a check that breaks is told, and bars nobody', async () => {
  const { create, until, end, faults } = createBench();
  const job = create();
  await job.start(undefined);
  end(new Error('disk'));
  await expect.poll(() => faults.length).toBe(1);
  expect(await job.start('next')).toMatchObject({ ok: true, value: { checkId: 'next' } });
  end(report);
  await until('finished');
});

test('what another server has under way is not cut off by a start; it may be cancelled from here', async () => {
  const { create, shown, until } = createBench();
  const [here, there] = [create(), create('there')];
  await here.start('c1');
  await there.recover();
  expect(await shown()).toMatchObject({ state: 'running', id: 'c1' });
  expect(await there.start('c9')).toMatchObject({ ok: false, error: { code: 'CHECK_ALREADY_RUNNING' } });
  expect(await there.cancel('c1')).toMatchObject({ ok: true });
  await until('cancelled');
  await here.stop();
  expect(await shown()).toMatchObject({ state: 'cancelled' });
});
