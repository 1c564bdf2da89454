import { expect, test } from 'vitest';
import type { FileSystem } from '../ports/file-system.ts';
import { noise } from '../testing/blobs-noise.ts';
import { createSimulatedDisk } from '../testing/simulated-disk.ts';
import { copyFile } from './copy-file.ts';
import { replaceFile } from './replace-file.ts';

const [FROM, TO] = ['/data/config/marks.json', '/data/backup/marks.json'];
const bytes = Buffer.from(noise(2_500_000, 1));

const begin = async () => {
  const disk = createSimulatedDisk();
  const fs = disk.mount();
  await replaceFile(fs, FROM, bytes, { own: 'a' });
  await fs.mkdir('/data/backup');
  await fs.syncFolder('/data');
  return { disk, fs };
};
const read = async (fs: FileSystem): Promise<Buffer | undefined> => {
  if (!(await fs.stat(TO))) return undefined;
  const file = await fs.open(TO, 'read');
  const into = Buffer.alloc(await file.size());
  for (let at = 0; at < into.length; ) at += await file.read(into.subarray(at), at);
  await file.close();
  return into;
};

test('a copy that was acknowledged outlasts a power cut, and replaces nothing', async () => {
  const { disk, fs } = await begin();
  await copyFile(fs, FROM, TO, 0o600);
  await fs.syncFolder('/data/backup');
  disk.powerCut(() => false);
  expect((await read(disk.mount()))?.equals(bytes)).toBe(true);
  await expect(copyFile(disk.mount(), FROM, TO, 0o600)).rejects.toMatchObject({ code: 'EEXIST' });
  expect((await read(disk.mount()))?.equals(bytes)).toBe(true);
});

test.each(['EIO', 'ENOSPC'] as const)('%s at any call leaves no half of a copy', async (fault) => {
  const { disk: whole, fs } = await begin();
  const first = whole.calls();
  await copyFile(fs, FROM, TO, 0o600);
  for (let at = first; at < whole.calls(); at += 1) {
    const { disk, fs: faulty } = await begin();
    let isDone = false;
    disk.injectFaults(({ index }) => (index === at ? fault : undefined));
    try {
      await copyFile(faulty, FROM, TO, 0o600);
      isDone = true;
    } catch {
      // Refused.
    }
    disk.injectFaults(() => undefined);
    const found = await read(disk.mount());
    if (isDone) expect(found?.equals(bytes), `call ${at}`).toBe(true);
    else expect(found === undefined || found.equals(bytes), `call ${at}`).toBe(true);
  }
});
