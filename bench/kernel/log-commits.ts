import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createDiskLog, createNodeFileSystem, type DiskLog } from '@atelier/kernel/adapters';
import type { FileSystem, OpenFile } from '@atelier/kernel/ports';
import { type Bench, median } from '../bench.ts';
import { lineOf, oneKilobyte, rawAppender, rawGroupAppender } from './log-raw.ts';

/** Ours and the yardstick take turns, so that a slow minute of the disk slows both. */
const ROUNDS = 15;
/** For short rounds that the disk hardly slows: neither compiling nor one bad moment decides them. */
const MANY_ROUNDS = 45;

const perSecond = async (commits: number, act: () => Promise<void>): Promise<number> => {
  const start = performance.now();
  await act();
  return (commits * 1_000) / (performance.now() - start);
};

const inTurns = async (
  commits: number,
  ours: (round: number) => Promise<void>,
  raw: (round: number) => Promise<void>,
  rounds = ROUNDS,
): Promise<{ readonly value: number; readonly yardstick: number }> => {
  const values: number[] = [];
  const yardsticks: number[] = [];
  for (let round = -Math.ceil(rounds / 6); round < rounds; round += 1) {
    const yardstick = await perSecond(commits, () => raw(round));
    const value = await perSecond(commits, () => ours(round));
    if (round < 0) continue; // warm-up
    values.push(value);
    yardsticks.push(yardstick);
  }
  return { value: median(values), yardstick: median(yardsticks) };
};

const logIn = (folder: string, name: string, fs?: FileSystem): DiskLog => {
  const data = join(folder, name);
  mkdirSync(data);
  return createDiskLog(fs ? { data, fs } : { data });
};

const appendMany = async (log: DiskLog, stream: string, from: number, count: number): Promise<void> => {
  for (let n = from; n < from + count; n += 1) {
    const appended = await log.append(stream, [oneKilobyte(n)], { expected: n });
    if (!appended.ok) throw new Error(JSON.stringify(appended.error));
  }
};

export const commitOneWriter: Bench = {
  ids: ['commit-one-writer'],
  run: async ({ folder }) => {
    const each = 100;
    const log = logIn(folder, 'one');
    const raw = rawAppender(join(folder, 'raw-one'));
    let next = 0;
    const row = await inTurns(
      each,
      async () => {
        await appendMany(log, 'session/bench', next, each);
        next += each;
      },
      async (round) => {
        for (let n = 0; n < each; n += 1) raw.appendSync(Buffer.from(lineOf(round * each + n)));
      },
    );
    await log.close();
    raw.close();
    return [{ id: 'commit-one-writer', unit: 'commits/s', ...row }];
  },
};

export const commitEightStreams: Bench = {
  ids: ['commit-8-streams'],
  run: async ({ folder }) => {
    const streams = 8;
    const each = 40;
    const log = logIn(folder, 'eight');
    const raws = Array.from({ length: streams }, (_, n) => rawAppender(join(folder, `raw-eight-${n}`)));
    let next = 0;
    const row = await inTurns(
      streams * each,
      async () => {
        await Promise.all(raws.map((_, n) => appendMany(log, `session/bench${n}`, next, each)));
        next += each;
      },
      async () => {
        await Promise.all(
          raws.map(async (raw) => {
            for (let n = 0; n < each; n += 1) await raw.append(Buffer.from(lineOf(n)));
          }),
        );
      },
    );
    await log.close();
    for (const raw of raws) raw.close();
    return [{ id: 'commit-8-streams', unit: 'commits/s', ...row }];
  },
};

export const commitSixtyFourWaiting: Bench = {
  ids: ['commit-64-waiting'],
  run: async ({ folder }) => {
    const waiting = 64;
    const times = 20;
    const log = logIn(folder, 'waiting');
    const raw = rawGroupAppender(join(folder, 'raw-waiting'));
    const row = await inTurns(
      waiting * times,
      async () => {
        for (let time = 0; time < times; time += 1) {
          const all = Array.from({ length: waiting }, (_, n) =>
            log.append('session/bench', [oneKilobyte(n)], { expected: 'any' }),
          );
          for (const appended of await Promise.all(all)) {
            if (!appended.ok) throw new Error(JSON.stringify(appended.error));
          }
        }
      },
      async () => {
        for (let time = 0; time < times; time += 1) {
          await Promise.all(Array.from({ length: waiting }, (_, n) => raw.append(lineOf(n))));
        }
      },
      MANY_ROUNDS,
    );
    await log.close();
    raw.close();
    return [{ id: 'commit-64-waiting', unit: 'commits/s', ...row }];
  },
};

export const syncsPerCommit: Bench = {
  ids: ['syncs-per-commit'],
  run: async ({ folder }) => {
    const commits = 1_000;
    const counted = countSyncs(createNodeFileSystem());
    const log = logIn(folder, 'syncs', counted.fs);
    await appendMany(log, 'session/bench', 0, 1); // birth syncs the new names too
    const before = counted.syncs();
    await appendMany(log, 'session/bench', 1, commits);
    const value = (counted.syncs() - before) / commits;
    await log.close();
    return [{ id: 'syncs-per-commit', unit: 'syncs', value }];
  },
};

const countSyncs = (real: FileSystem) => {
  let syncs = 0;
  const counting = (file: OpenFile): OpenFile => ({
    ...file,
    datasync: () => {
      syncs += 1;
      return file.datasync();
    },
    datasyncSync: () => {
      syncs += 1;
      file.datasyncSync();
    },
  });
  // Heads are signed about once a second, whatever was committed: no commit waits for that.
  const ofCommits = (path: string): boolean => path.includes('/streams/');
  const fs: FileSystem = {
    ...real,
    open: async (path, mode) => (ofCommits(path) ? counting(await real.open(path, mode)) : real.open(path, mode)),
    openSync: (path, mode) => (ofCommits(path) ? counting(real.openSync(path, mode)) : real.openSync(path, mode)),
    syncFolder: (path) => {
      if (ofCommits(path)) syncs += 1;
      return real.syncFolder(path);
    },
    syncFolderSync: (path) => {
      if (ofCommits(path)) syncs += 1;
      real.syncFolderSync(path);
    },
  };
  return { fs, syncs: () => syncs };
};
