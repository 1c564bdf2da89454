import type { Timers } from '../ports/timers.ts';
import type { Seeded } from './seeded.ts';

/** Time and order from a seed: whoever waits goes on when the seed picks it, and the clock jumps to the next one due. */
export type Scheduler = Timers & {
  /** Milliseconds since the run began. */
  readonly now: () => number;
  /** Lets others go first, for as long as the seed likes. */
  readonly turn: () => Promise<void>;
  /** Runs until the work is done. `onStep` is asked between any two steps. */
  readonly run: (work: Promise<unknown>, onStep?: () => void) => Promise<void>;
};

/** Rounds in which whoever only lets others go first comes back: time does not jump over somebody at work. */
const ROUNDS_BEFORE_A_JUMP = 8;
/** Rounds after which nobody can still be at work. */
const ROUNDS_BEFORE_GIVING_UP = 1_000;

const round = (): Promise<void> => new Promise((resume) => setImmediate(resume));

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

  const isDue = (): boolean => [...tasks].some(({ at }) => at <= now);

  return {
    now: () => now,
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
        await round(); // everything that can go on without waiting has
        for (let rounds = 0; !done && !isDue() && rounds < ROUNDS_BEFORE_A_JUMP; rounds += 1) await round();
        for (let rounds = 0; !done && tasks.size === 0; rounds += 1) {
          if (rounds === ROUNDS_BEFORE_GIVING_UP) throw new Error('everybody waits, and nobody is due');
          await round();
        }
        if (done) break;
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
