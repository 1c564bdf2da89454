import { expect } from 'vitest';
import { createContentStore } from '../adapters/blobs/content-store.ts';
import { blobIdOf } from '../adapters/node/sha256.ts';
import type { BlobId } from '../ports/blobs.ts';
import type { CollectableObjects, LivePins } from '../ports/collection.ts';
import { BETWEEN_MARKS_MS, collect } from '../usecases/collect.ts';
import { createCommitGate } from '../usecases/collect-pins.ts';
import { noise } from './blobs-noise.ts';
import { createSeeded, type Seeded } from './seeded.ts';

export type SharedStore = {
  /** The store as one more process opens it. */
  readonly open: (random: Seeded) => Promise<CollectableObjects>;
  /** Ends all processes, for a store that can tell what is left then. */
  readonly cut?: (random: Seeded) => void;
};

/** Two processes put, commit, let go and sweep at once, on one store and one clock. Nothing live may ever be deleted. */
export const interleaveCollection = async (seed: number, store: SharedStore, rounds = 40): Promise<void> => {
  const random = createSeeded(seed);
  const contents = Array.from({ length: 6 }, (_, index) =>
    noise(index === 0 ? 280_000 : 50 + index, seed * 10 + index),
  );
  const pinned = new Set<BlobId>();
  const clock = { at: 0, now: () => clock.at };
  const pins: LivePins = {
    livePins: async function* () {
      yield { stream: 'bench/a', ids: [...pinned] };
    },
    carried: async () => new Set(),
  };
  const start = async () => {
    const objects = await store.open(random);
    const step = collect({ objects, pins, clock, gate: createCommitGate(), idOf: blobIdOf });
    return { content: createContentStore(objects), step, waiting: [] as { id: BlobId; at: number }[] };
  };
  let processes = [await start(), await start()];

  const act = async (process: (typeof processes)[number]): Promise<void> => {
    const choice = random.below(10);
    if (choice < 4) {
      const at = clock.at;
      const id = await process.content.blobs.put(random.pick(contents));
      process.waiting.push({ id, at });
    } else if (choice < 7) {
      const put = process.waiting.pop();
      // Later than that a caller has to put again: the promise is an hour.
      if (put && clock.at - put.at < BETWEEN_MARKS_MS) pinned.add(put.id);
    } else if (choice === 7) {
      for (const id of pinned) if (random.chance(0.3)) pinned.delete(id);
    } else {
      const collected = await process.step();
      expect(collected.ok, `seed ${seed}`).toBe(true);
    }
  };

  for (let round = 0; round < rounds; round++) {
    await Promise.all(processes.map(act));
    clock.at += random.below(BETWEEN_MARKS_MS / 2);
    if (store.cut && random.chance(0.05)) {
      store.cut(random);
      const held = processes.flatMap(({ waiting }) => waiting);
      processes = [await start(), await start()];
      processes[0]?.waiting.push(...held);
    }
    for (const { content } of processes) {
      for (const id of pinned) expect(await content.blobs.check(id), `seed ${seed}, round ${round}`).toBe('sound');
    }
  }
};
