import type { EventLog } from '@atelier/kernel/ports';
import type { SessionId } from '../../core/ids.ts';
import { streamOf } from './fold-keeper.ts';

const AFTER_MS = 3_000;
const PAGE = 500;

/**
 * Opening a session reads its newest part alone, so damage in an older one would go unnoticed while work goes on. A
 * while after a session was first written to in this process, when nobody waits for it, the rest is read once. What a
 * read finds damaged the log marks: the next advance is refused.
 */
export const createPastCheck = (log: Pick<EventLog, 'read'>, afterMs = AFTER_MS) => {
  const seen = new Set<SessionId>();
  const waiting: SessionId[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const readAll = async (sessionId: SessionId): Promise<void> => {
    for (let from = 0; !isClosed; from += PAGE) {
      const page = await log.read(streamOf(sessionId), { from, limit: PAGE });
      if (!page.ok || page.value.events.length < PAGE) return;
      await new Promise((resume) => setImmediate(resume));
    }
  };
  const next = (): void => {
    const sessionId = waiting.shift();
    timer = undefined;
    if (sessionId === undefined || isClosed) return;
    // What cannot be read now is told to whoever reads it next.
    readAll(sessionId)
      .catch(() => undefined)
      .finally(wait);
  };
  const wait = (): void => {
    if (waiting.length === 0 || isClosed) return;
    timer = setTimeout(next, afterMs);
    timer.unref();
  };

  return {
    touched: (sessionId: SessionId): void => {
      if (seen.has(sessionId)) return;
      seen.add(sessionId);
      waiting.push(sessionId);
      if (waiting.length === 1 && timer === undefined) wait();
    },
    close: (): void => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
};
