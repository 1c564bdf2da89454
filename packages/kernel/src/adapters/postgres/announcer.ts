import type { Pool } from 'pg';
import { CHANNEL } from './listener.ts';

const GATHER_MS = 5;
/** While commits keep coming. */
const GATHER_MORE_MS = 25;

/**
 * Tells other processes that something was committed. Not inside the commit: a notifying transaction makes every
 * other one wait for its sync. And not once per commit: one word wakes all followers, and under steady work each word
 * costs the commits beside it.
 */
export const createAnnouncer = (pool: Pool) => {
  let timer: NodeJS.Timeout | undefined;
  let saying: Promise<void> = Promise.resolve();
  let saidAt = Number.NEGATIVE_INFINITY;

  const say = async (): Promise<void> => {
    await pool.query(`notify ${CHANNEL}`).catch(() => undefined);
  };

  return {
    announce: (): void => {
      if (timer !== undefined) return;
      const isSteady = performance.now() - saidAt < 2 * GATHER_MORE_MS;
      timer = setTimeout(
        () => {
          timer = undefined;
          saidAt = performance.now();
          saying = say();
        },
        isSteady ? GATHER_MORE_MS : GATHER_MS,
      );
    },
    close: async (): Promise<void> => {
      if (timer !== undefined) {
        clearTimeout(timer);
        saying = say();
      }
      await saying;
    },
  };
};
