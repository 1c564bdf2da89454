import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDiskStatCache, createNodeFileSystem, systemClock, systemWorld } from '@atelier/kernel/adapters';
import { openDiskStorage } from '@atelier/kernel/storage';
import { capture, verify } from '@atelier/kernel/usecases';
import { type Bench, median } from '../bench.ts';
import { packedBytes, textBytes } from './content-files.ts';

const MEGABYTE = 1_000_000;
const ROUNDS = 5;

/** Twenty decks of 50 MB and two hundred notes, in a folder of their own. */
const writeGigabyte = (work: string): readonly string[] => {
  mkdirSync(work);
  const paths: string[] = [];
  const write = (name: string, bytes: Uint8Array) => {
    paths.push(join(work, name));
    writeFileSync(join(work, name), bytes);
  };
  for (let index = 0; index < 20; index += 1) write(`deck-${index}.bin`, packedBytes(50 * MEGABYTE, index));
  for (let index = 0; index < 200; index += 1) write(`note-${index}.txt`, textBytes(20_000, index));
  return paths;
};

/** Reads with one thread and hashes with it, as a plain program would. */
const readAndHash = (paths: readonly string[]): void => {
  const window = Buffer.allocUnsafeSlow(4 * 1024 * 1024);
  for (const path of paths) {
    const running = createHash('sha256');
    const file = openSync(path, 'r');
    for (;;) {
      const count = readSync(file, window);
      if (count === 0) break;
      running.update(window.subarray(0, count));
    }
    closeSync(file);
    running.digest();
  }
};

export const verifyGigabyte: Bench = {
  ids: ['verify-1gb'],
  run: async ({ folder, say }) => {
    const paths = writeGigabyte(join(folder, 'work'));
    const data = join(folder, 'data');
    mkdirSync(data);
    const fs = createNodeFileSystem();
    const { entropy } = systemWorld;
    const cache = createDiskStatCache({ fs, folder: join(folder, 'stats'), entropy });
    const storage = openDiskStorage(data);
    const content = await storage.content();
    const captured = await capture({ fs, content, cache, clock: systemClock })(join(folder, 'work'));
    if (!captured.ok) throw new Error(JSON.stringify(captured.error));
    const event = { kind: 'bench.captured', key: null, data: {} };
    const pinned = await storage.log.append('bench/verify', [event], { expected: 0, pins: [captured.value.tree] });
    if (!pinned.ok) throw new Error(JSON.stringify(pinned.error));
    await storage.close();
    say('a gigabyte is captured and pinned');
    const values: number[] = [];
    const yardsticks: number[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const raw = performance.now();
      readAndHash(paths);
      const start = performance.now();
      // Opened each time, as the command does.
      const opened = openDiskStorage(data);
      const { findings, bytes } = await verify({
        audit: opened.audit,
        heads: opened.heads,
        content: await opened.content(),
      })();
      await opened.close();
      const end = performance.now();
      if (findings.length > 0 || bytes < 1_000 * MEGABYTE) throw new Error(JSON.stringify({ findings, bytes }));
      if (round < 0) continue; // warm-up
      values.push(end - start);
      yardsticks.push(start - raw);
    }
    return [{ id: 'verify-1gb', unit: 'ms', value: median(values), yardstick: median(yardsticks) }];
  },
};
