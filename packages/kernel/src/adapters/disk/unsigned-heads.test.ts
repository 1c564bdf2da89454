import { expect, test } from 'vitest';
import type { FileSystem } from '../../ports/file-system.ts';
import type { Timers } from '../../ports/timers.ts';
import { said, unwrap } from '../../testing/log-promises.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { openOnSimulatedDisk } from '../../testing/simulated-log.ts';
import type { DiskLog } from './disk-log.ts';
import { createHeadKeeper, noHeads } from './head-keeper.ts';

const add = async (log: DiskLog, stream: string): Promise<void> => {
  unwrap(await log.append(stream, [said('a')], { expected: 'any' }));
};

/** Time passes only on its word; how long each waited is told. */
const handWound = () => {
  const waiting = new Map<() => void, number>();
  const turn = (): Promise<void> => new Promise((resume) => setImmediate(resume));
  const timers: Timers = {
    after: (ms, act) => {
      waiting.set(act, ms);
      return () => void waiting.delete(act);
    },
    pause: turn,
  };
  const strike = async (): Promise<void> => {
    for (let quiet = 0; quiet < 5; quiet += 1) await turn();
    const due = [...waiting.keys()];
    waiting.clear();
    for (const act of due) act();
    for (let quiet = 0; quiet < 5; quiet += 1) await turn();
  };
  return { timers, strike, waits: () => [...waiting.values()] };
};

/** The heads of benches have no folder they could be in: in its place there is a file. */
const blockBenches = (fs: FileSystem): (() => void) => {
  fs.mkdirSync('/data/heads');
  fs.openSync('/data/heads/bench', 'create').closeSync();
  return () => fs.unlinkSync('/data/heads/bench');
};

const begin = () => {
  const disk = createSimulatedDisk();
  const clock = handWound();
  const log = openOnSimulatedDisk(disk, { heads: 'on disk', timers: clock.timers }).open();
  const fs = disk.mount();
  return { log, fs, clock };
};

test('one head that cannot be signed holds none of the others back, and is told', async () => {
  const { log, fs, clock } = begin();
  blockBenches(fs);
  await add(log, 'bench/a');
  await add(log, 'install');
  await clock.strike();
  expect(await log.heads.of('install')).toMatchObject({ commits: 1 });
  expect(log.unsignedHeads()).toMatchObject([{ stream: 'bench/a', reason: 'failed' }]);
  await log.close();
  expect(log.unsignedHeads()).toMatchObject([{ stream: 'bench/a', reason: 'failed' }]);
});

test('what could not be signed is tried again without another commit', async () => {
  const { log, fs, clock } = begin();
  const unblock = blockBenches(fs);
  await add(log, 'bench/a');
  await clock.strike();
  unblock();
  await clock.strike();
  expect(await log.heads.of('bench/a')).toMatchObject({ commits: 1 });
  expect(log.unsignedHeads()).toEqual([]);
  await log.close();
});

test('after a clean stop everything is signed, whatever failed before it', async () => {
  const { log, fs, clock } = begin();
  const unblock = blockBenches(fs);
  for (const stream of ['bench/a', 'install', 'bench/b']) await add(log, stream);
  await clock.strike();
  unblock();
  await log.close();
  for (const stream of ['bench/a', 'install', 'bench/b'])
    expect(await log.heads.of(stream)).toMatchObject({ commits: 1 });
  expect(log.unsignedHeads()).toEqual([]);
});

test('a head that fails for long is tried less and less often, and keeps no new commit waiting', async () => {
  const clock = handWound();
  const signed: string[] = [];
  const heads = {
    ...noHeads,
    sign: async (all: Parameters<typeof noHeads.sign>[0]) => {
      signed.push(...all.map(({ stream }) => stream));
      return all
        .filter(({ stream }) => stream === 'bench/a')
        .map(({ stream }) => ({ stream, reason: 'failed', detail: 'EIO' }) as const);
    },
  };
  const keeper = createHeadKeeper(heads, clock.timers, async () => {
    throw new Error('nothing was signed before');
  });
  keeper.note('bench/a', { commit: 0, head: 'x' }, { commit: 1, head: 'y' });
  const waits: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    waits.push(...clock.waits());
    await clock.strike();
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  keeper.note('install', { commit: 0, head: 'x' }, { commit: 1, head: 'y' });
  expect(clock.waits()).toEqual([1_000]);
  await clock.strike();
  expect(signed.slice(-2)).toEqual(['bench/a', 'install']);
  await keeper.close();
  expect(clock.waits()).toEqual([]);
});

test('heads that throw all at once are kept for the next try', async () => {
  let broken = true;
  const signed: string[] = [];
  const heads = {
    ...noHeads,
    sign: async (all: Parameters<typeof noHeads.sign>[0]) => {
      if (broken) throw new Error('the database is away');
      signed.push(...all.map(({ stream }) => stream));
      return [];
    },
  };
  const clock = handWound();
  const keeper = createHeadKeeper(heads, clock.timers, async () => {
    throw new Error('nothing was signed before');
  });
  for (const stream of ['bench/a', 'bench/b']) keeper.note(stream, { commit: 0, head: 'x' }, { commit: 1, head: 'y' });
  await clock.strike();
  expect(keeper.unsigned()).toMatchObject([{ detail: 'the database is away' }, { detail: 'the database is away' }]);
  broken = false;
  await keeper.close();
  expect(signed).toEqual(['bench/a', 'bench/b']);
  expect(keeper.unsigned()).toEqual([]);
});
