import type { LogEvent, StreamId } from '../../core/event.ts';
import type { ChainEnd } from '../../core/log/chain-end.ts';
import { checkAppend } from '../../core/log/checked-append.ts';
import { eventsOf } from '../../core/log/commit-events.ts';
import { contentOfLine } from '../../core/log/content-line.ts';
import type { Batch } from '../../core/log/plan-batch.ts';
import { isRange } from '../../core/log/seq-range.ts';
import { emptyTail } from '../../core/log/tail.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { isStreamKind, parseStreamId } from '../../core/stream-name.ts';
import type { EventLog, Health, Trouble } from '../../ports/event-log.ts';
import type { HeadDoubt, Heads, UnsignedHead } from '../../ports/heads.ts';
import type { LogAudit } from '../../ports/log-audit.ts';
import type { Snapshots } from '../../ports/snapshots.ts';
import type { StreamLengths } from '../../ports/stream-lengths.ts';
import type { RemoveStream } from '../../ports/stream-removal.ts';
import type { Whispers } from '../../ports/whispers.ts';
import { checkImport } from '../checked-import.ts';
import { createHeadKeeper } from '../disk/head-keeper.ts';
import { createFollowers, type StreamEnd } from '../followers.ts';
import { createHeadDoubt, createUnsignedCommits } from '../head-doubt.ts';
import { blobIdOf, sha256 } from '../node/sha256.ts';
import { systemWorld } from '../node/system-clock.ts';
import { systemTimers } from '../node/system-timers.ts';
import { createSignUnsigned } from '../sign-unsigned.ts';
import { createStamp, type World } from '../stamp.ts';
import { createAnnouncer } from './announcer.ts';
import { createCommitReader } from './commit-reader.ts';
import { contentLinesOf } from './commit-rows.ts';
import type { Database } from './database.ts';
import { ask } from './database-trouble.ts';
import { importPlanned } from './import-planned.ts';
import { createListener, type Listener } from './listener.ts';
import { createPostgresAudit } from './postgres-audit.ts';
import { createPostgresHeads } from './postgres-heads.ts';
import { createPostgresSnapshots } from './postgres-snapshots.ts';
import { createRemoveStream } from './remove-stream.ts';
import { createSoundCommits, type Range } from './sound-commits.ts';
import { createStreamAppender } from './stream-appender.ts';
import { createStreamLengths } from './stream-lengths.ts';
import { createWhispers } from './whispers.ts';

/** Appenders kept; beyond this, idle ones are let go and ask again where their stream ends. */
const MAX_STREAMS = 1_000;

export type PostgresLog = EventLog & {
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
  readonly salvage: (stream: StreamId) => Promise<{ readonly events: readonly LogEvent[]; readonly health: Health }>;
  readonly remove: RemoveStream;
  readonly lengths: StreamLengths;
  /** Told of commits, by whichever process; a word may be lost. Returns what stops the listening. */
  readonly listen: (onCommit: () => void) => () => void;
  readonly whispers: Whispers;
};

/** The log on PostgreSQL. Any number of processes share it; the database is the caller's to close. */
export const createPostgresLog = (database: Database, world: World = systemWorld): PostgresLog => {
  const { pool } = database;
  const stamp = createStamp(world);
  const reader = createCommitReader(database);
  const sound = createSoundCommits(reader);
  const self = Buffer.from(world.entropy.bytes(9)).toString('base64url');
  const announcer = createAnnouncer(pool, self);
  const appenders = new Map<StreamId, ReturnType<typeof createStreamAppender>>();
  const wrote = new Set<StreamId>();
  const heads = createPostgresHeads(database, world.entropy);
  const chainOf = async (stream: StreamId): Promise<ChainEnd> => ({
    end: await reader.end(stream),
    prevOf: async (commit) => (await reader.between(stream, commit, commit + 1))[0]?.facts.prev,
  });
  const keeper = createHeadKeeper(heads, systemTimers, chainOf);
  const listening = new Set<() => void>();
  let listener: Listener | undefined;
  let open = true;

  const appenderOf = (stream: StreamId) => {
    let appender = appenders.get(stream);
    if (appender) return appender;
    for (const [name, each] of appenders) {
      if (appenders.size < MAX_STREAMS) break;
      if (each.isIdle()) appenders.delete(name);
    }
    appender = createStreamAppender({
      pool,
      stream,
      readEvents: (seqs) => eventsAt(stream, seqs),
      troubleAtOpening: async () => (await sound.health(stream)).trouble,
      troubleAtEnd: async () => (await sound.end(stream)).trouble,
      onCommit: (tail, before, batch) => {
        wrote.add(stream);
        keeper.note(stream, before, tail);
        followers.hand(stream, () => eventsOfBatch(batch));
        tell(stream);
      },
    });
    appenders.set(stream, appender);
    return appender;
  };

  const eventsAt = async (stream: StreamId, seqs: readonly number[]): Promise<Result<readonly LogEvent[], Trouble>> => {
    const wanted = new Set(seqs);
    const found = await eventsIn(stream, { from: Math.min(...seqs), to: Math.max(...seqs) + 1 });
    return found.ok ? ok(found.value.filter(({ seq }) => wanted.has(seq))) : found;
  };

  const eventsIn = async (stream: StreamId, range: Range): Promise<Result<readonly LogEvent[], Trouble>> => {
    const events: LogEvent[] = [];
    const commits = sound.holding(stream, range);
    for (;;) {
      const next = await commits.next();
      if (next.done) return next.value ? err(next.value) : ok(events);
      for (const event of next.value) if (event.seq >= range.from && event.seq < range.to) events.push(event);
    }
  };

  const read: EventLog['read'] = async (stream, { from = 0, limit = Number.POSITIVE_INFINITY } = {}) => {
    const parsed = parseStreamId(stream);
    if (!parsed.ok) return parsed;
    if (!isRange(from, limit)) return badRange(from, limit);
    const { next: end } = await reader.end(stream);
    const to = Math.min(end, from + limit);
    const found = await eventsIn(stream, { from, to });
    if (!found.ok) return err({ code: 'UNHEALTHY', health: found.error });
    return ok({ events: found.value, next: Math.max(to, Math.min(from, end)) });
  };

  const followers = createFollowers({
    read,
    ends: async (streams) => {
      const found = await ask<{ name: string; next_seq: string }>(pool, {
        name: 'atelier-ends',
        text: 'select name, next_seq from atelier.streams where name = any($1)',
        values: [streams],
      });
      const ends = new Map<StreamId, StreamEnd>(streams.map((stream) => [stream, { next: 0 }]));
      for (const { name, next_seq } of found.rows) ends.set(name, { next: Number(next_seq) });
      return ends;
    },
  });
  const tellListeners = (): void => {
    for (const onCommit of listening) onCommit();
  };
  const tell = (stream: StreamId): void => {
    tellListeners();
    announcer.announce(stream);
  };
  const moved = (stream: StreamId): void => {
    followers.wake(stream);
    tell(stream);
  };
  const hear = (): void => {
    listener ??= createListener(
      database,
      (word) => {
        // Those of this process were woken by the commit itself.
        if (word?.sender === self) return;
        if (word && word.streams.length > 0) followers.wake(...word.streams);
        else followers.look();
        tellListeners();
      },
      whispers.take,
    );
  };
  const whispers = createWhispers(pool, self, hear);
  const { audit, salvage } = createPostgresAudit(database);
  const removeFrom = createRemoveStream(pool);

  return {
    append: async (stream, events, { expected, ...content }) => {
      if (!open) throw new Error('the log is closed');
      const parsed = parseStreamId(stream);
      if (!parsed.ok) return parsed;
      const checked = checkAppend(events, content, stamp);
      return checked.ok ? appenderOf(stream).append(checked.value, expected) : checked;
    },
    importStream: async (stream, commits) => {
      if (!open) throw new Error('the log is closed');
      const planned = checkImport(stream, commits, stamp);
      if (!planned.ok) return planned;
      const imported = await importPlanned(pool, stream, planned.value);
      if (!imported.ok) return imported;
      wrote.add(stream);
      keeper.note(stream, emptyTail(stream, sha256), planned.value.tail);
      moved(stream);
      return imported;
    },
    read,
    commits: async (stream, { from = 0, limit = Number.POSITIVE_INFINITY } = {}) => {
      const parsed = parseStreamId(stream);
      if (!parsed.ok) return parsed;
      if (!isRange(from, limit)) return badRange(from, limit);
      const { commit: end } = await reader.end(stream);
      const to = Math.min(end, from + limit);
      const found = await sound.between(stream, { from: Math.min(from, to), to });
      if (!found.ok) return err({ code: 'UNHEALTHY', health: found.error });
      return ok({ commits: found.value, next: Math.max(to, Math.min(from, end)) });
    },
    carried: async (stream, ids) => ok(await reader.carried(stream, ids)),
    content: async (stream, id) => {
      const commit = await reader.carrying(stream, id);
      if (commit === undefined) return undefined;
      for (const line of contentLinesOf(commit)) {
        const content = contentOfLine(line);
        if (content?.id !== id) continue;
        if (blobIdOf(content.bytes) !== id) throw new Error(`${stream}: the content ${id} is damaged`);
        return content.bytes;
      }
      return undefined;
    },
    health: async (stream) => {
      const { next, trouble } = await sound.health(stream);
      return trouble ?? { kind: 'healthy', next };
    },
    follow: (stream, from, signal) => {
      hear();
      return followers.follow(stream, from, signal);
    },
    followPages: (stream, from, signal) => {
      hear();
      return followers.followPages(stream, from, signal);
    },
    list: async (kind) => {
      if (!isStreamKind(kind)) return [];
      const rows = await pool.query<{ name: string }>(`select name ${STREAMS_OF_KIND} order by name`, [kind]);
      return rows.rows.map(({ name }) => name);
    },
    close: async () => {
      open = false;
      listening.clear();
      await listener?.close();
      await announcer.close();
      await keeper.close();
    },
    snapshots: createPostgresSnapshots(database, (stream) => wrote.has(stream)),
    audit,
    heads,
    headDoubt: createHeadDoubt(heads, chainOf),
    unsignedCommits: createUnsignedCommits(heads, chainOf),
    signUnsigned: createSignUnsigned(heads, audit, chainOf),
    unsignedHeads: keeper.unsigned,
    salvage,
    remove: async (stream, expected) => {
      const removed = await removeFrom(stream, expected);
      if (!removed.ok) return removed;
      // One that was being signed meanwhile: a head without its stream would read as a log that was cut off.
      await keeper.forget(stream);
      await heads.forget(stream);
      appenders.delete(stream);
      wrote.delete(stream);
      moved(stream);
      return removed;
    },
    lengths: createStreamLengths(pool),
    whispers,
    listen: (onCommit) => {
      hear();
      listening.add(onCommit);
      return () => void listening.delete(onCommit);
    },
  };
};

/** As they would be read back: from the lines that were sent. */
const eventsOfBatch = ({ records, lines }: Batch): readonly LogEvent[] =>
  records.flatMap((record, index) => {
    const events = eventsOf(record, lines[index] ?? '');
    if (typeof events === 'string') throw new Error(`a commit of our own cannot be read: ${events}`);
    return events;
  });

// A kind has no character that means something in a pattern.
const STREAMS_OF_KIND = `from atelier.streams where (name = $1 or name like $1 || '/%') and next_seq > 0`;

const badRange = (from: number, limit: number) =>
  err({ code: 'INVALID', reason: 'bad_range', detail: `from ${from}, limit ${limit}` } as const);
