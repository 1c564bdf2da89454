import type { Pool } from 'pg';
import { CHANNEL } from './listener.ts';

const GATHER_MS = 5;

/**
 * Tells other processes that something was committed. Not inside the commit: a notifying transaction makes every
 * other one wait for its sync. And not once per commit: one word wakes all followers.
 */
export const createAnnouncer = (pool: Pool) => {
  let timer: NodeJS.Timeout | undefined;
  let saying: Promise<void> = Promise.resolve();

  const say = async (): Promise<void> => {
    await pool.query(`notify ${CHANNEL}`).catch(() => undefined);
  };

  return {
    announce: (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        saying = say();
      }, GATHER_MS);
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
