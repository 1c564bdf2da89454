import type { LogEvent, StreamId } from '../../core/event.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { CollectableObjects, CommitGate } from '../../ports/collection.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { Drivers } from '../../ports/drivers.ts';
import type { EventLog, Health } from '../../ports/event-log.ts';
import type { HeadDoubt, Heads, UnsignedHead } from '../../ports/heads.ts';
import type { LogAudit } from '../../ports/log-audit.ts';
import type { SharedRecords } from '../../ports/shared-records.ts';
import type { Snapshots } from '../../ports/snapshots.ts';
import type { StreamLengths } from '../../ports/stream-lengths.ts';
import type { RemoveStream } from '../../ports/stream-removal.ts';
import type { Whispers } from '../../ports/whispers.ts';
import type { Compacted } from '../disk/compact-stream.ts';
import type { Repaired } from '../disk/repair.ts';

/** All that an installation keeps, wherever it keeps it. Opened once per process; nobody else opens any of it. */
export type Storage = {
  readonly place: 'disk' | 'database' | 'memory';
  readonly log: EventLog;
  readonly snapshots: Snapshots;
  readonly audit: LogAudit;
  readonly heads: Heads;
  /** Why a stream is not the one its signed head attests; undefined when it is, or when nothing was signed. */
  readonly headDoubt: (stream: StreamId) => Promise<HeadDoubt | undefined>;
  /** How many of the newest commits no signed head attests: made just now, or by a process that was killed. */
  readonly unsignedCommits: (stream: StreamId) => Promise<number>;
  /** Signs ends that a killed process left unsigned; answers how many. */
  readonly signUnsigned: (signal?: AbortSignal) => Promise<number>;
  /** What this process could not sign yet, though its commits stand. Still told after `close`. */
  readonly unsignedHeads: () => readonly UnsignedHead[];
  /** Opened when first used: many a call needs no content. */
  readonly objects: () => Promise<CollectableObjects>;
  readonly content: () => Promise<ContentStore>;
  /** The same, for whoever puts and gets small things. */
  readonly blobs: Pick<Blobs, 'put' | 'get'>;
  /** What processes of different data folders must agree on; none where they share one folder. */
  readonly records?: SharedRecords;
  /** Who drives a run; asked for once in a process. */
  readonly drivers: () => Drivers;
  /** Words to the other processes, where there may be some with a data folder of their own. */
  readonly whispers?: Whispers;
  /** How many events streams of a kind have, where one look can tell. */
  readonly lengths?: StreamLengths;
  /** Told of commits, by whichever process; a word may be lost. Returns what stops the listening. */
  readonly listen: (onCommit: () => void) => () => void;
  /** The validated prefix of a stream that may be unhealthy. */
  readonly salvage: (stream: StreamId) => Promise<{ readonly events: readonly LogEvent[]; readonly health: Health }>;
  /** Where streams can be cut on an operator's word; a database is brought back from its own backup instead. */
  readonly repair?: (stream: StreamId) => Promise<Repaired>;
  readonly remove: RemoveStream;
  /** Makes a stream that rests smaller where it lies in files of its own, and changes nothing that it says. */
  readonly compact?: (stream: StreamId) => Promise<Compacted>;
  /** Signs a whole stream as it stands, on an operator's word. */
  readonly acceptEnd?: (stream: StreamId) => Promise<Repaired>;
  /** Where content lies in a bucket. */
  readonly bucket?: {
    /** How far the bucket's clock is ahead of ours, in ms. Throws `StoreAway`. */
    readonly clockAhead: () => Promise<number>;
  };
  /** What the log takes, where that cannot be seen in the data folder. */
  readonly logBytes?: () => Promise<number>;
  readonly close: () => Promise<void>;
};

/** Appends pass the gate, so that nothing is swept while one is under way. */
export const withCommitGate = (storage: Storage, gate: CommitGate): Storage => ({
  ...storage,
  log: {
    ...storage.log,
    append: (stream, events, options) =>
      gate.commit(() => storage.log.append(stream, events, options), { stream, ids: options.pins ?? [] }),
    importStream: (stream, commits) =>
      gate.commit(() => storage.log.importStream(stream, commits), {
        stream,
        ids: commits.flatMap(({ pins }) => pins ?? []),
      }),
  },
});

/** Made by the first who asks, for everybody. One that could not be made is tried again by the next. */
export const lazily = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined;
  return {
    open: (): Promise<T> => {
      made ??= make().catch((cause) => {
        made = undefined;
        throw cause;
      });
      return made;
    },
    opened: async (): Promise<T | undefined> => made,
  };
};

export const contentOf = (
  objects: () => Promise<CollectableObjects>,
  make: (from: CollectableObjects) => ContentStore,
) => {
  const content = lazily(async () => make(await objects()));
  const blobs: Storage['blobs'] = {
    put: async (bytes) => (await content.open()).blobs.put(bytes),
    get: async (id) => (await content.open()).blobs.get(id),
  };
  return { content: content.open, blobs };
};
