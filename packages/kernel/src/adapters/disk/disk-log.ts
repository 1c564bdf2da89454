import { join } from 'node:path';
import type { StreamId } from '../../core/event.ts';
import type { ChainEnd } from '../../core/log/chain-end.ts';
import { type CheckedAppend, checkAppend } from '../../core/log/checked-append.ts';
import { type SegmentLimits, segmentLimits } from '../../core/log/plan-batch.ts';
import { emptyTail } from '../../core/log/tail.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { isStreamKind, parseStreamId } from '../../core/stream-name.ts';
import { writeRefused } from '../../core/system-error.ts';
import type { AppendOptions, AppendRefused, EventLog } from '../../ports/event-log.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { HeadDoubt, Heads, UnsignedHead } from '../../ports/heads.ts';
import type { LogAudit } from '../../ports/log-audit.ts';
import type { Snapshots } from '../../ports/snapshots.ts';
import type { Doorbell, StreamLocks } from '../../ports/stream-locks.ts';
import type { Timers } from '../../ports/timers.ts';
import { checkImport } from '../checked-import.ts';
import { createFollowers, type StreamEnd } from '../followers.ts';
import { createHeadDoubt, createUnsignedCommits } from '../head-doubt.ts';
import { createFileDoorbell } from '../node/file-doorbell.ts';
import { createNodeFileSystem } from '../node/node-file-system.ts';
import { sha256 } from '../node/sha256.ts';
import { createSqliteLocks } from '../node/sqlite-locks.ts';
import { systemWorld } from '../node/system-clock.ts';
import { systemTimers } from '../node/system-timers.ts';
import { createSignUnsigned } from '../sign-unsigned.ts';
import { createStamp, type World } from '../stamp.ts';
import { commitAt } from './commit-list.ts';
import { Corruption } from './corruption.ts';
import { createDiskAudit } from './disk-audit.ts';
import { createDiskHeads } from './disk-heads.ts';
import { createDiskSnapshots } from './disk-snapshots.ts';
import { createHeadKeeper } from './head-keeper.ts';
import { removeLeftBehind, writeImported } from './import-stream.ts';
import { ALONE } from './layout.ts';
import { createOpenStreams } from './open-streams.ts';
import { createStreamReads } from './stream-reads.ts';
import { createStreamUpkeep, type StreamUpkeep } from './stream-upkeep.ts';
import { createStreamWriter, type StreamWriter } from './stream-writer.ts';

export type DiskLogOptions = {
  /** The data folder; it must exist. */
  readonly data: string;
  readonly world?: World;
  readonly fs?: FileSystem;
  readonly locks?: StreamLocks;
  readonly doorbell?: Doorbell;
  readonly limits?: SegmentLimits;
  readonly timers?: Timers;
  /** Signed heads; kept in the data folder unless said otherwise. */
  readonly heads?: Heads;
};

export type DiskLog = EventLog &
  StreamUpkeep & {
    readonly snapshots: Snapshots;
    readonly audit: LogAudit;
    readonly heads: Heads;
    /** Why a stream is not the one its signed head attests; undefined when it is, or when nothing was signed. */
    readonly headDoubt: (stream: StreamId) => Promise<HeadDoubt | undefined>;
    /** How many of the newest commits no signed head attests: made just now, or by a process that was killed. */
    readonly unsignedCommits: (stream: StreamId) => Promise<number>;
    /** Signs ends that a killed process left unsigned; answers how many. */
    readonly signUnsigned: (signal?: AbortSignal) => Promise<number>;
    /** What could not be signed yet, though its commits stand. */
    readonly unsignedHeads: () => readonly UnsignedHead[];
  };

/** So long after two commits overlapped, more of them are to be expected: nobody stops the process for the disk. */
const BUSY_MS = 20;
/** A disk that takes so long holds up everybody, readers too: for many times as long, nobody stops the process for it. */
const SLOW_SYNC_MS = 2;
const CALM_TIMES = 50;
/** A clock that was set forward meanwhile must not keep it so for hours. */
const MOST_CALM_MS = 10_000;

export const createDiskLog = (options: DiskLogOptions): DiskLog => {
  const { data, world = systemWorld, limits = segmentLimits, timers = systemTimers } = options;
  const fs = options.fs ?? createNodeFileSystem();
  const locks = options.locks ?? createSqliteLocks();
  const doorbell = options.doorbell ?? createFileDoorbell(join(data, 'doorbell'));
  const heads = options.heads ?? createDiskHeads(fs, data, world.entropy);
  const stamp = createStamp(world);
  const streams = createOpenStreams(fs, data);
  const reads = createStreamReads(fs, timers, streams);
  const durableKinds = new Set<string>();
  let appending = 0;
  let overlappedAt = Number.NEGATIVE_INFINITY;
  let calmUntil = Number.NEGATIVE_INFINITY;
  let open = true;
  let stopListening: (() => void) | undefined;

  const mustBeOpen = (): void => {
    if (!open) throw new Error('the log is closed');
  };

  const chainOf = async (name: StreamId): Promise<ChainEnd> => {
    const { view } = streams.of(name);
    return { end: view.look().tail, prevOf: async (commit) => commitAt(view, commit)?.prev };
  };
  /** Nothing is signed that is known to be damaged. */
  const soundChainOf = async (name: StreamId): Promise<ChainEnd> => {
    const trouble = streams.of(name).view.look().trouble ?? reads.stillDamaged(name);
    if (trouble) throw new Corruption(trouble);
    return chainOf(name);
  };
  const audit = createDiskAudit(fs, data);
  const keeper = createHeadKeeper(heads, timers, chainOf);

  const writerOf = (name: StreamId): StreamWriter => {
    const stream = streams.of(name);
    stream.writer ??= createStreamWriter({
      fs,
      data,
      folder: stream.folder,
      stream: name,
      view: stream.view,
      locks,
      limits,
      timers,
      durableKinds,
      lone: (taken) => {
        const now = world.clock.now();
        if (appending !== taken) overlappedAt = now;
        return now >= calmUntil && now - overlappedAt > BUSY_MS;
      },
      syncBegun: () => {
        const began = world.clock.now();
        return () => {
          const now = world.clock.now();
          if (now - began >= SLOW_SYNC_MS) calmUntil = now + Math.min(CALM_TIMES * (now - began), MOST_CALM_MS);
        };
      },
      signedCommits: async () => {
        const signed = await heads.of(name);
        return typeof signed === 'object' ? signed.commits : 0;
      },
      onAnswer: () => {
        appending -= 1;
      },
      onCommit: (tail, before) => {
        stream.wrote = true;
        keeper.note(name, before, tail);
        moved(name);
      },
    });
    return stream.writer;
  };

  /** Told to whoever follows it, here and in other processes. */
  const moved = (name: StreamId): void => {
    doorbell.ring();
    followers.wake(name);
  };

  const check = (
    name: StreamId,
    events: Parameters<EventLog['append']>[1],
    options: AppendOptions,
  ): Result<CheckedAppend, AppendRefused> => {
    mustBeOpen();
    if (!streams.isLatest(name)) {
      const parsed = parseStreamId(name);
      if (!parsed.ok) return parsed;
    }
    const checked = checkAppend(events, options, stamp);
    if (!checked.ok || !reads.isMarked(name)) return checked;
    const health = reads.stillDamaged(name);
    return health ? err({ code: 'UNHEALTHY', reason: health.reason, health }) : checked;
  };

  /** Hands out the writer's own promise: another around it is paid for by each of many waiting appends. */
  const append: EventLog['append'] = (name, events, options) => {
    try {
      const checked = check(name, events, options);
      if (!checked.ok) return Promise.resolve(checked);
      appending += 1;
      return writerOf(name).append(checked.value, options);
    } catch (cause) {
      return Promise.reject(cause);
    }
  };

  let ownImports = 0;
  const importStream: EventLog['importStream'] = async (name, commits) => {
    mustBeOpen();
    const planned = checkImport(name, commits, stamp, limits);
    if (!planned.ok) return planned;
    const { segments, tail } = planned.value;
    const before = emptyTail(name, sha256);
    const stream = streams.of(name);
    try {
      removeLeftBehind(fs, data, BigInt(world.clock.now()) * 1_000_000n);
      ownImports += 1;
      const own = `${Buffer.from(world.entropy.bytes(6)).toString('hex')}-${ownImports}`;
      if (!writeImported(fs, data, stream.folder, segments, own)) return err({ code: 'STREAM_EXISTS' });
    } catch (cause) {
      return err(writeRefused(cause, fs.statSync(stream.folder) !== undefined));
    }
    stream.wrote = true;
    keeper.note(name, before, tail);
    moved(name);
    return ok({ next: tail.next });
  };

  const followers = createFollowers({
    read: reads.read,
    ends: async (names) => new Map(names.map((name) => [name, endOf(name)])),
  });
  const endOf = (name: StreamId): StreamEnd => {
    try {
      const { tail, trouble } = streams.of(name).view.look();
      return trouble ? undefined : { next: tail.next, head: tail.head };
    } catch {
      return undefined; // whoever follows it meets the reason
    }
  };

  const upkeep = createStreamUpkeep({
    fs,
    data,
    world,
    heads,
    keeper,
    streams,
    writerOf,
    mustBeOpen,
    onRepaired: reads.unmark,
    onRemoved: (name) => {
      reads.unmark(name);
      moved(name);
    },
  });

  return {
    append,
    importStream,
    read: reads.read,
    commits: reads.commits,
    content: reads.content,
    carried: reads.carried,
    health: reads.health,
    follow: (name, from, signal) => {
      stopListening ??= doorbell.listen(followers.look);
      return followers.follow(name, from, signal);
    },
    followPages: (name, from, signal) => {
      stopListening ??= doorbell.listen(followers.look);
      return followers.followPages(name, from, signal);
    },
    list: async (kind) => {
      const folder = join(data, 'streams', kind);
      if (!isStreamKind(kind) || !(await fs.stat(folder))) return [];
      return (await fs.readdir(folder))
        .map((name) => (name === ALONE ? kind : `${kind}/${name}`))
        .filter((name) => parseStreamId(name).ok)
        .sort();
    },
    close: async () => {
      open = false;
      stopListening?.();
      await streams.close();
      await keeper.close();
      locks.close();
      doorbell.close();
    },
    audit,
    heads,
    headDoubt: createHeadDoubt(heads, chainOf),
    unsignedCommits: createUnsignedCommits(heads, chainOf),
    signUnsigned: createSignUnsigned(heads, audit, soundChainOf),
    unsignedHeads: keeper.unsigned,
    snapshots: createDiskSnapshots(fs, (name) => (parseStreamId(name).ok ? streams.of(name) : undefined)),
    ...upkeep,
  };
};
