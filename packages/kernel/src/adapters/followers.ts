import type { LogEvent, StreamId } from '../core/event.ts';
import { StreamCutOff } from '../core/log/stream-cut-off.ts';
import type { EventLog } from '../ports/event-log.ts';

/** Where a stream stands; undefined when that cannot be told, and its followers have to read to find out. */
export type StreamEnd = { readonly next: number; readonly head?: string | undefined } | undefined;

export type FollowersDeps = {
  readonly read: EventLog['read'];
  /** Where each of these streams ends now, in as few questions as the store allows. */
  readonly ends: (streams: readonly StreamId[]) => Promise<ReadonlyMap<StreamId, StreamEnd>>;
  readonly pageSize?: number;
  readonly lookAgainMs?: number;
};

export type Followers = {
  /** These streams have moved. Only their followers wake. */
  readonly wake: (...streams: readonly StreamId[]) => void;
  /** This process made a commit: followers that stand before it are handed its events, and nobody reads them back. */
  readonly hand: (stream: StreamId, events: () => readonly LogEvent[]) => void;
  /** Something may have moved: asks once where all followed streams end, and wakes the followers of those that moved. */
  readonly look: () => void;
  readonly follow: EventLog['follow'];
  readonly followPages: EventLog['followPages'];
};

/** The events of a commit, and the wake-up that brought them. */
type Handed = { readonly generation: number; readonly events: readonly LogEvent[] };
type Waiter = { next: number; head: string | undefined; readonly resume: (handed?: Handed) => void };
type Page = Awaited<ReturnType<EventLog['read']>>;
type Followed = {
  followers: number;
  readonly waiting: Set<Waiter>;
  /** Counts wake-ups. A read that began before one may not hold what it told of. */
  generation: number;
  readonly reads: Map<string, Promise<Page>>;
};

/** A wake-up may be early, late or missing: once a second everything that is followed is looked at. */
const LOOK_AGAIN_MS = 1_000;

/**
 * Any number of tabs follow the same streams, so a commit costs at most one read of one stream, however many follow
 * it, and nothing for those who follow others. Looking again costs one question a second for the whole process.
 */
export const createFollowers = (deps: FollowersDeps): Followers => {
  const { read, ends, pageSize = 1_000, lookAgainMs = LOOK_AGAIN_MS } = deps;
  const followed = new Map<StreamId, Followed>();
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let lookOnceMore = false;

  const enter = (stream: StreamId): Followed => {
    const found = followed.get(stream) ?? { followers: 0, waiting: new Set(), generation: 0, reads: new Map() };
    followed.set(stream, found);
    found.followers += 1;
    timer ??= setInterval(look, lookAgainMs);
    return found;
  };

  const leave = (stream: StreamId, left: Followed): void => {
    left.followers -= 1;
    if (left.followers === 0) followed.delete(stream);
    if (followed.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  const wakeOne = (stream: StreamId, moved: (waiter: Waiter) => boolean = () => true): void => {
    const found = followed.get(stream);
    if (!found) return;
    found.generation += 1;
    for (const waiter of [...found.waiting]) if (moved(waiter)) waiter.resume();
  };

  const lookNow = async (): Promise<void> => {
    const streams = [...followed.keys()];
    const found = await ends(streams);
    for (const stream of streams) {
      const end = found.get(stream);
      // The head as well: a repair may have cut the stream, and others may have gone on to the same place since.
      wakeOne(stream, ({ next, head }) => end === undefined || end.next !== next || end.head !== head);
    }
  };

  const look = (): void => {
    if (looking) {
      lookOnceMore = true;
      return;
    }
    if (followed.size === 0) return;
    looking = true;
    lookNow()
      .catch(() => undefined) // looked at again in a second
      .finally(() => {
        looking = false;
        if (!lookOnceMore) return;
        lookOnceMore = false;
        setImmediate(look);
      });
  };

  /** Followers at the same place share one read, as long as nothing moved since it began. */
  const readTogether = (stream: StreamId, of: Followed, from: number, head: string | undefined): Promise<Page> => {
    const place = `${of.generation}:${from}:${head ?? ''}`;
    const begun = of.reads.get(place);
    if (begun) return begun;
    const reading = read(stream, { from, limit: pageSize, head }).finally(() => of.reads.delete(place));
    of.reads.set(place, reading);
    return reading;
  };

  async function* follow(stream: StreamId, from: number, signal: AbortSignal): AsyncGenerator<LogEvent> {
    for await (const events of followPages(stream, from, signal)) {
      for (const event of events) {
        if (signal.aborted) return;
        yield event;
      }
    }
  }

  async function* followPages(
    stream: StreamId,
    from: number,
    signal: AbortSignal,
  ): AsyncGenerator<readonly LogEvent[]> {
    const group = enter(stream);
    let next = from;
    let head: string | undefined;
    let handed: Handed | undefined;
    const readOn = async (): Promise<readonly LogEvent[]> => {
      const page = await readTogether(stream, group, next, head);
      if (!page.ok) throw new Error(`cannot follow ${stream}: ${JSON.stringify(page.error)}`);
      // Whoever follows holds what was cut off: it must begin again.
      if (head !== undefined && page.value.next < next) throw new StreamCutOff(stream);
      head = page.value.head;
      return page.value.events;
    };
    try {
      while (!signal.aborted) {
        // Asked for before reading, so that a commit between the read and the wait is not slept through.
        const woken = nextWake(group.waiting, next, head, signal);
        try {
          // Only when it comes next and nothing has moved since: a second wake-up before this turn told nobody. And only
          // in a log that is never cut: handed events bring no head, so the next read would take ours for another place.
          const isNew = head === undefined && handed?.generation === group.generation && handed.events[0]?.seq === next;
          const events = (isNew && handed?.events) || (await readOn());
          if (signal.aborted) return;
          if (events.length > 0) yield events;
          next = (events.at(-1)?.seq ?? next - 1) + 1;
          handed = undefined;
          // A full page may have more behind it. Otherwise this was the end, and a wake-up since then resumes at once.
          if (events.length >= pageSize) continue;
          woken.at(next, head);
          handed = await woken.promise;
        } finally {
          woken.forget();
        }
      }
    } finally {
      leave(stream, group);
    }
  }

  return {
    wake: (...streams) => {
      for (const stream of streams) wakeOne(stream);
    },
    hand: (stream, events) => {
      const found = followed.get(stream);
      if (!found) return;
      found.generation += 1;
      const handed = { generation: found.generation, events: events() };
      for (const waiter of [...found.waiting]) waiter.resume(handed);
    },
    look,
    follow,
    followPages,
  };
};

const nextWake = (waiting: Set<Waiter>, next: number, head: string | undefined, signal: AbortSignal) => {
  const { promise, resolve } = Promise.withResolvers<Handed | undefined>();
  const waiter: Waiter = { next, head, resume: resolve };
  waiting.add(waiter);
  const stop = (): void => resolve(undefined);
  signal.addEventListener('abort', stop, { once: true });
  return {
    promise,
    at: (now: number, nowHead: string | undefined): void => {
      waiter.next = now;
      waiter.head = nowHead;
    },
    forget: (): void => {
      waiting.delete(waiter);
      signal.removeEventListener('abort', stop);
    },
  };
};
