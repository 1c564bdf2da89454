import { createBoundedMap } from '../../core/bounded-map.ts';
import type { StreamId } from '../../core/event.ts';
import { isRange } from '../../core/log/seq-range.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { parseStreamId } from '../../core/stream-name.ts';
import type { EventLog, ReadRefused, Trouble } from '../../ports/event-log.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { Timers } from '../../ports/timers.ts';
import { readCommits } from './commit-list.ts';
import { carriedContent, findContent } from './content-reader.ts';
import { headAt } from './head-at.ts';
import { MAX_OPEN, type OpenStream, type OpenStreams } from './open-streams.ts';
import { readRange, troubleIn } from './range-reader.ts';
import type { StreamView } from './stream-view.ts';
import { unreadableTrouble } from './unreadable.ts';

type Unhealthy = Extract<ReadRefused, { readonly code: 'UNHEALTHY' }>;

export type StreamReads = Pick<EventLog, 'read' | 'commits' | 'content' | 'carried' | 'health'> & {
  /** Whether damage that a read met is still there: another process may have repaired the stream since. */
  readonly stillDamaged: (name: StreamId) => Trouble | undefined;
  readonly isMarked: (name: StreamId) => boolean;
  readonly unmark: (name: StreamId) => void;
};

const CALM_MS = 25;

/** Reading takes no lock. What it finds damaged stays marked, for whoever appends or signs. */
export const createStreamReads = (fs: FileSystem, timers: Timers, streams: OpenStreams): StreamReads => {
  const damaged = createBoundedMap<StreamId, Trouble>(MAX_OPEN);

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
    read: (stream: OpenStream) => Promise<T>,
  ): Promise<Result<T, Unhealthy>> => {
    const stream = streams.of(name);
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

  const stillDamaged = (name: StreamId): Trouble | undefined => {
    const known = damaged.get(name);
    if (!known) return undefined;
    const { folder, view } = streams.of(name);
    const trouble = view.look().trouble ?? troubleIn(fs, folder, view, known.validNext);
    if (!trouble) damaged.delete(name);
    return trouble;
  };

  return {
    read: async (name, { from = 0, limit = Number.POSITIVE_INFINITY, head } = {}) => {
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
    },
    commits: async (name, range) => {
      const parsed = parseStreamId(name);
      if (!parsed.ok) return parsed;
      const page = await found(name, async ({ view }) => readCommits(view, range));
      return page.ok ? ok({ commits: page.value.commits, next: page.value.next }) : page;
    },
    content: async (name, id) => {
      if (!parseStreamId(name).ok) return undefined;
      const { folder, view } = streams.of(name);
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
    stillDamaged,
    isMarked: (name) => damaged.peek(name) !== undefined,
    unmark: (name) => void damaged.delete(name),
  };
};
