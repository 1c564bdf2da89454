import { describe, expect, test } from 'vitest';
import { createMemoryContent } from '../adapters/blobs/memory-objects.ts';
import { createMemoryStatCache } from '../adapters/blobs/stat-cache.ts';
import { blobIdOf } from '../adapters/node/sha256.ts';
import { filesIn, writeFiles } from '../testing/blobs-folder.ts';
import { noise } from '../testing/blobs-noise.ts';
import { createSeeded } from '../testing/seeded.ts';
import { createSimulatedDisk } from '../testing/simulated-disk.ts';
import { createAllowance } from './allowance.ts';
import { capture } from './capture.ts';
import { restore } from './restore.ts';

const FOLDER = '/data/work';

const begin = async (files: Record<string, Uint8Array>) => {
  const disk = createSimulatedDisk();
  const fs = disk.mount();
  await writeFiles(fs, FOLDER, files);
  const deps = {
    fs,
    content: createMemoryContent(),
    cache: createMemoryStatCache(),
    clock: { now: () => 10_000 },
    entropy: { bytes: (count: number) => noise(count, ++seed) },
  };
  return { fs, deps, capture: () => capture(deps)(FOLDER), restore: restore(deps) };
};
let seed = 0;

const text = (words: string) => new TextEncoder().encode(words);
const treeOf = async (captured: Awaited<ReturnType<ReturnType<typeof capture>>>) => {
  if (!captured.ok) throw new Error(captured.error.code);
  return captured.value.tree;
};

describe('capture', () => {
  test('a folder becomes a tree of its files', async () => {
    const bench = await begin({ 'a.txt': text('one'), 'deep/er/b.bin': noise(400_000, 1) });
    const tree = await bench.deps.content.trees.get(await treeOf(await bench.capture()));
    expect(tree?.entries).toEqual({
      'a.txt': { blob: blobIdOf(text('one')), size: 3, kind: 'file' },
      'deep/er/b.bin': { blob: blobIdOf(noise(400_000, 1)), size: 400_000, kind: 'file' },
    });
  });

  test('an unchanged folder is not read again and has the same tree', async () => {
    const bench = await begin({ 'a.txt': text('one'), 'b.txt': text('two') });
    const first = await bench.capture();
    const second = await bench.capture();
    expect(second).toEqual({ ok: true, value: { tree: await treeOf(first), files: 2, filesRead: 0 } });
    await writeFiles(bench.fs, FOLDER, { 'b.txt': text('TWO') });
    expect(await bench.capture()).toMatchObject({ ok: true, value: { files: 2, filesRead: 1 } });
  });

  test('a file younger than two seconds is read again: its times could hide a change', async () => {
    const bench = await begin({ 'a.txt': text('one') });
    const young = { ...bench.deps, clock: { now: () => 0 } };
    await capture(young)(FOLDER);
    expect(await capture(young)(FOLDER)).toMatchObject({ value: { filesRead: 1 } });
    expect(await capture(bench.deps)(FOLDER)).toMatchObject({ value: { filesRead: 1 } });
    expect(await capture(bench.deps)(FOLDER)).toMatchObject({ value: { filesRead: 0 } });
  });

  test('a remembered file whose content is gone from the store is read again', async () => {
    const bench = await begin({ 'a.txt': text('one') });
    await bench.capture();
    const fresh = { ...bench.deps, content: createMemoryContent() };
    expect(await capture(fresh)(FOLDER)).toMatchObject({ value: { filesRead: 1 } });
    expect(await fresh.content.blobs.get(blobIdOf(text('one')))).toEqual(text('one'));
  });

  test('names that not every system can hold are refused, all of them at once', async () => {
    const bench = await begin({ 'aa:b': text('1'), 'fine.txt': text('2'), 'back\\slash': text('3') });
    expect(await bench.capture()).toEqual({
      ok: false,
      error: {
        code: 'CANNOT_CAPTURE',
        problems: [
          { code: 'BAD_PATH', reason: 'forbidden_character', path: 'aa:b' },
          { code: 'BAD_PATH', reason: 'forbidden_character', path: 'back\\slash' },
        ],
      },
    });
    expect((await bench.deps.content.usage()).objects).toBe(0);
  });

  test('at the quota the refusal comes before any work, and says what is missing', async () => {
    const bench = await begin({ 'a.bin': noise(5_000, 1), 'b.bin': noise(5_000, 2) });
    const quota = { usage: bench.deps.content.usage, quotaBytes: async () => 9_999, now: () => 0 };
    const limited = { ...bench.deps, reserve: createAllowance(quota).reserve };
    expect(await capture(limited)(FOLDER)).toEqual({
      ok: false,
      error: { code: 'QUOTA_EXCEEDED', quotaBytes: 9_999, storedBytes: 0, neededBytes: 10_000 },
    });
    expect((await bench.deps.content.usage()).objects).toBe(0);
    expect(await bench.capture()).toMatchObject({ ok: true });
    expect(await capture(limited)(FOLDER)).toMatchObject({ ok: true, value: { filesRead: 0 } });
  });

  test('a file that changes while it is read is refused and nothing is stored', async () => {
    const bench = await begin({ 'a.txt': text('one'), 'b.txt': text('two') });
    let looks = 0;
    const restless = {
      ...bench.fs,
      lookSync: (path: string) => {
        const stat = bench.fs.lookSync(path);
        return stat && path.endsWith('b.txt') ? { ...stat, mtimeNs: BigInt(looks++) } : stat;
      },
    };
    const refused = await capture({ ...bench.deps, fs: restless })(FOLDER);
    expect(refused).toEqual({ ok: false, error: { code: 'FILE_CHANGING', path: 'b.txt' } });
    expect((await bench.deps.content.usage()).objects).toBe(0);
  });
});

describe('restore', () => {
  test('makes the folder what the tree says and touches only what differs', async () => {
    const bench = await begin({ 'kept.txt': text('kept'), 'edited.txt': text('before'), 'gone/x.txt': text('x') });
    const tree = await treeOf(await bench.capture());
    const keptBefore = bench.fs.statSync(`${FOLDER}/kept.txt`);
    await writeFiles(bench.fs, FOLDER, { 'edited.txt': text('AFTER!'), 'new/n.txt': text('n') });
    await bench.fs.unlink(`${FOLDER}/gone/x.txt`);
    expect(await bench.restore(tree, FOLDER)).toEqual({
      ok: true,
      value: { written: ['edited.txt', 'gone/x.txt'], removed: ['new/n.txt'] },
    });
    expect(await filesIn(bench.fs, FOLDER)).toEqual({
      'edited.txt': text('before'),
      'gone/x.txt': text('x'),
      'kept.txt': text('kept'),
    });
    expect(bench.fs.statSync(`${FOLDER}/kept.txt`)).toEqual(keptBefore);
    expect(bench.fs.statSync(`${FOLDER}/new`)).toBeUndefined();
  });

  test('of a large file that was captured a moment ago, one chunk tells that it differs', async () => {
    const wanted = noise(1_000_000, 1);
    const edited = wanted.slice();
    edited[600_000] = (edited[600_000] ?? 0) ^ 1;
    const bench = await begin({ 'deck.bin': wanted });
    const young = { ...bench.deps, clock: { now: () => 0 } };
    const tree = await treeOf(await capture(young)(FOLDER));
    await writeFiles(bench.fs, FOLDER, { 'deck.bin': edited });
    await capture(young)(FOLDER);
    let bytesRead = 0;
    const counting: typeof bench.fs = {
      ...bench.fs,
      openSync: (path, mode) => {
        const file = bench.fs.openSync(path, mode);
        return {
          ...file,
          read: async (into, position) => {
            const count = await file.read(into, position);
            bytesRead += count;
            return count;
          },
        };
      },
    };
    expect(await restore({ ...young, fs: counting })(tree, FOLDER)).toMatchObject({ value: { written: ['deck.bin'] } });
    expect(bytesRead).toBeGreaterThan(0);
    expect(bytesRead).toBeLessThan(300_000);
    expect(await filesIn(bench.fs, FOLDER)).toEqual({ 'deck.bin': wanted });
  });

  test('a file gives way to a folder and a folder to a file', async () => {
    const bench = await begin({ a: text('file'), 'b/c/d': text('deep') });
    const tree = await treeOf(await bench.capture());
    await bench.fs.unlink(`${FOLDER}/a`);
    await bench.fs.unlink(`${FOLDER}/b/c/d`);
    await bench.fs.rmdir(`${FOLDER}/b/c`);
    await bench.fs.rmdir(`${FOLDER}/b`);
    await writeFiles(bench.fs, FOLDER, { 'a/x/y': text('1'), b: text('2') });
    await bench.fs.mkdir(`${FOLDER}/a/empty`);
    expect(await bench.restore(tree, FOLDER)).toMatchObject({ ok: true });
    expect(await filesIn(bench.fs, FOLDER)).toEqual({ a: text('file'), 'b/c/d': text('deep') });
  });

  test('any state can be restored over any other', async () => {
    const random = createSeeded(11);
    const names = ['a', 'b', 'a/c', 'b/c', 'b/d/e', 'f'];
    const bench = await begin({});
    const states: { tree: `sha256:${string}`; files: Record<string, Uint8Array> }[] = [];
    for (let round = 0; round < 60; round++) {
      const files: Record<string, Uint8Array> = {};
      for (const name of names) {
        const clash = Object.keys(files).some((other) => name.startsWith(`${other}/`) || other.startsWith(`${name}/`));
        if (!clash && random.below(2) === 0) files[name] = text(`${random.below(3)}`);
      }
      const other = await begin(files);
      const tree = await treeOf(await capture({ ...bench.deps, fs: other.fs, cache: createMemoryStatCache() })(FOLDER));
      states.push({ tree, files });
    }
    for (const { tree, files } of states) {
      expect(await bench.restore(tree, FOLDER)).toMatchObject({ ok: true });
      expect(await filesIn(bench.fs, FOLDER)).toEqual(files);
    }
  });

  test('an unknown tree and missing content are refused before anything is touched', async () => {
    const bench = await begin({ 'a.txt': text('mine') });
    const unknown = `sha256:${'0'.repeat(64)}` as const;
    expect(await bench.restore(unknown, FOLDER)).toEqual({ ok: false, error: { code: 'NO_SUCH_TREE', tree: unknown } });
    const holed = await bench.deps.content.trees.put({
      v: 1,
      entries: { 'b.txt': { blob: unknown, size: 1, kind: 'file' } },
    });
    expect(holed.ok && (await bench.restore(holed.value, FOLDER))).toEqual({
      ok: false,
      error: { code: 'CONTENT_MISSING', paths: ['b.txt'] },
    });
    expect(await filesIn(bench.fs, FOLDER)).toEqual({ 'a.txt': text('mine') });
  });
});
