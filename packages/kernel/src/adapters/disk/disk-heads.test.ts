import { expect, test } from 'vitest';
import { createScheduler } from '../../testing/scheduler.ts';
import { createSeeded } from '../../testing/seeded.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { createDiskHeads } from './disk-heads.ts';

const STREAM = 'session/s';

/** Three processes sign one stream at once, and somewhere the power goes. */
const signTogether = async (seed: number): Promise<void> => {
  const seeded = createSeeded(seed);
  const scheduler = createScheduler(seeded);
  const disk = createSimulatedDisk(scheduler.turn);
  let signed = 0;
  let cutAt = 1 + seeded.below(60);
  const sign = async (first: number): Promise<void> => {
    const heads = createDiskHeads(disk.mount(), '/data', seeded);
    for (let commits = first; commits < 30; commits += 3) {
      const done = heads.sign([{ stream: STREAM, commits, head: `sha256:${commits}` }], async () => true);
      await done.then(
        (unsigned) => {
          if (unsigned.length === 0) signed = Math.max(signed, commits);
        },
        () => undefined, // as the log does: a head that cannot be signed is signed with the next commit
      );
    }
  };
  await scheduler.run(Promise.all([sign(1), sign(2), sign(3)]), () => {
    cutAt -= 1;
    if (cutAt === 0) disk.powerCut(() => seeded.chance(0.5));
  });
  if (cutAt > 0) disk.powerCut(() => seeded.chance(0.5));
  const found = await createDiskHeads(disk.mount(), '/data', seeded).of(STREAM);
  expect(found, `seed ${seed}`).not.toBe('forged');
  expect(typeof found === 'object' ? found.commits : 0, `seed ${seed}`).toBeGreaterThanOrEqual(signed);
};

test('heads signed by several processes at once are never half, never forged and never move back', {
  timeout: 120_000,
}, async () => {
  for (let seed = 1; seed <= 400; seed += 1) await signTogether(seed);
});
