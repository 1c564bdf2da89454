import { expect, test } from 'vitest';
import { unwrap } from '../testing/log-promises.ts';
import { createAllowance } from './allowance.ts';

const begin = (quota: number | undefined) => {
  const world = { stored: 0, quota, at: 0, measures: 0 };
  const allowance = createAllowance({
    usage: async () => {
      world.measures += 1;
      return { storedBytes: world.stored };
    },
    quotaBytes: async () => world.quota,
    now: () => world.at,
  });
  return { world, ...allowance };
};

test('two that ask at once never get the same room', async () => {
  const { reserve } = begin(100);
  const [one, two] = await Promise.all([reserve(60), reserve(60)]);
  expect([one?.ok, two?.ok]).toEqual([true, false]);
  unwrap(one).giveBack();
  expect(await reserve(60)).toMatchObject({ ok: true });
});

test('what is stored is measured once and kept up by what is put', async () => {
  const { world, reserve } = begin(1_000);
  for (let n = 0; n < 50; n += 1) {
    const room = unwrap(await reserve(10));
    world.stored += 10;
    room.taken();
    room.giveBack(); // nothing is left to give back
  }
  expect(world.measures).toBe(1);
  expect(await reserve(501)).toEqual({
    ok: false,
    error: { code: 'QUOTA_EXCEEDED', quotaBytes: 1_000, storedBytes: 500, neededBytes: 501 },
  });
});

test('nobody is refused because of an estimate: content that shared or shrank leaves its room', async () => {
  const { world, reserve } = begin(100);
  for (let n = 0; n < 30; n += 1) {
    const room = unwrap(await reserve(40));
    world.stored = n + 1;
    room.taken();
  }
  expect(world.measures).toBeLessThan(20);
});

test('what others stored is seen after a while, and what was let go at once', async () => {
  const { world, reserve, refresh } = begin(100);
  unwrap(await reserve(10)).giveBack();
  world.stored = 95;
  expect(await reserve(10)).toMatchObject({ ok: true });
  world.at += 60_000;
  expect(await reserve(10)).toMatchObject({ ok: false });
  world.stored = 0;
  refresh();
  expect(await reserve(10)).toMatchObject({ ok: true });
});

test('without a quota nothing is measured; one that is lifted or set counts from the next', async () => {
  const { world, reserve } = begin(undefined);
  unwrap(await reserve(1_000)).taken();
  expect(world.measures).toBe(0);
  world.quota = 10;
  expect(await reserve(11)).toMatchObject({ ok: false });
  world.quota = undefined;
  expect(await reserve(11)).toMatchObject({ ok: true });
});
