import { ok } from '@atelier/kernel/core';
import { expect, test, vi } from 'vitest';
import type { WorkbenchId } from '../../core/ids.ts';
import { createPhasedModel, writes } from '../../testing/phased-model.ts';
import { openRunWorld, person, type RunWorld } from '../../testing/run-world.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';
import { recordOn } from '../record.ts';

const patience = { timeout: 60_000 };
const workers = sharedWorkers();

const pausesAfterPlan = (world: RunWorld, id: WorkbenchId) =>
  recordOn(world.deps)(id, person, () => ok([{ kind: 'workbench.settings_changed', set: { pauseAfterPlan: true } }]));

/** Runs whose driver stays at them after their last word is on record, until it is let go. */
const lingering = async (pauseAfterPlan: boolean) => {
  const { promise: goOn, resolve: release } = Promise.withResolvers<void>();
  const model = createPhasedModel({ plan: '- [ ] 1. Write b.txt' });
  const world = await openRunWorld({
    workers: workers(),
    models: { 'builtin:scripted': model },
    deps: ({ underWay }) => ({
      underWay: {
        ...underWay,
        remove: async (id) => {
          await goOn;
          await underWay.remove(id);
        },
      },
    }),
  });
  const id = await world.create({ 'a.txt': 'one\n' }, 'builtin:scripted');
  if (pauseAfterPlan) await pausesAfterPlan(world, id);
  const stands = (state: string) =>
    vi.waitFor(async () => expect((await world.at(id)).run?.state).toBe(state), { timeout: 30_000 });
  return { world, id, release, stands };
};

test('a run that is over cannot be cancelled, even while its driver is not done with it', patience, async () => {
  const { world, id, release, stands } = await lingering(false);
  await world.ask(id, 'Say it', 'ask');
  await stands('completed');
  expect(await world.runs.cancel(id, 'local')).toEqual({ ok: false, error: { code: 'NO_RUN' } });
  release();
  await world.ended(id);
  expect((await world.at(id)).run?.state).toBe('completed');
  await world.close();
});

test('a run that paused just before it was stopped is cancelled, not only called so', patience, async () => {
  const { world, id, release, stands } = await lingering(true);
  await world.ask(id, 'Write b.txt');
  await stands('paused');
  const cancelled = world.runs.cancel(id, 'local');
  release();
  expect(await cancelled).toMatchObject({ ok: true });
  expect((await world.at(id)).run?.state).toBe('canceled');
  await world.close();
});

test('whoever reads that a run is over can send the next message at once', patience, async () => {
  const { world, id, release, stands } = await lingering(false);
  await world.ask(id, 'Say it', 'ask');
  await stands('completed');
  const next = world.ask(id, 'And again', 'ask');
  release();
  expect(await next).toMatchObject({ ok: true });
  await world.ended(id);
  expect((await world.answers(id)).map(({ end }) => end)).toEqual(['complete', 'complete']);
  await world.close();
});

test('while a run works, the next message is refused at once', patience, async () => {
  const { world, id, release } = await lingering(false);
  expect(await world.ask(id, 'Say it', 'ask')).toMatchObject({ ok: true });
  expect(await world.ask(id, 'And again', 'ask')).toEqual({ ok: false, error: { code: 'RUN_IN_PROGRESS' } });
  release();
  await world.ended(id);
  await world.close();
});

test('whoever is told that a run goes on reads that it does', patience, async () => {
  const { promise: goOn, resolve: release } = Promise.withResolvers<void>();
  let isSlow = false;
  const world = await openRunWorld({
    workers: workers(),
    models: {
      'builtin:scripted': createPhasedModel({ plan: '- [ ] 1. Write b.txt', items: { 1: writes('b.txt', 'x') } }),
    },
    deps: ({ savesOf }) => ({
      savesOf: (id) => {
        const saves = savesOf(id);
        const tally = async () => {
          if (isSlow) await goOn;
          return saves.tally();
        };
        return { ...saves, tally };
      },
    }),
  });
  const id = await world.create({ 'a.txt': 'one\n' }, 'builtin:scripted');
  await pausesAfterPlan(world, id);
  await world.turn(id, 'Write b.txt');
  isSlow = true;
  setTimeout(release, 100);
  expect(await world.runs.resume(id)).toMatchObject({ ok: true });
  expect((await world.at(id)).run?.state).not.toBe('paused');
  await world.ended(id);
  expect((await world.at(id)).run?.state).toBe('completed');
  await world.close();
});
