import type { Pool } from 'pg';
import type { StreamId } from '../../core/event.ts';
import { CHANNEL, wordToText } from './listener.ts';
import { NOTIFY } from './notify.ts';

const GATHER_MS = 5;
/** While commits keep coming. */
const GATHER_MORE_MS = 25;

/**
 * Tells other processes which streams moved. Not inside the commit: a notifying transaction makes every other one
 * wait for its sync. And not once per commit: under steady work each word costs the commits beside it.
 */
export const createAnnouncer = (pool: Pool, sender: string) => {
  let timer: NodeJS.Timeout | undefined;
  let saying: Promise<void> = Promise.resolve();
  let saidAt = Number.NEGATIVE_INFINITY;
  let moved = new Set<StreamId>();

  const say = async (): Promise<void> => {
    const text = wordToText({ sender, streams: [...moved] });
    moved = new Set();
    await pool.query({ name: 'atelier-notify', text: NOTIFY, values: [CHANNEL, text] }).catch(() => undefined);
  };

  return {
    announce: (stream: StreamId): void => {
      moved.add(stream);
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
