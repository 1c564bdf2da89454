import { join } from 'node:path';
import { createBoundedMap } from '../../core/bounded-map.ts';
import type { StreamId } from '../../core/event.ts';
import type { ChainEnd } from '../../core/log/chain-end.ts';
import { type CheckedAppend, checkAppend } from '../../core/log/checked-append.ts';
import { type SegmentLimits, segmentLimits } from '../../core/log/plan-batch.ts';
import { isRange } from '../../core/log/seq-range.ts';
import { emptyTail } from '../../core/log/tail.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { isStreamKind, parseStreamId } from '../../core/stream-name.ts';
import { writeRefused } from '../../core/system-error.ts';
import type { AppendOptions, AppendRefused, EventLog, ReadRefused, Trouble } from '../../ports/event-log.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { HeadDoubt, Heads, UnsignedHead } from '../../ports/heads.ts';
import type { LogAudit } from '../../ports/log-audit.ts';
import type { Snapshots } from '../../ports/snapshots.ts';
import type { Doorbell, StreamLocks } from '../../ports/stream-locks.ts';
import type { RemoveStream } from '../../ports/stream-removal.ts';
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
import { commitAt, readCommits } from './commit-list.ts';
import { type Compacted, compactStream } from './compact-stream.ts';
import { carriedContent, findContent } from './content-reader.ts';
import { Corruption } from './corruption.ts';
import { createDiskAudit } from './disk-audit.ts';
import { createDiskHeads } from './disk-heads.ts';
import { createDiskSnapshots } from './disk-snapshots.ts';
import { headAt } from './head-at.ts';
import { createHeadKeeper } from './head-keeper.ts';
import { removeLeftBehind, writeImported } from './import-stream.ts';
import { ALONE, streamFolder } from './layout.ts';
import { readRange, troubleIn } from './range-reader.ts';
import { removeStream } from './remove-stream.ts';
import { acceptStreamEnd, type Repaired, repairStream, type Salvaged, salvageStream } from './repair.ts';
import { createStreamHealth, type StreamHealth } from './stream-health.ts';
import { createStreamView, type StreamView } from './stream-view.ts';
import { createStreamWriter, type StreamWriter } from './stream-writer.ts';
import { unreadableTrouble } from './unreadable.ts';

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

export type DiskLog = EventLog & {
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
  /** The validated prefix of a stream that may be unhealthy: to be shown, never continued from. */
  readonly salvage: (stream: StreamId) => Promise<Salvaged>;
  readonly remove: RemoveStream;
  /** Makes a stream that rests smaller, and changes nothing that it says. */
  readonly compact: (stream: StreamId) => Promise<Compacted>;
  /** Only ever on an operator's word: copies the stream aside, then cuts it after its last complete commit. */
  readonly repair: (stream: StreamId) => Promise<Repaired>;
  /** Only ever on an operator's word: signs a whole stream as it stands, whatever its head attested. */
  readonly acceptEnd: (stream: StreamId) => Promise<Repaired>;
};

type Unhealthy = Extract<ReadRefused, { readonly code: 'UNHEALTHY' }>;

type Stream = {
  readonly folder: string;
  readonly view: StreamView;
  readonly health: StreamHealth;
  writer?: StreamWriter;
  wrote: boolean;
};

/** Streams kept open; beyond this the least lately used idle ones are let go. */
const MAX_OPEN = 256;
const CALM_MS = 25;
/** So long after two commits overlapped, more of them are to be expected: nobody stops the process for the disk. */
const BUSY_MS = 20;

export const createDiskLog = (options: DiskLogOptions): DiskLog => {
  const { data, world = systemWorld, limits = segmentLimits, timers = systemTimers } = options;
  const fs = options.fs ?? createNodeFileSystem();
  const locks = options.locks ?? createSqliteLocks();
  const doorbell = options.doorbell ?? createFileDoorbell(join(data, 'doorbell'));
  const heads = options.heads ?? createDiskHeads(fs, data, world.entropy);
  const stamp = createStamp(world);
  const streams = new Map<StreamId, Stream>();
  /** The last one in `streams`: appends that wait together ask for it one after the other. */
  let latest: { readonly name: StreamId; readonly stream: Stream } | undefined;
  const durableKinds = new Set<string>();
  const damaged = createBoundedMap<StreamId, Trouble>(MAX_OPEN);
  let appending = 0;
  let overlappedAt = Number.NEGATIVE_INFINITY;
  let open = true;
  let stopListening: (() => void) | undefined;

  const streamOf = (name: StreamId): Stream => {
    if (latest?.name === name) return latest.stream;
    let stream = streams.get(name);
    if (stream) streams.delete(name);
    else {
      const folder = streamFolder(data, name);
      const view = createStreamView(fs, folder, name);
      stream = { folder, view, health: createStreamHealth(fs, folder, view), wrote: false };
    }
    streams.set(name, stream);
    latest = { name, stream };
    if (streams.size > MAX_OPEN) letGo();
    return stream;
  };

  const letGo = (): void => {
    for (const [name, { writer }] of streams) {
      if (streams.size <= MAX_OPEN) return;
      if (name === latest?.name || (writer && !writer.isIdle())) continue;
      streams.delete(name);
      void writer?.close();
    }
  };

  const chainOf = async (name: StreamId): Promise<ChainEnd> => {
    const { view } = streamOf(name);
    return { end: view.look().tail, prevOf: async (commit) => commitAt(view, commit)?.prev };
  };
  /** Nothing is signed that is known to be damaged. */
  const soundChainOf = async (name: StreamId): Promise<ChainEnd> => {
    const trouble = streamOf(name).view.look().trouble ?? stillDamaged(name);
    if (trouble) throw new Corruption(trouble);
    return chainOf(name);
  };
  const audit = createDiskAudit(fs, data);
  const keeper = createHeadKeeper(heads, timers, chainOf);

  const writerOf = (name: StreamId): StreamWriter => {
    const stream = streamOf(name);
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
        return now - overlappedAt > BUSY_MS;
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
        doorbell.ring();
        followers.wake(name);
      },
    });
    return stream.writer;
  };

  /** Without a lock a reader can meet a write half-way: what looks wrong is looked at again before it is judged. */
  const calmly = async <T extends { readonly trouble?: Trouble }>(
    view: StreamView,
    read: () => Promise<T>,
  ): Promise<T> => {
    const first = await read();
    if (!first.trouble) return first;
    await timers.pause(CALM_MS);
    view.forget();
    return read();
  };

  /** What any read found damaged stays marked: nothing is appended to a stream that somebody was told is damaged. */
  const found = async <T extends { readonly trouble?: Trouble }>(
    name: StreamId,
    read: (stream: Stream) => Promise<T>,
  ): Promise<Result<T, Unhealthy>> => {
    const stream = streamOf(name);
    try {
      const answer = await calmly(stream.view, () => read(stream));
      return answer.trouble ? unhealthy(name, answer.trouble) : ok(answer);
    } catch (cause) {
      stream.view.forget();
      const trouble = unreadableTrouble(cause, stream.folder);
      if (!trouble) throw cause;
      return unhealthy(name, trouble);
    }
  };

  const unhealthy = (name: StreamId, health: Trouble): Result<never, Unhealthy> => {
    // What cannot be read now may be whole: the system says nothing about its bytes.
    if (health.kind !== 'unreadable') damaged.set(name, health);
    return err({ code: 'UNHEALTHY', health });
  };

  /** Whether the damage is still there: another process may have repaired the stream since. */
  const stillDamaged = (name: StreamId): Trouble | undefined => {
    const known = damaged.get(name);
    if (!known) return undefined;
    const { folder, view } = streamOf(name);
    const trouble = view.look().trouble ?? troubleIn(fs, folder, view, known.validNext);
    if (!trouble) damaged.delete(name);
    return trouble;
  };

  const check = (
    name: StreamId,
    events: Parameters<EventLog['append']>[1],
    options: AppendOptions,
  ): Result<CheckedAppend, AppendRefused> => {
    if (!open) throw new Error('the log is closed');
    if (name !== latest?.name) {
      const parsed = parseStreamId(name);
      if (!parsed.ok) return parsed;
    }
    const checked = checkAppend(events, options, stamp);
    if (!checked.ok || !damaged.peek(name)) return checked;
    const health = stillDamaged(name);
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
    if (!open) throw new Error('the log is closed');
    const planned = checkImport(name, commits, stamp, limits);
    if (!planned.ok) return planned;
    const { segments, tail } = planned.value;
    const before = emptyTail(name, sha256);
    const stream = streamOf(name);
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
    doorbell.ring();
    followers.wake(name);
    return ok({ next: tail.next });
  };

  const read: EventLog['read'] = async (name, { from = 0, limit = Number.POSITIVE_INFINITY, head } = {}) => {
    const parsed = parseStreamId(name);
    if (!parsed.ok) return parsed;
    if (!isRange(from, limit))
      return err({ code: 'INVALID', reason: 'bad_range', detail: `from ${from}, limit ${limit}` });
    const page = await found(name, async ({ folder, view }) => {
      const seen = view.look();
      const { tail, trouble } = seen;
      if (trouble) return { events: [], next: 0, head: undefined, trouble };
      if (head !== undefined && headAt(view, from, seen) !== head) return { events: [], next: 0, head: undefined };
      const to = Math.min(tail.next, from + limit);
      const next = Math.max(to, Math.min(from, tail.next));
      return { ...(await readRange(fs, folder, view, { from, to })), next, head: headAt(view, next, seen) };
    });
    if (!page.ok) return page;
    const { events, next, head: reached } = page.value;
    return ok({ events, next, head: reached });
  };

  const followers = createFollowers({
    read,
    ends: async (names) => new Map(names.map((name) => [name, endOf(name)])),
  });
  const endOf = (name: StreamId): StreamEnd => {
    try {
      const { tail, trouble } = streamOf(name).view.look();
      return trouble ? undefined : { next: tail.next, head: tail.head };
    } catch {
      return undefined; // whoever follows it meets the reason
    }
  };

  const repairing = async (name: StreamId, act: typeof repairStream): Promise<Repaired> => {
    if (!open) throw new Error('the log is closed');
    const parsed = parseStreamId(name);
    if (!parsed.ok) return parsed;
    const [folder, writer] = [streamFolder(data, name), writerOf(name)];
    const done = await act({ fs, data, folder, stream: name, writer, heads, now: world.clock.now });
    if (done.ok) damaged.delete(name);
    return done;
  };

  return {
    append,
    importStream,
    read,
    commits: async (name, range) => {
      const parsed = parseStreamId(name);
      if (!parsed.ok) return parsed;
      const page = await found(name, async ({ view }) => readCommits(view, range));
      return page.ok ? ok({ commits: page.value.commits, next: page.value.next }) : page;
    },
    content: async (name, id) => {
      if (!parseStreamId(name).ok) return undefined;
      const { folder, view } = streamOf(name);
      return findContent(fs, folder, view, id);
    },
    carried: async (name, ids) => {
      const parsed = parseStreamId(name);
      if (!parsed.ok) return parsed;
      const looked = await found(name, ({ folder, view }) => carriedContent(fs, folder, view, ids));
      return looked.ok ? ok(looked.value.carried) : looked;
    },
    health: async (name) => {
      if (!parseStreamId(name).ok) return { kind: 'healthy', next: 0 };
      const looked = await found(name, async ({ view, health }) => ({
        ...health.check(),
        next: view.look().tail.next,
      }));
      if (!looked.ok) return looked.error.health;
      return stillDamaged(name) ?? { kind: 'healthy', next: looked.value.next };
    },
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
      await Promise.all([...streams.values()].map(({ writer }) => writer?.close()));
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
    snapshots: createDiskSnapshots(fs, (name) => (parseStreamId(name).ok ? streamOf(name) : undefined)),
    salvage: async (name) => {
      // As for `health`: what cannot be a stream reads as an empty one.
      if (!parseStreamId(name).ok) return { events: [], health: { kind: 'healthy', next: 0 } };
      const folder = streamFolder(data, name);
      try {
        return salvageStream(fs, folder, name);
      } catch (cause) {
        const health = unreadableTrouble(cause, folder);
        if (!health) throw cause;
        return { events: [], health };
      }
    },
    compact: async (name) => {
      if (!open) throw new Error('the log is closed');
      const parsed = parseStreamId(name);
      if (!parsed.ok) return parsed;
      const { folder, view } = streamOf(name);
      try {
        // Nothing to make smaller, and nothing to make: taking the lock would give birth to its folder.
        if (!fs.statSync(folder)) return ok({ savedBytes: 0 });
        return await compactStream(fs, folder, view, writerOf(name));
      } catch (cause) {
        return err(writeRefused(cause, false));
      }
    },
    remove: async (name, expected) => {
      if (!open) throw new Error('the log is closed');
      const folder = streamFolder(data, name);
      if (!fs.statSync(folder)) return ok(undefined);
      try {
        const ownName = Buffer.from(world.entropy.bytes(12)).toString('hex');
        const { view } = streamOf(name);
        const forgetHead = async (): Promise<void> => {
          await keeper.forget(name);
          await heads.forget(name);
        };
        const writer = writerOf(name);
        const removed = await removeStream({ fs, data, folder, view, writer, forgetHead, ownName }, expected);
        if (!removed.ok) return removed;
      } catch (cause) {
        return err(writeRefused(cause, false));
      }
      streams.delete(name);
      if (latest?.name === name) latest = undefined;
      damaged.delete(name);
      doorbell.ring();
      followers.wake(name);
      return ok(undefined);
    },
    repair: (name) => repairing(name, repairStream),
    acceptEnd: (name) => repairing(name, acceptStreamEnd),
  };
};
