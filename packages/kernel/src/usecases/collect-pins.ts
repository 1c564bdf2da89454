import type { StreamId } from '../core/event.ts';
import type { BlobId } from '../ports/blobs.ts';
import type { CommitGate, LivePins } from '../ports/collection.ts';
import type { EventLog } from '../ports/event-log.ts';

const AT_ONCE = 1_000;

/** The pins of every stream of the given kinds. A stream that cannot be read keeps nothing alive, so it is a fault. */
export const pinsOfLog = (log: EventLog, kinds: readonly string[]): LivePins => ({
  livePins: async function* () {
    for (const kind of kinds) for (const stream of await log.list(kind)) yield* await pinsOfStream(log, stream);
  },
});

const pinsOfStream = async (log: EventLog, stream: StreamId): Promise<ReadonlySet<BlobId>> => {
  const pinned = new Set<BlobId>();
  for (let from = 0; ; ) {
    const read = await log.commits(stream, { from, limit: AT_ONCE });
    if (!read.ok)
      throw new Error(`${stream} cannot be read (${read.error.code}), so nothing can be collected. Repair it first.`);
    for (const { pins, unpins } of read.value.commits) {
      for (const id of unpins) pinned.delete(id);
      for (const id of pins) pinned.add(id);
    }
    from += read.value.commits.length;
    if (read.value.commits.length < AT_ONCE) return pinned;
  }
};

/** For the commits and sweeps of one process. */
export const createCommitGate = (): CommitGate => {
  let commits = 0;
  let quiet: Promise<unknown> | undefined;
  let allDone: (() => void) | undefined;

  return {
    commit: async (job) => {
      while (quiet !== undefined) await quiet;
      commits += 1;
      try {
        return await job();
      } finally {
        commits -= 1;
        if (commits === 0) allDone?.();
      }
    },
    quiet: async (job) => {
      while (quiet !== undefined) await quiet;
      let over = (): void => undefined;
      quiet = new Promise<void>((resolve) => {
        over = resolve;
      });
      try {
        if (commits > 0) {
          await new Promise<void>((resolve) => {
            allDone = resolve;
          });
        }
        return await job();
      } finally {
        allDone = undefined;
        quiet = undefined;
        over();
      }
    },
  };
};
