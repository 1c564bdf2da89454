import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDiskStorage } from '@atelier/kernel/storage';
import { spawnAtelier, tempFolder } from '@atelier/server/testing';
import { expect, test } from 'vitest';
import { runHere } from './testing/run-here.ts';

const atelier = (...args: readonly string[]) => spawnAtelier(args).ended;

/** One piece of content that a commit needs, and the pack it lies in. */
const storeOne = async () => {
  const data = await tempFolder();
  const storage = openDiskStorage(data);
  const id = await storage.blobs.put(Buffer.from('some words that are needed'));
  await storage.log.append('bench/a', [{ kind: 'x', key: null, data: {} }], { expected: 0, pins: [id] });
  await storage.close();
  const packs = join(data, 'objects', 'packs');
  const [pack = ''] = await readdir(packs);
  return { data, id, packs, pack };
};

const flip = async (path: string, at: number): Promise<void> => {
  const bytes = await readFile(path);
  const place = at < 0 ? bytes.length + at : at;
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  await writeFile(path, bytes);
};

test('verify and doctor name a damaged pack and what to do', { timeout: 60_000 }, async () => {
  const { data, id, packs, pack } = await storeOne();

  await flip(join(packs, pack), 9);
  const changed = await atelier('verify', '--data', data);
  expect(changed).toMatchObject({ code: 1 });
  expect(changed.out).toContain(`${id} is not what its name says`);
  expect(changed.out).toContain(`DAMAGED: objects/packs/${pack}: one object in it is damaged.`);
  expect(changed.out).toMatch(/One thing is wrong\.\n.*backup.*docs\/operating\.md/);
  await flip(join(packs, pack), 9);

  await flip(join(packs, pack), -70);
  const unreadable = await atelier('verify', '--data', data);
  expect(unreadable.out).toContain(`DAMAGED: objects/packs/${pack}: its index is unreadable.`);
  const seen = await atelier('doctor', '--data', data);
  expect(seen).toMatchObject({ code: 1 });
  expect(seen.out).toContain(`objects/packs/${pack} cannot be read`);
  expect(seen.out).toMatch(/Bring the pack back from a backup/);

  await writeFile(join(data, 'objects', 'condemned.json'), 'garbage');
  await flip(join(packs, pack), -70);
  expect(await atelier('doctor', '--data', data)).toMatchObject({ code: 0 });
  expect(await atelier('verify', '--data', data)).toMatchObject({ code: 0 });

  await rm(join(data, 'objects'), { recursive: true });
  expect(await atelier('doctor', '--data', data)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/problem: Content that is still needed is missing or cannot be read.*verify/),
  });
});

test('a pack that the system refuses is named with what to do, and everything else goes on', {
  timeout: 60_000,
}, async () => {
  const { data, id, packs, pack } = await storeOne();
  const bytes = await readFile(join(packs, pack));
  // A folder opens and cannot be read, whoever asks.
  await rm(join(packs, pack));
  await mkdir(join(packs, pack));

  const verified = await runHere(['verify', '--data', data]);
  expect(verified).toMatchObject({ code: 1, err: '' });
  expect(verified.out).toContain(`WRONG: bench/a, commit 0: content ${id} is missing.`);
  expect(verified.out).toContain(`DAMAGED: objects/packs/${pack}: the system refuses it (EISDIR).`);
  const seen = await runHere(['doctor', '--data', data]);
  expect(seen).toMatchObject({ code: 1, err: '' });
  expect(seen.out).toMatch(/objects\/packs\/.*cannot be read: the system refuses it \(EISDIR\).*may read it/);

  await rm(join(packs, pack), { recursive: true });
  await writeFile(join(packs, pack), bytes);
  expect(await runHere(['verify', '--data', data])).toMatchObject({ code: 0 });
});
