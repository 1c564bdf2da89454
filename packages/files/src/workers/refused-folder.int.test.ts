import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Job } from './job.ts';
import { poolLimits } from './limits.ts';
import { createWorkers } from './workers.ts';

/** A place for workers that can be taken away: what is to be made or deleted in it, the system refuses. */
const open = async (recycle: { readonly jobs?: number; readonly idleMs?: number }) => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-refused-'));
  const workers = createWorkers({ folder, recycle, limits: { parse: { ...poolLimits.parse, count: 1, idle: 0 } } });
  onTestFinished(async () => {
    await workers.close();
    await rm(folder, { recursive: true, force: true });
  });
  const file = join(folder, 'inputs', 'v');
  await writeFile(file, '# Notes\n');
  const source = { path: 'notes.md', file, version: 'v', size_bytes: 8, format: 'md' };
  const job: Job = { verb: 'map', kind: 'text', source, options: { part: null, detail: 'full' } };
  const [place, away] = [join(folder, 'workers'), join(folder, 'away')];
  return {
    map: () => workers.run(job),
    idle: () => workers.counts().idle,
    refuse: async () => {
      await rename(place, away);
      await writeFile(place, 'not a folder');
    },
    giveBack: async () => {
      await rm(place);
      await rename(away, place);
    },
  };
};

test('a worker that leaves while its folder cannot be deleted, or the next one’s made, takes nobody along', async () => {
  const { map, refuse, giveBack, idle } = await open({ idleMs: 10 });
  expect((await map()).result.ok).toBe(true);
  await refuse();
  // It leaves for having nothing to do; whoever then asks is told what the system said.
  const isRefused = async (): Promise<unknown> =>
    map().then(
      () => undefined,
      (cause: NodeJS.ErrnoException) => cause.code,
    );
  await expect.poll(isRefused, { timeout: 20_000, interval: 200 }).toBe('ENOTDIR');
  expect(idle()).toBe(0);
  await giveBack();
  expect((await map()).result.ok).toBe(true);
});

test('a worker that did its share, where no other can be started, takes nobody along either', async () => {
  const { map, refuse, giveBack } = await open({ jobs: 2 });
  expect((await map()).result.ok).toBe(true);
  await refuse();
  // Its second job is its last; with its own folder gone, it may not even end it.
  await map().catch(() => undefined);
  await giveBack();
  expect((await map()).result.ok).toBe(true);
});
