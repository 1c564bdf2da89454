import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventLog } from '@atelier/kernel';

/** A write to the log failed, and the system said why. */
export class LogWriteFailed extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`The log was refused a write: ${code}.`);
    this.code = code;
  }
}

/**
 * A log refuses a write that the disk did not take as it refuses one to a damaged stream, and surfaces say the latter.
 * Here the reason is kept for as long as a piece of work lasts, and what was refused because of it fails with it.
 */
export const createDiskWatch = () => {
  const underWay = new AsyncLocalStorage<{ met?: LogWriteFailed }>();
  return {
    watched: (log: EventLog): EventLog => ({
      ...log,
      append: async (stream, events, options) => {
        const appended = await log.append(stream, events, options);
        const work = underWay.getStore();
        if (work && !appended.ok && appended.error.code === 'UNHEALTHY' && appended.error.system !== undefined)
          work.met = new LogWriteFailed(appended.error.system);
        return appended;
      },
    }),
    /** Throws what the disk said where that is why the work was refused. */
    heed: async <T>(work: () => Promise<T>): Promise<T> => {
      const here: { met?: LogWriteFailed } = {};
      const outcome = await underWay.run(here, work);
      if (here.met && isRefusal(outcome)) throw here.met;
      return outcome;
    },
  };
};

const isRefusal = (outcome: unknown): boolean =>
  outcome instanceof Response
    ? outcome.status >= 400
    : typeof outcome === 'object' && outcome !== null && 'ok' in outcome && outcome.ok === false;
