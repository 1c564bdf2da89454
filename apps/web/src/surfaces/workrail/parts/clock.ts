import type { Observable } from '../../../client/observable.ts';

const everyMs = 15_000;

type Ports = {
  readonly now: () => number;
  /** Runs it again and again; what it returns ends that. */
  readonly every: (ms: number, run: () => void) => () => void;
};

/** One clock for many watchers. It stands still while nobody watches, and is right again for the first who does. */
export const createClock = ({ now, every }: Ports): Observable<number> => {
  let shown = now();
  let stop: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const look = () => {
    shown = now();
    for (const each of [...listeners]) each();
  };
  return {
    get: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      if (stop === undefined) {
        stop = every(everyMs, look);
        look();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
};
