import pg from 'pg';

/** A connection that rests tells what it did after ten seconds; one at work, every second. */
const GATHERED_MS = 11_000;

/** How many transactions a database has ended so far; asked from another one, so that asking is not counted. */
export const transactionsOf = async (databaseUrl: string) => {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return {
    count: async (): Promise<number> => {
      await new Promise((resume) => setTimeout(resume, GATHERED_MS));
      const found = await client.query<{ count: string }>(
        'select xact_commit + xact_rollback as count from pg_stat_database where datname = $1',
        [name],
      );
      return Number(found.rows[0]?.count);
    },
    close: () => client.end(),
  };
};
