import type { Timers } from '../../ports/timers.ts';

export const systemTimers: Timers = {
  after: (ms, act) => {
    const timer = setTimeout(act, ms).unref();
    return () => clearTimeout(timer);
  },
  pause: (ms) => new Promise((resume) => setTimeout(resume, ms)),
};
