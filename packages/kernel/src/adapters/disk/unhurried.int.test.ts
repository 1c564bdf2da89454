import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileSystem, OpenFile } from '../../ports/file-system.ts';
import { said, unwrap } from '../../testing/log-promises.ts';
import { createNodeFileSystem } from '../node/node-file-system.ts';
import { systemWorld } from '../node/system-clock.ts';
import { createDiskLog } from './disk-log.ts';

const countStops = (real: FileSystem) => {
  let stops = 0;
  const counting = (file: OpenFile): OpenFile => ({
    ...file,
    datasyncSync: () => {
      stops += 1;
      file.datasyncSync();
    },
  });
  return {
    fs: { ...real, openSync: (path, mode) => counting(real.openSync(path, mode)) } as FileSystem,
    stops: () => stops,
  };
};

test('an append that is in no hurry never stops the process for the disk; another, alone, does', async () => {
  const data = mkdtempSync(join(tmpdir(), 'atelier-unhurried-'));
  const { fs, stops } = countStops(createNodeFileSystem());
  const log = createDiskLog({ data, fs, world: { ...systemWorld, clock: { now: () => 1_000_000 } } });
  unwrap(await log.append('session/s', [said('0')], { expected: 0 }));
  const before = stops();
  unwrap(await log.append('session/s', [said('1')], { expected: 1, unhurried: true }));
  expect(stops()).toBe(before);
  unwrap(await log.append('session/s', [said('2')], { expected: 2 }));
  expect(stops()).toBe(before + 2);
  await log.close();
  rmSync(data, { recursive: true });
});

test('while commits overlap, and for a moment after, nobody stops the process for the disk', async () => {
  const data = mkdtempSync(join(tmpdir(), 'atelier-unhurried-'));
  const { fs, stops } = countStops(createNodeFileSystem());
  let now = 1_000_000;
  const log = createDiskLog({ data, fs, world: { ...systemWorld, clock: { now: () => now } } });
  const append = async (id: string) => unwrap(await log.append(`session/${id}`, [said('x')], { expected: 'any' }));
  await append('a');
  await append('b');
  now += 1_000;
  const before = stops();
  await Promise.all([append('a'), append('b')]);
  await append('a');
  expect(stops()).toBe(before);
  now += 1_000;
  await append('a');
  expect(stops()).toBe(before + 2);
  await log.close();
  rmSync(data, { recursive: true });
});

test('for a disk that takes its time nobody stops the process; once it was quick for a while, one who is alone does', async () => {
  const data = mkdtempSync(join(tmpdir(), 'atelier-unhurried-'));
  let now = 1_000_000;
  let syncMs = 0;
  const real = createNodeFileSystem();
  const slow = (file: OpenFile): OpenFile => ({
    ...file,
    datasync: async () => {
      await file.datasync();
      now += syncMs;
    },
    datasyncSync: () => {
      file.datasyncSync();
      now += syncMs;
    },
  });
  const { fs, stops } = countStops({ ...real, openSync: (path, mode) => slow(real.openSync(path, mode)) });
  const log = createDiskLog({ data, fs, world: { ...systemWorld, clock: { now: () => now } } });
  const append = async () => {
    const before = stops();
    unwrap(await log.append('session/s', [said('x')], { expected: 'any' }));
    return stops() - before;
  };
  // A stream that is born takes long on any disk.
  syncMs = 5;
  await append();
  syncMs = 0;
  expect(await append()).toBe(2);
  syncMs = 5;
  // The first one finds out, and by its record knows.
  expect([await append(), await append()]).toEqual([1, 0]);
  syncMs = 0;
  expect(await append()).toBe(0);
  now += 1_000;
  expect(await append()).toBe(2);
  await log.close();
  rmSync(data, { recursive: true });
});
