import type { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Drive, DriveEnd, DriveOrder, Drivers } from '../../ports/drivers.ts';
import type { Whispers } from '../../ports/whispers.ts';
import type { Database } from './database.ts';

const SCHEMA = 'atelier_jobs';
const QUEUE = 'drive';
const TOPIC = 'drive';
/** A driver that was not heard of for so long is taken over from; the least that the queue allows. */
const HEARTBEAT_SECONDS = 10;
const BEAT_MS = 3_000;
/** While anything is driven anywhere: how often a silent driver is looked for. */
const TICK_MS = 2_000;
/** While nothing is: a word that was lost is made good by then. */
const LOOK_MS = 30_000;
const SETTLE_TRIES = 20;
const SETTLE_AGAIN_MS = 500;
const EXPIRES_SECONDS = 24 * 60 * 60 - 60;

type Held = { readonly id: string; readonly retryCount: number; readonly lost: AbortController };
const Order = z.object({ stream: z.string(), asked: z.record(z.string(), z.json()) });
const Settled = z.object({ affected: z.number() });

/**
 * Drivers of several servers on one database. A job says who drives; what is true is in the log, and so is the fence.
 * The queue is opened when something is first driven, and nothing is asked while nothing is.
 */
export const createJobDrivers = (database: Database, whispers: Whispers): Drivers => {
  const { pool } = database;
  const held = new Map<string, Held>();
  const underWay = new Set<Promise<void>>();
  let boss: Promise<PgBoss> | undefined;
  let drive: Drive | undefined;
  let most = 0;
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;
  let isWoken = false;

  const open = (): Promise<PgBoss> => {
    boss ??= openQueue(pool).catch((cause) => {
      boss = undefined;
      throw cause;
    });
    return boss;
  };

  const hasJobs = async (): Promise<boolean> => {
    const there = await pool.query<{ there: string | null }>(`select to_regclass('${SCHEMA}.job') as there`);
    if (!there.rows[0]?.there) return false;
    const found = await pool.query(`select from ${SCHEMA}.job where name = $1 and state <= 'active' limit 1`, [QUEUE]);
    return found.rows.length > 0;
  };

  /** A driver that fell silent gives its job up, then whatever waits is taken. True while anybody drives or waits. */
  const tick = async (): Promise<boolean> => {
    if (held.size === 0 && !(await hasJobs())) return false;
    const queue = await open();
    await queue.supervise(QUEUE);
    const free = most - held.size;
    if (free > 0 && !isStopping) for (const job of await queue.fetch<unknown>(QUEUE, { batchSize: free })) begin(job);
    return true;
  };
  const begin = (job: { readonly id: string; readonly retryCount: number; readonly data: unknown }): void => {
    const mine: Held = { id: job.id, retryCount: job.retryCount, lost: new AbortController() };
    held.get(job.id)?.lost.abort();
    held.set(job.id, mine);
    beating ??= setInterval(() => void beat(), BEAT_MS);
    const ended = driveOne(mine, job.data).finally(() => {
      if (held.get(job.id) === mine) held.delete(job.id);
      if (held.size === 0) {
        clearInterval(beating);
        beating = undefined;
      }
      underWay.delete(ended);
    });
    underWay.add(ended);
  };
  const driveOne = async (mine: Held, data: unknown): Promise<void> => {
    const order = Order.safeParse(data);
    const end: DriveEnd =
      drive && order.success
        ? await drive(order.data as DriveOrder, mine.lost.signal).catch((): DriveEnd => 'again')
        : 'done';
    if (mine.lost.signal.aborted) return;
    await settle(mine, end);
    // One that goes is followed at once; elsewhere the next look is soon enough, and two that cannot do not take turns.
    if (end === 'again' && isStopping) whispers.say(TOPIC, '');
  };
  /** A database that restarts is waited for. Where it cannot be said at all, the heart has stopped and others look. */
  const settle = async (mine: Held, end: DriveEnd): Promise<void> => {
    for (let tries = 0; tries < SETTLE_TRIES && !mine.lost.signal.aborted; tries += 1) {
      try {
        const queue = await open();
        await (end === 'done' ? queue.complete(QUEUE, attemptOf(mine)) : queue.fail(QUEUE, attemptOf(mine)));
        return;
      } catch {
        if (isStopping) return;
        await new Promise((next) => setTimeout(next, SETTLE_AGAIN_MS));
      }
    }
  };
  const beat = async (): Promise<void> => {
    const queue = await open();
    for (const mine of [...held.values()]) {
      // A database that is away says nothing about who drives.
      const told = Settled.safeParse(await queue.touch(QUEUE, attemptOf(mine)).catch(() => undefined));
      if (told.success && told.data.affected === 0) mine.lost.abort();
    }
  };

  const wake = (): void => {
    if (isStopping || !drive) return;
    isWoken = true;
    clearTimeout(timer);
    ticking ??= (async () => {
      let isBusy = true;
      while (isWoken && !isStopping) {
        isWoken = false;
        isBusy = await tick().catch(() => true);
      }
      ticking = undefined;
      if (!isStopping) timer = setTimeout(wake, isBusy ? TICK_MS : LOOK_MS * (0.8 + 0.4 * Math.random()));
    })();
  };

  let stopHearing = (): void => undefined;
  return {
    isShared: true,
    want: async ({ stream, asked }) => {
      const id = await (await open()).send(QUEUE, { stream, asked }, { singletonKey: stream });
      wake();
      whispers.say(TOPIC, '');
      return id !== null;
    },
    work: (given, atMost) => {
      drive = given;
      most = atMost;
      stopHearing = whispers.hear(TOPIC, wake);
      wake();
    },
    stop: async () => {
      isStopping = true;
      stopHearing();
      clearTimeout(timer);
      await ticking;
      await Promise.all(underWay);
      clearInterval(beating);
      await (await boss?.catch(() => undefined))?.stop({ graceful: false, close: false });
    },
  };
};

const attemptOf = ({ id, retryCount }: Held) => ({ id, retryCount });

/** The queue is loaded here and nowhere else: one machine without a database never does. */
const openQueue = async (pool: Database['pool']): Promise<PgBoss> => {
  const { PgBoss: Queue } = await import('pg-boss');
  const queue = new Queue({
    db: { executeSql: async (text, values) => pool.query(text, values as unknown[]) },
    schema: SCHEMA,
    schedule: false,
    supervise: false,
    monitorIntervalSeconds: 1,
  });
  // What goes wrong is told by the call that meets it; without a listener it would end the process.
  queue.on('error', () => undefined);
  await queue.start();
  await queue.createQueue(QUEUE, {
    policy: 'exclusive',
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: EXPIRES_SECONDS,
    retryLimit: 1_000_000,
    retryDelay: 0,
    deleteAfterSeconds: 3_600,
  });
  return queue;
};
