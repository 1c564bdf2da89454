import type { StreamId } from '../core/event.ts';
import type { BlobId } from '../ports/blobs.ts';
import type { CommitGate, LivePins, PinWatch, StreamPins } from '../ports/collection.ts';
import type { EventLog, ReadRefused } from '../ports/event-log.ts';

const AT_ONCE = 1_000;

/** A stream that cannot be read may pin anything, so nothing can be collected while there is one. */
export class PinsUnreadable extends Error {
  readonly stream: StreamId;
  /** The system refuses a file of it: this may pass by itself. */
  readonly refused: boolean;
  constructor(stream: StreamId, { code, ...more }: ReadRefused) {
    const health = 'health' in more ? more.health : undefined;
    super(`${stream} cannot be read (${health?.reason ?? code}), so nothing can be collected. Repair it first.`);
    this.refused = health?.kind === 'unreadable';
    this.name = 'PinsUnreadable';
    this.stream = stream;
  }
}

type LogOfPins = {
  readonly log: Pick<EventLog, 'commits' | 'carried'>;
  /** Every stream there is, of whatever kind: a kind that was forgotten here would lose its content. */
  readonly streams: () => Promise<readonly StreamId[]>;
  /** Between two streams: whoever waits for the process gets its turn. */
  readonly yieldTurn?: () => Promise<void>;
};

/** The fold of every stream's pins and unpins. */
export const pinsOfLog = ({ log, streams, yieldTurn }: LogOfPins): LivePins => ({
  livePins: async function* () {
    for (const stream of await streams()) {
      yield { stream, ids: await pinsOfStream(log, stream) };
      await yieldTurn?.();
    }
  },
  carried: async (stream, ids) => {
    const carried = await log.carried(stream, ids);
    if (!carried.ok) throw new PinsUnreadable(stream, carried.error);
    return carried.value;
  },
});

const pinsOfStream = async (log: Pick<EventLog, 'commits'>, stream: StreamId): Promise<ReadonlySet<BlobId>> => {
  const pinned = new Set<BlobId>();
  for (let from = 0; ; ) {
    const read = await log.commits(stream, { from, limit: AT_ONCE });
    if (!read.ok) throw new PinsUnreadable(stream, read.error);
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
  const watches = new Set<StreamPins[]>();

  return {
    commit: async (job, pins) => {
      while (quiet !== undefined) await quiet;
      if (pins) for (const watch of watches) watch.push(pins);
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
    watch: (): PinWatch => {
      const pins: StreamPins[] = [];
      watches.add(pins);
      return { take: () => pins.splice(0), stop: () => void watches.delete(pins) };
    },
  };
};
