import type { Socket } from 'node:net';
import pg from 'pg';

/** What the driver keeps to itself: whether an answer is outstanding, whose backend it is, and the connection. */
type Inside = {
  readonly readyForQuery: boolean | null;
  readonly processID: number | null;
  readonly connection: { readonly stream: Socket };
};
type Seen = { readonly bytes: number; readonly since: number };

export const SILENT_MS = 15_000;
export type Patience = {
  /** So long a statement may say nothing before the database is asked about it. */
  readonly silentMs: number;
  /** The question itself: to connect, and then to be answered. */
  readonly probeMs: number;
};

/** Of these backends the ones that still work on something; one that ended its work just now may still be heard. */
const AT_WORK = `
select pg_backend_pid() as own, array(
  select pid from pg_stat_activity
    where pid = any($1) and (state not like 'idle%' or state_change > now() - $2 * interval '1 millisecond')
) as pids`;

/**
 * A machine that vanishes, or a network that swallows what is sent, says nothing at all: a statement under way would
 * wait for a quarter of an hour, and with it every commit to its stream. So when one has heard nothing for a while, the
 * database is asked over a new connection. Where that is not answered, or the statement is not known there, its
 * connection is ended, as if it had broken. One that is only long goes on.
 */
export const endSilentConnections = (pool: pg.Pool, url: string, { silentMs, probeMs }: Patience): void => {
  const clients = new Map<Inside, Seen>();
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;

  const end = ({ connection }: Inside): void => {
    connection.stream.destroy(new Error('Connection terminated: the database said nothing'));
  };

  /** Those that wait for an answer and have heard nothing for so long. */
  const silent = (): readonly Inside[] => {
    const now = performance.now();
    const found: Inside[] = [];
    for (const [client, seen] of clients) {
      const bytes = client.connection.stream.bytesRead;
      const waits = client.readyForQuery === false && bytes === seen.bytes;
      if (!waits) clients.set(client, { bytes, since: now });
      else if (now - seen.since >= silentMs) found.push(client);
    }
    return found;
  };

  const look = async (): Promise<void> => {
    const suspects = silent();
    if (suspects.length === 0) return;
    const pids = suspects.map(({ processID }) => processID ?? 0);
    const known = await atWork({ connectionString: url, connectionTimeoutMillis: probeMs, query_timeout: probeMs }, [
      pids,
      silentMs / 3,
    ]);
    // Heard while the question was asked: what has come meanwhile is read by now.
    const still = new Set(silent());
    for (const client of suspects)
      if (still.has(client) && known !== 'all' && !known.has(client.processID)) end(client);
  };

  pool.on('connect', (given) => {
    const client = given as unknown as Inside;
    clients.set(client, { bytes: -1, since: performance.now() });
    timer ??= setInterval(() => {
      if (isAsking) return;
      isAsking = true;
      void look().finally(() => {
        isAsking = false;
      });
    }, silentMs / 3).unref();
  });
  pool.on('remove', (client) => {
    clients.delete(client as unknown as Inside);
    if (clients.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  });
};

/** `all`: it answers, and does not say. A pooler in between has numbers of its own, and a server that starts has none. */
const atWork = async (
  config: pg.ClientConfig,
  asked: readonly [pids: readonly number[], justNowMs: number],
): Promise<'all' | ReadonlySet<unknown>> => {
  const probe = new pg.Client(config);
  probe.on('error', () => undefined);
  try {
    await probe.connect();
    const [row] = (await probe.query<{ own: number; pids: number[] }>(AT_WORK, [...asked])).rows;
    return row && row.own === (probe as unknown as Inside).processID ? new Set(row.pids) : 'all';
  } catch (cause) {
    return cause instanceof pg.DatabaseError ? 'all' : new Set();
  } finally {
    // Politely it would wait for the answer to its goodbye.
    (probe as unknown as Inside).connection.stream.destroy();
  }
};
