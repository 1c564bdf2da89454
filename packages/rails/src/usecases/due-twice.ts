import type { SessionId } from '../core/ids.ts';

/** So long a wrong clock has to be noticed in. */
export const BETWEEN_LOOKS_MS = 60 * 60 * 1_000;

export type DueTwice = {
  /** Those that were due an hour ago as well; the rest are noted. */
  readonly ripe: (due: readonly SessionId[]) => ReadonlySet<SessionId>;
  /** Whether any is due and waits for its second look. */
  readonly isWaiting: () => boolean;
};

/**
 * Nothing is removed at the first look that finds it due: a clock that is years ahead for some minutes, as after a
 * start without a network, would take every session along. `runningMs` is a time that nobody can set.
 */
export const createDueTwice = (runningMs: () => number): DueTwice => {
  let since: ReadonlyMap<SessionId, number> = new Map();
  let waiting = false;
  return {
    ripe: (due) => {
      const now = runningMs();
      since = new Map(due.map((id) => [id, since.get(id) ?? now]));
      const ripe = new Set(due.filter((id) => now - (since.get(id) ?? now) >= BETWEEN_LOOKS_MS));
      waiting = ripe.size < due.length;
      return ripe;
    },
    isWaiting: () => waiting,
  };
};
