import pg from 'pg';
import { awayOr } from './database-trouble.ts';
import { keepConnections } from './kept-connection.ts';
import { createLooks, type Looks } from './looks.ts';
import { prepareSchema } from './schema.ts';
import { endSilentConnections, SILENT_MS } from './silent-connections.ts';

export type Database = {
  readonly pool: pg.Pool;
  readonly looks: Looks;
  readonly url: string;
  /** A connection that waits for an answer for so long may be broken. */
  readonly silentMs: number;
  readonly close: () => Promise<void>;
};

export type DatabaseOptions = {
  readonly url: string;
  readonly connections?: number;
  /** What the database calls this process's connections. */
  readonly name?: string;
  /** How long a call waits for a free or a new connection. */
  readonly connectWithinMs?: number;
  readonly silentMs?: number;
  /** Refuses a database that Atelier never used, instead of preparing it. */
  readonly mustBeUsed?: boolean;
};

export const PROCESS_NAME = 'atelier';
/** Of the connection that only hears of commits. */
export const LISTENER_NAME = 'atelier listen';

export const openDatabase = async (options: DatabaseOptions): Promise<Database> => {
  const { url, connectWithinMs = 5_000, silentMs = SILENT_MS } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: connectWithinMs,
    application_name: options.name ?? PROCESS_NAME,
    options: '-c synchronous_commit=on',
  });
  // An idle connection that breaks is replaced when it is next needed; without a listener it would end the process.
  pool.on('error', () => undefined);
  // One in use says so to whoever uses it; but between two statements nobody would hear it, and it would end us too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  endSilentConnections(pool, url, { silentMs, probeMs: connectWithinMs });
  try {
    await prepareSchema(pool, { mustBeUsed: options.mustBeUsed === true });
  } catch (cause) {
    await pool.end();
    throw cause;
  }
  const { query, letGo } = keepConnections(pool);
  // All that is asked goes through here: whoever meets a database that is away can tell it from a fault of ours.
  const told = (...asked: unknown[]) =>
    query(...asked).catch((cause: unknown) => {
      throw awayOr(cause);
    });
  pool.query = told as unknown as typeof pool.query;
  const close = (): Promise<void> => {
    letGo();
    return pool.end();
  };
  return { pool, looks: createLooks(pool), url, silentMs, close };
};
