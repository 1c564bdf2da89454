import pg from 'pg';
import { LISTENER_NAME } from './database.ts';

export const CHANNEL = 'atelier_commits';
const RECONNECT_MS = [100, 500, 1_000, 5_000];

/**
 * Hears of commits by other processes. A hint only: whatever is said while the connection is down is lost, so the
 * wake-up comes on every connect too, and followers look again by themselves.
 */
export const createListener = (url: string, wake: () => void) => {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: LISTENER_NAME, keepAlive: true });
    next.on('notification', wake);
    next.on('error', () => undefined);
    next.on('end', () => {
      if (client === next) client = undefined;
      later();
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      client = next;
      failures = 0;
      if (closed) await next.end();
      wake();
    } catch {
      await next.end().catch(() => undefined);
      later();
    }
  };

  const later = (): void => {
    if (closed || timer !== undefined) return;
    const pause = RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)];
    failures += 1;
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, pause);
  };

  void connect();
  return {
    close: async (): Promise<void> => {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
};

export type Listener = ReturnType<typeof createListener>;
