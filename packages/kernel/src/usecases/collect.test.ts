import { describe, expect, test, vi } from 'vitest';
import { createContentStore } from '../adapters/blobs/content-store.ts';
import { createDiskObjects } from '../adapters/blobs/disk-objects.ts';
import { createMemoryObjects } from '../adapters/blobs/memory-objects.ts';
import { createMemoryLog } from '../adapters/memory/memory-log.ts';
import { blobIdOf } from '../adapters/node/sha256.ts';
import { encodeRecipe } from '../core/chunks/recipe.ts';
import { encodeTree } from '../core/trees/tree.ts';
import type { BlobId } from '../ports/blobs.ts';
import type { CollectableObjects, LivePins } from '../ports/collection.ts';
import type { FileSystem } from '../ports/file-system.ts';
import { meetEveryFault } from '../testing/blobs-faults.ts';
import { noise } from '../testing/blobs-noise.ts';
import { interleaveCollection } from '../testing/interleave-collection.ts';
import { createSeeded, createSeededWorld } from '../testing/seeded.ts';
import { createSimulatedDisk } from '../testing/simulated-disk.ts';
import { BETWEEN_MARKS_MS, collect } from './collect.ts';
import { createCommitGate, pinsOfLog } from './collect-pins.ts';

vi.setConfig({ testTimeout: 180_000 });

const entropy = createSeeded(3);
const onDisk = (fs: FileSystem) => createDiskObjects({ fs, folder: '/data/content', entropy });
const stores: [string, () => Promise<CollectableObjects>][] = [
  ['memory', async () => createMemoryObjects()],
  ['disk', () => onDisk(createSimulatedDisk().mount())],
];

const begin = (objects: CollectableObjects) => {
  const pinned = new Set<BlobId>();
  const clock = { at: 1_000, now: () => clock.at };
  const riding = new Set<BlobId>();
  const pins: LivePins = {
    livePins: async function* () {
      yield { stream: 'bench/a', ids: [...pinned] };
    },
    carried: async (_, ids) => new Set([...ids].filter((id) => riding.has(id))),
  };
  const step = collect({ objects, pins, clock, gate: createCommitGate(), idOf: blobIdOf });
  const anHourLater = () => {
    clock.at += BETWEEN_MARKS_MS;
    return step();
  };
  return { content: createContentStore(objects), pinned, riding, clock, step, anHourLater };
};

describe.each(stores)('collection (%s)', (_, create) => {
  test('what no commit pins goes after two marks an hour apart, and not before', async () => {
    const { content, pinned, step, clock, anHourLater } = begin(await create());
    const [live, dead] = await Promise.all([content.blobs.put(noise(900, 1)), content.blobs.put(noise(900_000, 2))]);
    pinned.add(live);
    expect(await step()).toMatchObject({ ok: true, value: { kind: 'marked' } });
    clock.at += BETWEEN_MARKS_MS - 1;
    expect(await step()).toEqual({ ok: true, value: { kind: 'waiting', afterMs: 1 } });
    expect(await content.blobs.check(dead)).toBe('sound');
    clock.at += 1;
    expect(await step()).toMatchObject({ ok: true, value: { kind: 'swept', condemned: 0 } });
    expect(await content.blobs.check(dead)).toBe('missing');
    expect(await content.blobs.check(live)).toBe('sound');
    expect((await content.usage()).objects).toBe(1);
    expect(await anHourLater()).toMatchObject({ value: { swept: { objects: 0, bytes: 0 } } });
  });

  test('a pinned tree keeps its blobs and their chunks', async () => {
    const { content, pinned, step, anHourLater } = begin(await create());
    const blob = await content.blobs.put(noise(700_000, 3));
    const tree = await content.trees.put({ v: 1, entries: { 'a.bin': { blob, size: 700_000, kind: 'file' } } });
    if (!tree.ok) throw new Error(tree.error.code);
    pinned.add(tree.value);
    await step();
    await anHourLater();
    expect(await content.blobs.check(blob)).toBe('sound');
    pinned.delete(tree.value);
    await anHourLater();
    await anHourLater();
    expect((await content.usage()).objects).toBe(0);
  });

  test('a put after the first mark refreshes what was condemned', async () => {
    const { content, step, anHourLater } = begin(await create());
    const bytes = noise(600_000, 4);
    const id = await content.blobs.put(bytes);
    await step();
    await content.blobs.put(bytes);
    await anHourLater();
    expect(await content.blobs.check(id)).toBe('sound');
    await anHourLater();
    expect(await content.blobs.check(id)).toBe('missing');
  });

  test('a commit between the marks saves what the first one condemned', async () => {
    const { content, pinned, step, anHourLater } = begin(await create());
    const id = await content.blobs.put(noise(600_000, 5));
    await step();
    pinned.add(id);
    await anHourLater();
    expect(await content.blobs.check(id)).toBe('sound');
  });

  test('a pin of content that rides in its commit is no damage', async () => {
    const { pinned, riding, step } = begin(await create());
    const id = blobIdOf(noise(10, 6));
    pinned.add(id);
    riding.add(id);
    expect(await step()).toMatchObject({ ok: true });
  });

  test.each([
    ['a pin that is neither stored nor in its commit', 'pin'],
    ['a tree whose blob is gone', 'blob'],
    ['a tree whose blob only rides in a commit', 'riding'],
    ['a recipe whose chunk is gone', 'chunk'],
    ['a tree that is not what its id says', 'tree'],
  ] as const)('nothing is deleted while something live is in doubt: %s', async (_, kind) => {
    const objects = await create();
    const { content, pinned, riding, step, anHourLater } = begin(objects);
    const dead = await content.blobs.put(noise(10, 1));
    await step();
    const gone = blobIdOf(noise(20, 2));
    const add = (id: BlobId, role: 'recipe' | 'tree', bytes: Uint8Array) =>
      objects.write((batch) => batch.add([{ id, role, size: 20, bytes }]));
    const tree = encodeTree({ v: 1, entries: { a: { blob: gone, size: 20, kind: 'file' } } });
    if (!tree.ok) throw new Error(tree.error.code);
    const whole = blobIdOf(noise(20, 3));
    if (kind === 'pin') pinned.add(gone);
    if (kind === 'riding') for (const set of [pinned, riding]) set.add(gone);
    if (kind === 'blob' || kind === 'riding') await add(blobIdOf(tree.value), 'tree', tree.value);
    if (kind === 'blob' || kind === 'riding') pinned.add(blobIdOf(tree.value));
    if (kind === 'chunk') await add(whole, 'recipe', encodeRecipe({ size: 20, chunks: [{ id: gone, length: 20 }] }));
    if (kind === 'chunk') pinned.add(whole);
    if (kind === 'tree') await add(gone, 'tree', noise(2, 3));
    if (kind === 'tree') pinned.add(gone);
    expect(await anHourLater()).toEqual({
      ok: false,
      error: { code: 'LIVE_CONTENT_UNREADABLE', ids: [gone], parts: [] },
    });
    expect(await content.blobs.has(dead)).toBe(true);
  });
});

test('pins are the fold of every stream: what one lets go another may hold', async () => {
  const log = createMemoryLog(createSeededWorld(1));
  const [a, b, c] = [1, 2, 3].map((seed) => blobIdOf(noise(8, seed))) as [BlobId, BlobId, BlobId];
  const append = (stream: string, key: string, pins: BlobId[], unpins: BlobId[]) =>
    log.append(stream, [{ kind: 'x', key, data: {} }], { expected: 'any', pins, unpins });
  await append('bench/one', '1', [a, b], []);
  await append('bench/two', '1', [a, c], []);
  await append('bench/one', '2', [], [a, b]);
  const found = new Set<BlobId>();
  for await (const { ids } of pinsOfLog({ log, streams: log.streams }).livePins()) for (const id of ids) found.add(id);
  expect(found).toEqual(new Set([a, c]));
});

test('what one commit both lets go and pins stays pinned', async () => {
  const log = createMemoryLog(createSeededWorld(1));
  const id = blobIdOf(noise(8, 1));
  for (const expected of [0, 1])
    await log.append('bench/one', [{ kind: 'x', key: null, data: {} }], { expected, pins: [id], unpins: [id] });
  const found: BlobId[] = [];
  for await (const { ids } of pinsOfLog({ log, streams: log.streams }).livePins()) found.push(...ids);
  expect(found).toEqual([id]);
});

test('of two processes that sweep at once, the later one does not sweep by the mark that the other has just made', async () => {
  const disk = createSimulatedDisk();
  const clock = { at: 1_000, now: () => clock.at };
  const collector = async (meanwhile: () => Promise<unknown>) => {
    const objects = await onDisk(disk.mount());
    const pins: LivePins = {
      livePins: async function* () {
        await meanwhile();
        yield* [];
      },
      carried: async () => new Set(),
    };
    return { objects, step: collect({ objects, pins, clock, gate: createCommitGate(), idOf: blobIdOf }) };
  };
  const one = await collector(async () => undefined);
  let fresh = blobIdOf(noise(1, 1));
  // It has seen a mark of an hour ago; by now that one is swept, and another made, with a put just before it.
  const other = await collector(async () => {
    fresh = await createContentStore(one.objects).blobs.put(noise(900, 2));
    expect(await one.step()).toMatchObject({ value: { kind: 'swept', condemned: 1 } });
  });
  await one.step();
  clock.at += BETWEEN_MARKS_MS;
  expect(await other.step()).toMatchObject({ value: { swept: { objects: 0 } } });
  expect(await createContentStore(one.objects).blobs.check(fresh)).toBe('sound');
});

test('what is committed while a sweep looks at the log is kept', async () => {
  const objects = createMemoryObjects();
  const content = createContentStore(objects);
  const gate = createCommitGate();
  const clock = { at: 1_000, now: () => clock.at };
  const id = await content.blobs.put(noise(900, 1));
  let during = async (): Promise<void> => undefined;
  const pins: LivePins = {
    livePins: async function* () {
      yield* [];
      await during();
    },
    carried: async () => new Set(),
  };
  const step = collect({ objects, pins, clock, gate, idOf: blobIdOf });
  await step();
  clock.at += BETWEEN_MARKS_MS;
  // A commit that pins without putting first, as a copy of a state does: only the gate tells the sweep of it.
  during = () => gate.commit(async () => undefined, { stream: 'bench/a', ids: [id] });
  expect(await step()).toMatchObject({ value: { kind: 'swept', swept: { objects: 0 } } });
  expect(await content.blobs.check(id)).toBe('sound');
});

test('a quiet job waits for running commits and holds back new ones', async () => {
  const gate = createCommitGate();
  const order: string[] = [];
  let finish = (): void => undefined;
  const first = gate.commit(() =>
    new Promise<void>((resolve) => (finish = resolve)).then(() => void order.push('commit')),
  );
  const quiet = gate.quiet(async () => void order.push('quiet'));
  const second = gate.commit(async () => void order.push('later commit'));
  finish();
  await Promise.all([first, quiet, second]);
  expect(order).toEqual(['commit', 'quiet', 'later commit']);
});

test('faults in a sweep: what is pinned stays sound, and the next sweep finishes', async () => {
  const kept = [noise(300_000, 1), noise(500, 2)];
  const points = await meetEveryFault({
    begin: async (fs) => {
      const bench = begin(await onDisk(fs));
      for (const bytes of kept) bench.pinned.add(await bench.content.blobs.put(bytes));
      const dead = await bench.content.together((batch) => batch.add(noise(600, 7)));
      await bench.content.together((batch) => Promise.all([batch.add(noise(900, 8)), batch.add(noise(500, 9))]));
      bench.pinned.add(blobIdOf(noise(500, 9)));
      await bench.step();
      return { ...bench, dead };
    },
    act: async ({ anHourLater }) => void (await anHourLater()),
    check: async ({ pinned, clock, dead }, faulted) => {
      const again = begin(await onDisk(faulted.fs));
      for (const id of pinned) {
        expect(await again.content.blobs.check(id), faulted.name).toBe('sound');
        again.pinned.add(id);
      }
      again.clock.at = clock.at;
      await again.step();
      await again.anHourLater();
      await again.anHourLater();
      expect(await again.content.blobs.has(dead), faulted.name).toBe(false);
      const later = begin(await onDisk(faulted.powerCut()));
      for (const id of pinned) expect(await later.content.blobs.check(id), faulted.name).toBe('sound');
    },
  });
  expect(points).toBeGreaterThan(200);
});

test('two processes interleaved, with a power cut now and then: nothing live is ever deleted', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const disk = createSimulatedDisk();
    await interleaveCollection(seed, {
      open: (random) => createDiskObjects({ fs: disk.mount(), folder: '/data/content', entropy: random }),
      cut: (random) => disk.powerCut(() => random.chance(0.5)),
    });
  }
});
