import { useProjection } from '../../../client/use-projection.ts';
import { createClock } from './clock.ts';

/** One clock for every "ago" on the page. */
const clock = createClock({
  now: Date.now,
  every: (ms, run) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
});

export const useNow = (): number => useProjection(clock);
