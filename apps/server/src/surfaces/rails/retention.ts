import { readRailsConfig } from '@atelier/rails/adapters';
import { BETWEEN_LOOKS_MS, compactSessions, createDueTwice, retireSessions } from '@atelier/rails/usecases';
import type { RailsStore } from '../../services/runs.ts';
import type { SessionIndex } from './session-index.ts';

const FIRST_LOOK_MS = 60_000;
const LOOK_EVERY_MS = 6 * 60 * 60 * 1_000;

/** Now and then: removes what a person's setting lets go, and packs sessions that are complete. */
export const createRetention = (store: RailsStore, index: SessionIndex, onFault: (cause: unknown) => void) => {
  let timer: NodeJS.Timeout | undefined;
  const stopped = new AbortController();
  const { ripe, isWaiting } = createDueTwice(() => performance.now());
  const { compact } = store;
  const pack = compact && compactSessions({ index: store.sessionIndex, compact, now: Date.now });

  const look = async (): Promise<void> => {
    try {
      await retire();
    } finally {
      await pack?.(stopped.signal);
    }
  };
  const retire = async (): Promise<void> => {
    const { days } = readRailsConfig(store.data).retention;
    const { removal, sessionIndex, marks, log } = store;
    if (days === null) return;
    const done = await retireSessions({ index: sessionIndex, marks, removal, log, now: Date.now, ripe })(days);
    if (!done.ok)
      throw new Error(`No session was removed: ${done.error.sessionIds.length} damaged. Repair them in the Console.`);
    for (const sessionId of done.value) index.touched(sessionId);
  };

  const after = (ms: number): void => {
    timer = setTimeout(() => {
      look()
        .catch(onFault)
        .finally(() => after(isWaiting() ? BETWEEN_LOOKS_MS : LOOK_EVERY_MS));
    }, ms);
    timer.unref();
  };

  return {
    look,
    start: (): void => after(FIRST_LOOK_MS),
    stop: (): void => {
      stopped.abort();
      clearTimeout(timer);
    },
  };
};
