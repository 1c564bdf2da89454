import { readRailsConfig } from '@atelier/rails/adapters';
import { retireSessions } from '@atelier/rails/usecases';
import type { RailsStore } from '../../services/runs.ts';
import type { SessionIndex } from './session-index.ts';

const FIRST_LOOK_MS = 60_000;
const LOOK_EVERY_MS = 6 * 60 * 60 * 1_000;

/** Removes what a person's setting lets go, now and then. Without one it never looks. */
export const createRetention = (store: RailsStore, index: SessionIndex, onFault: (cause: unknown) => void) => {
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    const { days } = readRailsConfig(store.data).retention;
    const { removal, sessionIndex, marks, log } = store;
    if (days === null || !removal) return;
    const done = await retireSessions({ index: sessionIndex, marks, removal, log, now: Date.now })(days);
    if (!done.ok)
      throw new Error(`No session was removed: ${done.error.sessionIds.length} damaged. Repair them in the Console.`);
    for (const sessionId of done.value) index.touched(sessionId);
  };

  const after = (ms: number): void => {
    timer = setTimeout(() => {
      look()
        .catch(onFault)
        .finally(() => after(LOOK_EVERY_MS));
    }, ms);
    timer.unref();
  };

  return {
    look,
    start: (): void => after(FIRST_LOOK_MS),
    stop: (): void => clearTimeout(timer),
  };
};
