import type { LogEvent, StreamId } from '../../core/event.ts';
import { checkAppend } from '../../core/log/checked-append.ts';
import { commitHash } from '../../core/log/commit-record.ts';
import { contentOfLine } from '../../core/log/content-line.ts';
import { isRange } from '../../core/log/seq-range.ts';
import { err, ok } from '../../core/result.ts';
import { isStreamKind, parseStreamId } from '../../core/stream-name.ts';
import type { EventLog, Trouble } from '../../ports/event-log.ts';
import { createFollowers } from '../followers.ts';
import { blobIdOf, sha256 } from '../node/sha256.ts';
import { systemWorld } from '../node/system-clock.ts';
import { createStamp, type World } from '../stamp.ts';
import { createAnnouncer } from './announcer.ts';
import { createCommitReader } from './commit-reader.ts';
import { contentLinesOf, eventsOf, isIntact, type WholeCommit } from './commit-rows.ts';
import type { Database } from './database.ts';
import { createListener, type Listener } from './listener.ts';
import { createStreamAppender } from './stream-appender.ts';

/** Appenders kept; beyond this, idle ones are let go and ask again where their stream ends. */
const MAX_STREAMS = 1_000;

/** The log on PostgreSQL. Any number of processes share it; the database is the caller's to close. */
export const createPostgresLog = (database: Database, world: World = systemWorld): EventLog => {
  const { pool, url } = database;
  const stamp = createStamp(world);
  const reader = createCommitReader(pool);
  const announcer = createAnnouncer(pool);
  const appenders = new Map<StreamId, ReturnType<typeof createStreamAppender>>();
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
      onCommit: () => {
        followers.wake();
        announcer.announce();
      },
    });
    appenders.set(stream, appender);
    return appender;
  };

  const eventsAt = async (stream: StreamId, seqs: readonly number[]): Promise<readonly LogEvent[]> => {
    const wanted = new Set(seqs);
    const events: LogEvent[] = [];
    for await (const commit of reader.holding(stream, Math.min(...seqs), Math.max(...seqs) + 1)) {
      events.push(...eventsOf(commit).filter(({ seq }) => wanted.has(seq)));
    }
    return events;
  };

  const read: EventLog['read'] = async (stream, { from = 0, limit = Number.POSITIVE_INFINITY } = {}) => {
    const parsed = parseStreamId(stream);
    if (!parsed.ok) return parsed;
    if (!isRange(from, limit)) return badRange(from, limit);
    const { next: end } = await reader.end(stream);
    const to = Math.min(end, from + limit);
    const events: LogEvent[] = [];
    for await (const commit of reader.holding(stream, from, to)) {
      if (!isIntact(commit)) return err({ code: 'UNHEALTHY', health: damagedAt(commit) });
      for (const event of eventsOf(commit)) if (event.seq >= from && event.seq < to) events.push(event);
    }
    return ok({ events, next: Math.max(to, Math.min(from, end)) });
  };

  const followers = createFollowers(read);

  return {
    append: async (stream, events, { expected, ...content }) => {
      if (!open) throw new Error('the log is closed');
      const parsed = parseStreamId(stream);
      if (!parsed.ok) return parsed;
      const checked = checkAppend(events, content, stamp);
      return checked.ok ? appenderOf(stream).append(checked.value, expected) : checked;
    },
    read,
    commits: async (stream, { from = 0, limit = Number.POSITIVE_INFINITY } = {}) => {
      const parsed = parseStreamId(stream);
      if (!parsed.ok) return parsed;
      if (!isRange(from, limit)) return badRange(from, limit);
      const { commit: end } = await reader.end(stream);
      const to = Math.min(end, from + limit);
      const commits = (await reader.between(stream, from, to)).map(({ facts }) => facts);
      return ok({ commits, next: Math.max(to, Math.min(from, end)) });
    },
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
      const { commit: count, next, head } = await reader.end(stream);
      const [last] = await reader.between(stream, Math.max(0, count - 1), count);
      if (last === undefined) return { kind: 'healthy', next };
      const whole = isIntact(last) && commitHash(last.facts, sha256) === head && last.facts.last + 1 === next;
      return whole ? { kind: 'healthy', next } : damagedAt(last);
    },
    follow: (stream, from, signal) => {
      listener ??= createListener(url, followers.wake);
      return followers.follow(stream, from, signal);
    },
    list: async (kind) => {
      if (!isStreamKind(kind)) return [];
      const rows = await pool.query<{ name: string }>(
        `select name from atelier.streams where (name = $1 or name like $1 || '/%') and next_seq > 0 order by name`,
        [kind],
      );
      return rows.rows.map(({ name }) => name);
    },
    close: async () => {
      open = false;
      await listener?.close();
      await announcer.close();
    },
  };
};

const badRange = (from: number, limit: number) =>
  err({ code: 'INVALID', reason: 'bad_range', detail: `from ${from}, limit ${limit}` } as const);

const damagedAt = ({ facts }: WholeCommit): Trouble => ({
  kind: facts.commit === 0 ? 'corrupt_head' : 'corrupt_tail',
  reason: 'digest_mismatch',
  validNext: facts.first,
  commit: facts.commit,
});
