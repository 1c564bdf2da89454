import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  createDiskContent,
  createDiskStatCache,
  createNodeFileSystem,
  systemClock,
  systemWorld,
} from '@atelier/kernel/adapters';
import { capture, restore } from '@atelier/kernel/usecases';
import { type Bench, median } from '../bench.ts';
import { packedBytes, settled, writeThousandFiles } from './content-files.ts';

const MEGABYTE = 1_000_000;

const benchIn = async (folder: string, name: string) => {
  const fs = createNodeFileSystem();
  const { entropy } = systemWorld;
  mkdirSync(join(folder, name));
  const content = await createDiskContent({ fs, folder: join(folder, name, 'content'), entropy });
  const cache = createDiskStatCache({ fs, folder: join(folder, name, 'stats'), entropy });
  const deps = { fs, content, cache, clock: systemClock, entropy };
  const taken = async (work: string) => {
    const captured = await capture(deps)(work);
    if (!captured.ok) throw new Error(JSON.stringify(captured.error));
    return captured.value;
  };
  const put = async (tree: `sha256:${string}`, work: string) => {
    const restored = await restore(deps)(tree, work);
    if (!restored.ok) throw new Error(JSON.stringify(restored.error));
    return restored.value;
  };
  return { content, taken, put };
};

const timed = async (act: () => unknown): Promise<number> => {
  const start = performance.now();
  await act();
  return performance.now() - start;
};

const hashAndWrite = (path: string, parts: readonly Uint8Array[]): void => {
  const file = openSync(path, 'w');
  for (const part of parts) {
    hash('sha256', part, 'hex');
    writeSync(file, part);
  }
  fdatasyncSync(file);
  closeSync(file);
};

const readInto = (path: string, bytes: Buffer): Buffer => {
  const file = openSync(path, 'r');
  const count = readSync(file, bytes);
  closeSync(file);
  if (count < bytes.length) throw new Error(`only ${count} bytes of ${path} were read`);
  return bytes;
};

export const captureThousand: Bench = {
  ids: ['capture-first', 'capture-unchanged'],
  run: async ({ folder, say }) => {
    const work = join(folder, 'thousand');
    const parts = writeThousandFiles(work);
    await settled();
    const firsts: number[] = [];
    const raws: number[] = [];
    const raw = async () => {
      const path = join(folder, 'raw');
      raws.push(await timed(() => hashAndWrite(path, parts)));
      rmSync(path);
    };
    const first = async () => {
      const bench = await benchIn(folder, 'first');
      firsts.push(await timed(() => bench.taken(work)));
      await bench.content.close();
      rmSync(join(folder, 'first'), { recursive: true });
    };
    // Either goes first in turn, and takes its bytes away again: memory for new pages is dear on some machines.
    for (let round = 0; round < 4; round += 1)
      for (const act of round % 2 === 0 ? [raw, first] : [first, raw]) await act();
    say(`first capture ${median(firsts).toFixed(0)} ms, raw ${median(raws).toFixed(0)} ms`);
    const bench = await benchIn(folder, 'unchanged');
    await bench.taken(work);
    const unchanged: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      unchanged.push(
        await timed(async () => {
          const { filesRead } = await bench.taken(work);
          if (filesRead !== 0) throw new Error(`${filesRead} unchanged files were read`);
        }),
      );
    }
    await bench.content.close();
    return [
      { id: 'capture-first', unit: 'ms', value: median(firsts), yardstick: median(raws) },
      { id: 'capture-unchanged', unit: 'ms', value: median(unchanged) },
    ];
  },
};

export const captureChanged: Bench = {
  ids: ['capture-changed', 'capture-changed-stored', 'restore-changed'],
  run: async ({ folder, say }) => {
    const work = join(folder, 'gigabyte');
    mkdirSync(work);
    for (let index = 0; index < 20; index += 1) {
      writeFileSync(join(work, `deck-${index}.bin`), packedBytes(50 * MEGABYTE, index));
    }
    await settled();
    const bench = await benchIn(folder, 'changed');
    const { tree } = await bench.taken(work);
    say('a gigabyte is captured');
    const path = join(work, 'deck-7.bin');
    const rows = { captured: [] as number[], restored: [] as number[], read: [] as number[], written: [] as number[] };
    const stored: number[] = [];
    // The yardsticks' bytes stay in one place: theirs would otherwise be collected on the time of what is measured.
    const bytes = Buffer.allocUnsafeSlow(50 * MEGABYTE);
    for (let round = -1; round < 15; round += 1) {
      const file = openSync(path, 'r+');
      writeSync(file, packedBytes(1_000, round), 0, 1_000, 20 * MEGABYTE + round * 1_000);
      closeSync(file);
      const before = (await bench.content.usage()).storedBytes;
      const read = await timed(() => hash('sha256', readInto(path, bytes), 'hex'));
      const captured = await timed(() => bench.taken(work));
      stored.push(((await bench.content.usage()).storedBytes - before) / MEGABYTE);
      const written = await timed(() => hashAndWrite(join(folder, 'raw-restore'), [bytes]));
      const restored = await timed(async () => {
        const { written: paths } = await bench.put(tree, work);
        if (paths.length !== 1) throw new Error(`${paths.length} files were restored`);
      });
      if (round < 0) continue; // warm-up
      rows.captured.push(captured);
      rows.read.push(read);
      rows.written.push(written);
      rows.restored.push(restored);
    }
    await bench.content.close();
    return [
      { id: 'capture-changed', unit: 'ms', value: median(rows.captured), yardstick: median(rows.read) },
      { id: 'capture-changed-stored', unit: 'MB', value: Math.max(...stored) },
      { id: 'restore-changed', unit: 'ms', value: median(rows.restored), yardstick: median(rows.written) },
    ];
  },
};

export const twoHundredRevisions: Bench = {
  ids: ['revisions-200'],
  run: async ({ folder, say }) => {
    const { content } = await benchIn(folder, 'revisions');
    const original = packedBytes(50 * MEGABYTE, 1);
    let bytes = original;
    for (let revision = 0; revision < 200; revision += 1) {
      await content.blobs.put(bytes);
      const middle = Math.floor(bytes.length / 2);
      bytes = Buffer.concat([bytes.subarray(0, middle), packedBytes(10_000, revision), bytes.subarray(middle)]);
      if (revision % 50 === 0) say(`revision ${revision}`);
    }
    const { storedBytes } = await content.usage();
    await content.close();
    return [{ id: 'revisions-200', unit: 'MB', value: storedBytes / MEGABYTE, yardstick: original.length / MEGABYTE }];
  },
};

export const captureMemory: Bench = {
  ids: ['capture-memory'],
  run: async ({ folder }) => {
    mkdirSync(join(folder, 'work'));
    const film = join(folder, 'work', 'film.bin');
    for (let part = 0; part < 100; part += 1) appendFileSync(film, packedBytes(10 * MEGABYTE, part));
    // In a process of its own: the peak of this one says what other benches took.
    const child = join(import.meta.dirname, 'content-memory.ts');
    const done = spawnSync(process.execPath, [child, folder], { encoding: 'utf8' });
    if (done.status !== 0) throw new Error(done.stderr);
    return [{ id: 'capture-memory', unit: 'MB', value: Number(done.stdout.trim()) }];
  },
};

export const contentBenches: readonly Bench[] = [captureThousand, captureChanged, twoHundredRevisions, captureMemory];
