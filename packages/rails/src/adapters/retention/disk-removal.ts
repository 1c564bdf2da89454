import { mkdir, open, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { StreamLocks } from '@atelier/kernel/ports';
import type { SessionRemoval } from '../../ports/retention.ts';
import type { SessionStamps } from '../resume/stamps.ts';

const WAIT_MS = 200;

/**
 * Under the session's own lock, so that nobody is writing it. Its signed head goes first: a session without one is
 * merely unsigned, a head without its session would read as a log that was cut off. Then it is out of sight in one
 * move, and only then taken apart.
 */
export const createDiskRemoval = (
  data: string,
  openLocks: () => StreamLocks,
  stamps: SessionStamps,
): SessionRemoval => ({
  remove: async (sessionId, stamp) => {
    const folder = join(data, 'streams', 'session', sessionId);
    const aside = join(data, 'removed', sessionId);
    const locks = openLocks();
    const lock = await locks.acquire(folder, WAIT_MS);
    if (!lock.ok) {
      locks.close();
      return false;
    }
    try {
      if ((await stamps.of(sessionId)) !== stamp) return false;
      await rm(join(data, 'heads', 'session', `${sessionId}.json`), { force: true });
      await mkdir(join(data, 'removed'), { recursive: true });
      await rm(aside, { recursive: true, force: true });
      await rename(folder, aside);
    } finally {
      // Closing lets go of its file, wherever that is now.
      lock.value.release();
      locks.close();
    }
    await syncFolder(join(data, 'streams', 'session'));
    // Whoever keeps a list of sessions looks again when the bell was touched.
    await utimes(join(data, 'doorbell'), new Date(), new Date()).catch(() => undefined);
    await rm(aside, { recursive: true, force: true });
    return true;
  },
});

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};
