import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CommitStore } from '../../ports/commit-store.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { noise } from '../../testing/blobs-noise.ts';
import { said, textsOf, unwrap } from '../../testing/log-promises.ts';
import { tell } from '../../testing/postgres-server.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import { copyObjects } from '../../usecases/copy-objects.ts';
import { moveStream } from '../../usecases/move-stream.ts';
import { createContentStore } from '../blobs/content-store.ts';
import { createMemoryObjects } from '../blobs/memory-objects.ts';
import { createDiskCommits } from '../disk/disk-commits.ts';
import { createDiskLog } from '../disk/disk-log.ts';
import { createNodeFileSystem } from '../node/node-file-system.ts';
import { blobIdOf, sha256 } from '../node/sha256.ts';
import { createSqliteLocks } from '../node/sqlite-locks.ts';
import { createPostgresCommits } from './postgres-commits.ts';
import { createPostgresObjects } from './postgres-objects.ts';

const server = usePostgres();

const newDisk = async () => {
  const data = await mkdtemp(join(tmpdir(), 'atelier-move-'));
  onTestFinished(() => rm(data, { recursive: true }));
  const open = () => createDiskLog({ data });
  return { data, open, commits: createDiskCommits({ fs: createNodeFileSystem(), data, locks: createSqliteLocks() }) };
};
const newDatabase = async () => {
  const url = await server.newDatabase();
  const { database, log } = await server.openLog(url, { connections: 4 });
  return { url, database, log, commits: createPostgresCommits(database) };
};

const pin = `sha256:${'7'.repeat(64)}` as const;
const fill = async (log: EventLog, from: number, to: number): Promise<void> => {
  for (let n = from; n < to; n += 10) {
    const batch = Array.from({ length: 10 }, (_, index) => n + index);
    await Promise.all(
      batch.map((each) =>
        log.append('session/s', [said(`ש${each}`, each % 3 === 0 ? `k${each}` : null)], {
          expected: 'any',
          ...(each % 50 === 0
            ? { pins: [pin], content: [noise(40, each), new TextEncoder().encode(`text ${each}`)] }
            : {}),
        }),
      ),
    );
  }
};
const factsOf = async (log: EventLog) => unwrap(await log.commits('session/s')).commits;

test('a stream moves from disk to PostgreSQL and back with seqs and hashes unchanged, and goes on at each place', async () => {
  const [disk, database, other] = [await newDisk(), await newDatabase(), await newDisk()];
  const log = disk.open();
  await fill(log, 0, 300);
  const before = { facts: await factsOf(log), events: unwrap(await log.read('session/s')).events };
  await log.close();
  expect(await moveStream({ from: disk.commits, to: database.commits, sha256 })('session/s')).toMatchObject({
    ok: true,
    value: { commits: 300, events: 300, added: 300 },
  });
  expect(await factsOf(database.log)).toEqual(before.facts);
  expect(unwrap(await database.log.read('session/s')).events).toEqual(before.events);
  const [, carried] = before.facts[0]?.pins ?? [];
  expect(carried && (await database.log.content('session/s', carried))).toEqual(noise(40, 0));
  expect(unwrap(await database.log.append('session/s', [said('x', 'k0')], { expected: 0 })).repeated).toBe(true);

  await fill(database.log, 300, 400);
  const moved = await moveStream({ from: database.commits, to: other.commits, sha256 })('session/s');
  expect(moved).toMatchObject({ ok: true, value: { commits: 400, added: 400 } });
  const back = other.open();
  expect(await factsOf(back)).toEqual(await factsOf(database.log));
  expect(await back.health('session/s')).toEqual({ kind: 'healthy', next: 400 });
  expect(unwrap(await back.append('session/s', [said('x', 'k3')], { expected: 0 })).repeated).toBe(true);
  expect(unwrap(await back.append('session/s', [said('last')], { expected: 400 })).first).toBe(400);
  await back.close();

  // And to the first place again, which still holds the beginning.
  expect(await moveStream({ from: other.commits, to: disk.commits, sha256 })('session/s')).toMatchObject({
    ok: true,
    value: { commits: 401, added: 101 },
  });
  const home = disk.open();
  expect(textsOf(unwrap(await home.read('session/s', { from: 399 })).events)).toEqual(['ש399', 'last']);
  await home.close();
  expect((await readdir(join(disk.data, 'streams/session/s/events'))).some((name) => name.endsWith('.moving'))).toBe(
    false,
  );
});

test('a move that was cut off is begun again and copies only the rest', async () => {
  const [disk, database] = [await newDisk(), await newDatabase()];
  const log = disk.open();
  for (let n = 0; n < 3; n++)
    await log.append(
      'session/s',
      Array.from({ length: 3_000 }, (_, i) => said(`${n}.${i}`)),
      { expected: 'any' },
    );
  await log.close();
  let adds = 0;
  const cutOff: CommitStore = {
    ...database.commits,
    add: async (...given) => {
      adds += 1;
      if (adds === 2) throw new Error('the cable was pulled');
      await database.commits.add(...given);
    },
  };
  await expect(moveStream({ from: disk.commits, to: cutOff, sha256 })('session/s')).rejects.toThrow('cable');
  const again = await moveStream({ from: disk.commits, to: database.commits, sha256 })('session/s');
  expect(again).toMatchObject({ ok: true, value: { commits: 3, events: 9_000 } });
  expect(again.ok && again.value.added).toBeLessThan(3);
});

test('another history at the target, and damage on either side, are refused by name', async () => {
  const [disk, database] = [await newDisk(), await newDatabase()];
  const log = disk.open();
  await log.append('session/s', [said('mine')], { expected: 0 });
  await log.append('session/s', [said('more')], { expected: 1 });
  await log.close();
  await database.log.append('session/s', [said('theirs')], { expected: 0 });
  expect(await moveStream({ from: disk.commits, to: database.commits, sha256 })('session/s')).toEqual({
    ok: false,
    error: { code: 'DIVERGED', commit: 0 },
  });
  const clean = await newDatabase();
  await moveStream({ from: disk.commits, to: clean.commits, sha256 })('session/s');
  await tell(clean.url, `update atelier.commits set lines = replace(lines, 'more', 'less') where commit = 1`);
  expect(await moveStream({ from: clean.commits, to: (await newDisk()).commits, sha256 })('session/s')).toMatchObject({
    error: { code: 'SOURCE_DAMAGED', commit: 1 },
  });
  expect(await moveStream({ from: disk.commits, to: clean.commits, sha256 })('session/s')).toMatchObject({
    error: { code: 'TARGET_DAMAGED', commit: 1 },
  });
});

test('content is copied too, once', async () => {
  const from = createMemoryObjects();
  const content = createContentStore(from);
  const blob = await content.blobs.put(noise(400_000, 1));
  await content.trees.put({ v: 1, entries: { 'a.bin': { blob, size: 400_000, kind: 'file' } } });
  const to = createPostgresObjects((await newDatabase()).database);
  const { objects } = await copyObjects({ from, to, idOf: blobIdOf });
  expect(await copyObjects({ from, to, idOf: blobIdOf })).toEqual({ objects, added: 0, damaged: [] });
  expect(await createContentStore(to).blobs.check(blob)).toBe('sound');
});
