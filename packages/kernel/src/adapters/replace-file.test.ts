import { expect, test } from 'vitest';
import type { FileSystem } from '../ports/file-system.ts';
import { createSeeded } from '../testing/seeded.ts';
import { createSimulatedDisk } from '../testing/simulated-disk.ts';
import { removeLeftParts, replaceFile } from './replace-file.ts';

const PATH = '/data/config/marks.json';
const write = (fs: FileSystem, text: string, own: string) => replaceFile(fs, PATH, Buffer.from(text), { own });
const read = async (fs: FileSystem): Promise<string | undefined> => {
  if (!(await fs.stat(PATH))) return undefined;
  const file = await fs.open(PATH, 'read');
  const into = Buffer.alloc(64);
  return into.toString('utf8', 0, await file.read(into, 0));
};

test('a power cut at any call leaves the old file or the new one, and the new one once it was acknowledged', async () => {
  const whole = createSimulatedDisk();
  await write(whole.mount(), 'old', 'a');
  const born = whole.calls();
  await write(whole.mount(), 'new', 'b');
  const calls = whole.calls() + 1;
  for (let at = 0; at <= calls; at += 1) {
    for (const seed of [0, 1, 2, 3]) {
      const disk = createSimulatedDisk();
      disk.injectFaults(({ index }) => (index === at ? 'cut' : undefined));
      const acknowledged: string[] = [];
      const fs = disk.mount();
      try {
        await write(fs, 'old', 'a');
        acknowledged.push('old');
        await write(fs, 'new', 'b');
        acknowledged.push('new');
      } catch {
        // The power is off.
      }
      disk.injectFaults(() => undefined);
      const { chance } = createSeeded(seed);
      disk.powerCut(() => (seed === 0 ? false : chance(0.5)));
      const found = await read(disk.mount());
      const last = acknowledged.at(-1);
      expect(last === 'new' ? ['new'] : last === 'old' ? ['old', 'new'] : [undefined, 'old']).toContain(found);
    }
  }
  expect(born).toBeGreaterThan(5);
});

test.each(['EIO', 'ENOSPC'] as const)(
  '%s at any call: the old file stays, and nothing is left beside it',
  async (fault) => {
    const { calls, afterOld } = await (async () => {
      const disk = createSimulatedDisk();
      const fs = disk.mount();
      await write(fs, 'old', 'a');
      const first = disk.calls();
      await write(fs, 'new', 'b');
      return { calls: disk.calls(), afterOld: first };
    })();
    for (let at = afterOld; at < calls; at += 1) {
      const disk = createSimulatedDisk();
      const fs = disk.mount();
      await write(fs, 'old', 'a');
      disk.injectFaults(({ index, name }) => (index === at && name !== 'close' ? fault : undefined));
      const failed = await write(fs, 'new', 'b').then(
        () => false,
        () => true,
      );
      disk.injectFaults(() => undefined);
      expect(['old', 'new']).toContain(await read(fs));
      if (!failed) expect(await read(fs)).toBe('new');
      expect(await fs.readdir('/data/config')).toEqual(['marks.json']);
    }
  },
);

test('what a killed process left an hour ago is removed; what is younger, or of another file, stays', async () => {
  const fs = createSimulatedDisk().mount();
  await write(fs, 'old', 'a');
  for (const name of ['marks.json.b.part', 'rails.json.c.part'])
    (await fs.open(`/data/config/${name}`, 'create')).closeSync();
  await removeLeftParts(fs, PATH, 0n);
  expect(await fs.readdir('/data/config')).toHaveLength(3);
  await removeLeftParts(fs, PATH, 7_200_000_000_000n);
  expect(await fs.readdir('/data/config')).toEqual(['marks.json', 'rails.json.c.part']);
});
