import type { Pool, PoolClient, QueryResult } from 'pg';

type Asked = readonly unknown[];
type Query = (...asked: Asked) => Promise<QueryResult>;
type Kept = {
  readonly client: PoolClient;
  isBusy: boolean;
  usedAt: number;
  readonly giveBack: (cause?: Error) => void;
};

/** Longer than what lies between two questions of a burst, shorter than anybody waits for a connection. */
const KEPT_MS = 20;
/** Of the ten that a pool has: whoever needs one for several statements finds one free. */
const KEPT_AT_MOST = 6;

/**
 * Answers single statements on connections that stay taken while they keep coming: to take one from the pool and give
 * it back costs two timers and six listeners, which is a tenth of a commit. While all of them are in use the pool
 * answers the others, and whoever needs a connection when none is left gets one of these.
 */
export const keepConnections = (pool: Pool): { readonly query: Query; readonly letGo: () => void } => {
  const queryPool = pool.query.bind(pool) as unknown as Query;
  const connect = pool.connect.bind(pool) as (...asked: Asked) => unknown;
  const all = new Set<Kept>();
  /** Kept, or being taken. */
  let count = 0;
  let isLooking = false;

  const letGo = (atMost = KEPT_AT_MOST): void => {
    for (const kept of [...all].filter(({ isBusy }) => !isBusy).slice(0, atMost)) kept.giveBack();
  };

  /** One timer for a whole burst. */
  const lookIn = (ms: number): void => {
    isLooking = true;
    setTimeout(() => {
      const now = performance.now();
      let next = Number.POSITIVE_INFINITY;
      for (const kept of [...all]) {
        const left = kept.isBusy ? KEPT_MS : kept.usedAt + KEPT_MS - now;
        if (left > 0) next = Math.min(next, left);
        else kept.giveBack();
      }
      isLooking = false;
      if (all.size > 0) lookIn(next);
    }, ms);
  };

  const take = async (): Promise<Kept> => {
    count += 1;
    const client = await pool.connect().catch((cause: unknown) => {
      count -= 1;
      throw cause;
    });
    const kept: Kept = {
      client,
      isBusy: true,
      usedAt: 0,
      giveBack: (cause) => {
        if (!all.delete(kept)) return;
        count -= 1;
        client.off('error', kept.giveBack);
        client.release(cause);
      },
    };
    all.add(kept);
    // It may break while nobody uses it: the next question goes to another.
    client.on('error', kept.giveBack);
    return kept;
  };

  /** The one taken first, as long as it is free: the others are given back when a burst is over. */
  const free = (): Kept | undefined => {
    for (const kept of all) if (!kept.isBusy) return kept;
    return undefined;
  };

  pool.connect = ((...asked: Asked) => {
    if (pool.idleCount === 0 && pool.totalCount >= pool.options.max) letGo(1);
    return connect(...asked);
  }) as typeof pool.connect;

  return {
    letGo,
    query: async (...asked) => {
      let kept = free();
      if (!kept && count >= KEPT_AT_MOST) return queryPool(...asked);
      if (kept) kept.isBusy = true;
      kept ??= await take();
      try {
        return await (kept.client.query as Query).apply(kept.client, asked as unknown[]);
      } catch (cause) {
        // As the pool does: nobody knows what state a connection is in that met an error.
        kept.giveBack(cause as Error);
        throw cause;
      } finally {
        kept.isBusy = false;
        kept.usedAt = performance.now();
        if (pool.waitingCount > 0 || pool.ending) kept.giveBack();
        else if (!isLooking && all.size > 0) lookIn(KEPT_MS);
      }
    },
  };
};
