import { ContentCorrupt } from '../adapters/blobs/content-corrupt.ts';
import { createContentStore } from '../adapters/blobs/content-store.ts';
import { createDiskObjects } from '../adapters/blobs/disk-objects.ts';
import type { DiskLog } from '../adapters/disk/disk-log.ts';
import { blobIdOf } from '../adapters/node/sha256.ts';
import type { BlobId } from '../ports/blobs.ts';
import type { ContentStore } from '../ports/content-store.ts';
import { collect } from '../usecases/collect.ts';
import { createCommitGate, PinsUnreadable, pinsOfLog } from '../usecases/collect-pins.ts';
import { STREAM } from './fault-script.ts';
import type { Scheduler } from './scheduler.ts';
import type { Seeded } from './seeded.ts';
import type { SimulatedMachine } from './simulated-log.ts';

/** What no fault excuses. */
export class WrongAnswer extends Error {}

export type SimulatedProcess = {
  readonly log: DiskLog;
  readonly content: () => Promise<ContentStore>;
  /** As the server appends: through the gate that keeps sweeps away. */
  readonly append: DiskLog['append'];
  readonly collect: () => Promise<void>;
  /** Everything that the log pins now is there and is what its id says. */
  readonly expectPinned: () => Promise<void>;
};

/** A process that has the log and the content of one data folder open, as a server has. */
export const openProcess = (machine: SimulatedMachine, scheduler: Scheduler, seeded: Seeded): SimulatedProcess => {
  const log = machine.open();
  const fs = machine.fsOf(log);
  const gate = createCommitGate();
  const pins = pinsOfLog({ log, streams: async () => [STREAM] });
  let opened: ReturnType<typeof open> | undefined;

  const open = async () => {
    const objects = await createDiskObjects({ fs, folder: '/data/objects', entropy: seeded });
    return { objects, content: createContentStore(objects) };
  };
  const both = () => {
    opened ??= open();
    return opened;
  };

  return {
    log,
    content: async () => (await both()).content,
    append: (stream, events, options) =>
      gate.commit(() => log.append(stream, events, options), { stream, ids: options.pins ?? [] }),
    collect: async () => {
      const { objects } = await both();
      const done = await collect({
        objects,
        pins,
        gate,
        clock: scheduler,
        idOf: blobIdOf,
        yieldTurn: scheduler.turn,
      })();
      if (!done.ok) throw new WrongAnswer(`collection met ${JSON.stringify(done.error)}`);
    },
    expectPinned: async () => {
      const { content } = await both();
      const live: BlobId[] = [];
      for await (const { ids } of pins.livePins()) live.push(...ids);
      for (const id of live) {
        const found = await content.blobs.check(id);
        if (found !== 'sound') throw new WrongAnswer(`${id} is pinned, and it is ${found}`);
      }
    },
  };
};

/** A process may crash on what a disk does to it; it never meets damage that no disk fault explains. */
export const isExcused = (cause: unknown): boolean =>
  !(cause instanceof WrongAnswer || cause instanceof ContentCorrupt) &&
  !(cause instanceof PinsUnreadable && !cause.refused) &&
  !(cause instanceof Error && cause.message.includes('is damaged'));
