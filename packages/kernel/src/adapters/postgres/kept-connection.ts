import type { Pool, PoolClient, QueryResult } from 'pg';

type Asked = readonly unknown[];
type Query = (...asked: Asked) => Promise<QueryResult>;

/** Longer than what lies between two questions of a burst, shorter than anybody waits for a connection. */
const KEPT_MS = 20;

/**
 * Answers single statements on one connection that stays taken while they keep coming: to take one from the pool and
 * give it back costs two timers and six listeners, which is a tenth of a commit. While it is in use the pool answers
 * the others, and whoever needs a connection when none is left gets this one.
 */
export const keepConnection = (pool: Pool): { readonly query: Query; readonly letGo: () => void } => {
  const queryPool = pool.query.bind(pool) as unknown as Query;
  const connect = pool.connect.bind(pool) as (...asked: Asked) => unknown;
  let kept: PoolClient | undefined;
  let isBusy = false;
  let usedAt = 0;
  let isLooking = false;

  const giveBack = (cause?: Error): void => {
    const client = kept;
    kept = undefined;
    client?.off('error', giveBack);
    client?.release(cause);
  };

  const letGo = (): void => {
    if (!isBusy) giveBack();
  };

  /** One timer for a whole burst. */
  const lookIn = (ms: number): void => {
    isLooking = true;
    setTimeout(() => {
      const left = usedAt + KEPT_MS - performance.now();
      if (isBusy || left > 0) return lookIn(isBusy ? KEPT_MS : left);
      isLooking = false;
      giveBack();
    }, ms);
  };

  const take = async (): Promise<PoolClient> => {
    const client = await pool.connect();
    // It may break while nobody uses it: the next question goes to another.
    client.on('error', giveBack);
    return client;
  };

  pool.connect = ((...asked: Asked) => {
    if (pool.idleCount === 0 && pool.totalCount >= pool.options.max) letGo();
    return connect(...asked);
  }) as typeof pool.connect;

  return {
    letGo,
    query: async (...asked) => {
      if (isBusy) return queryPool(...asked);
      isBusy = true;
      try {
        kept ??= await take();
        return await (kept.query as Query).apply(kept, asked as unknown[]);
      } catch (cause) {
        // As the pool does: nobody knows what state a connection is in that met an error.
        giveBack(cause as Error);
        throw cause;
      } finally {
        isBusy = false;
        usedAt = performance.now();
        if (pool.waitingCount > 0 || pool.ending) giveBack();
        else if (!isLooking) lookIn(KEPT_MS);
      }
    },
  };
};
