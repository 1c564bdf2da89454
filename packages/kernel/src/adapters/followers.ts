import type { LogEvent, StreamId } from '../core/event.ts';
import { StreamCutOff } from '../core/log/stream-cut-off.ts';
import type { EventLog } from '../ports/event-log.ts';

/** A wake-up may be early, late or missing: followers read what is there and look again each second anyway. */
const LOOK_AGAIN_MS = 1_000;

export type Followers = {
  readonly wake: () => void;
  readonly follow: EventLog['follow'];
};

export const createFollowers = (read: EventLog['read'], pageSize = 1_000): Followers => {
  const waiting = new Set<() => void>();

  async function* follow(stream: StreamId, from: number, signal: AbortSignal): AsyncGenerator<LogEvent> {
    let next = from;
    let head: string | undefined;
    while (!signal.aborted) {
      // Asked for before reading, so that a commit between the read and the wait is not slept through.
      const woken = nextWake(waiting, signal);
      try {
        const page = await read(stream, { from: next, limit: pageSize, head });
        if (!page.ok) throw new Error(`cannot follow ${stream}: ${JSON.stringify(page.error)}`);
        // Whoever follows holds what was cut off: it must begin again.
        if (head !== undefined && page.value.next < next) throw new StreamCutOff(stream);
        head = page.value.head;
        for (const event of page.value.events) {
          if (signal.aborted) return;
          yield event;
          next = event.seq + 1;
        }
        if (page.value.events.length === 0) await woken.promise;
      } finally {
        woken.forget();
      }
    }
  }

  return {
    wake: () => {
      for (const resume of [...waiting]) resume();
    },
    follow,
  };
};

const nextWake = (waiting: Set<() => void>, signal: AbortSignal) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, LOOK_AGAIN_MS);
  waiting.add(resolve);
  const stop = (): void => resolve();
  signal.addEventListener('abort', stop, { once: true });
  const forget = (): void => {
    clearTimeout(timer);
    waiting.delete(resolve);
    signal.removeEventListener('abort', stop);
  };
  return { promise, forget };
};
