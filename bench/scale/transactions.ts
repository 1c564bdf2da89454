import { openDatabase } from '@atelier/kernel/postgres';

/** A connection that rests tells what it did after ten seconds; one at work, every second. */
const GATHERED_MS = 11_000;

/** How many transactions a database has ended so far; asked from another one, so that asking is not counted. */
export const transactionsOf = async (databaseUrl: string) => {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const { pool, close } = await openDatabase({ url: url.href, connections: 1 });
  return {
    count: async (): Promise<number> => {
      await new Promise((resume) => setTimeout(resume, GATHERED_MS));
      const found = await pool.query<{ count: string }>(
        'select xact_commit + xact_rollback as count from pg_stat_database where datname = $1',
        [name],
      );
      return Number(found.rows[0]?.count);
    },
    close,
  };
};
