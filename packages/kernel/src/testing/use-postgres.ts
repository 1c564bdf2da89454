import { afterAll, beforeAll } from 'vitest';
import { type Database, type DatabaseOptions, openDatabase } from '../adapters/postgres/database.ts';
import { createPostgresLog, type PostgresLog } from '../adapters/postgres/postgres-log.ts';
import { startPostgres, type TestServer } from './postgres-server.ts';

export type PostgresInUse = Omit<TestServer, 'stop'> & {
  /** One more process on the database, until the tests of the file are over. */
  readonly open: (url: string, options?: Omit<DatabaseOptions, 'url'>) => Promise<Database>;
  readonly openLog: (
    url: string,
    options?: Omit<DatabaseOptions, 'url'>,
  ) => Promise<{ readonly database: Database; readonly log: PostgresLog }>;
};

/** One server for the tests of a file, and everything that they open on it closed before it stops. */
export const usePostgres = (): PostgresInUse => {
  let server: TestServer | undefined;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
    await server?.stop();
  });

  const started = (): TestServer => {
    if (server === undefined) throw new Error('The server starts with the first test: ask for it inside one.');
    return server;
  };
  const open: PostgresInUse['open'] = async (url, options) => {
    const database = await openDatabase({ ...options, url });
    closing.push(() => database.close());
    return database;
  };
  return {
    newDatabase: () => started().newDatabase(),
    start: () => started().start(),
    crash: () => started().crash(),
    open,
    openLog: async (url, options) => {
      const database = await open(url, options);
      const log = createPostgresLog(database);
      closing.push(() => log.close());
      return { database, log };
    },
  };
};
