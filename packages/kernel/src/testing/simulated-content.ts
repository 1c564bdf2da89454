import { createContentStore } from '../adapters/blobs/content-store.ts';
import { createDiskObjects } from '../adapters/blobs/disk-objects.ts';
import { blobIdOf } from '../adapters/node/sha256.ts';
import type { BlobId } from '../ports/blobs.ts';
import type { LivePins } from '../ports/collection.ts';
import type { FileSystem } from '../ports/file-system.ts';
import { BETWEEN_MARKS_MS, collect } from '../usecases/collect.ts';
import { createCommitGate } from '../usecases/collect-pins.ts';
import { createSeeded } from './seeded.ts';
import { createSimulatedDisk } from './simulated-disk.ts';

export const CONTENT_FOLDER = '/data/content';
export const PACK_FOLDER = `${CONTENT_FOLDER}/packs`;

/** Content on a simulated disk, opened as often as a test likes, and collected as if an hour had passed each time. */
export const beginContent = ({ packBytes = 1024 * 1024 } = {}) => {
  const disk = createSimulatedDisk();
  const fs = disk.mount();
  const entropy = createSeeded(9);
  const open = async () => {
    const objects = await createDiskObjects({ fs, folder: CONTENT_FOLDER, entropy, packBytes });
    return { objects, content: createContentStore(objects) };
  };
  const pinned = new Set<BlobId>();
  const pins: LivePins = {
    livePins: async function* () {
      yield { stream: 'bench/a', ids: [...pinned] };
    },
    carried: async () => new Set(),
  };
  const clock = { at: 1_000, now: () => clock.at };
  const collecting = (objects: Awaited<ReturnType<typeof open>>['objects']) => {
    const step = collect({ objects, pins, clock, gate: createCommitGate(), idOf: blobIdOf });
    return async () => {
      clock.at += BETWEEN_MARKS_MS;
      return step();
    };
  };
  return { disk, fs, open, pinned, clock, collecting };
};

export const packPaths = (fs: FileSystem) =>
  fs
    .readdirSync(PACK_FOLDER)
    .filter((name) => name.endsWith('.pack'))
    .map((name) => `${PACK_FOLDER}/${name}`);
