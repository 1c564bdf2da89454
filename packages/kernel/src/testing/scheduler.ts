import type { Timers } from '../ports/timers.ts';
import type { Seeded } from './seeded.ts';

/** Time and order from a seed: whoever waits goes on when the seed picks it, and the clock jumps to the next one due. */
export type Scheduler = Timers & {
  /** Lets others go first, for as long as the seed likes. */
  readonly turn: () => Promise<void>;
  /** Runs until the work is done. `onStep` is asked between any two steps. */
  readonly run: (work: Promise<unknown>, onStep?: () => void) => Promise<void>;
};

type Task = { readonly at: number; readonly act: () => void };

export const createScheduler = ({ pick }: Seeded): Scheduler => {
  const tasks = new Set<Task>();
  let now = 0;

  const after: Timers['after'] = (ms, act) => {
    const task = { at: now + ms, act };
    tasks.add(task);
    return () => tasks.delete(task);
  };
  const pause = (ms: number): Promise<void> => new Promise((resume) => after(ms, resume));

  return {
    after,
    pause,
    turn: () => pause(0),
    run: async (work, onStep = () => undefined) => {
      let done = false;
      const finished = work.finally(() => {
        done = true;
      });
      finished.catch(() => undefined);
      for (;;) {
        await new Promise((resume) => setImmediate(resume)); // everything that can go on without waiting has
        if (done) break;
        if (tasks.size === 0) throw new Error('everybody waits, and nobody is due');
        const due = Math.min(...[...tasks].map((task) => task.at));
        now = Math.max(now, due);
        const task = pick([...tasks].filter(({ at }) => at <= now));
        tasks.delete(task);
        task.act();
        onStep();
      }
      await finished;
    },
  };
};
