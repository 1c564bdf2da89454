import { type Database, LISTENER_NAME, PROCESS_NAME } from './database.ts';

/** How many connections servers and agents have open here. One that is idle may have none: this sees who is at work. */
export const countUsers = async ({ pool }: Database): Promise<number> => {
  const found = await pool.query<{ users: string }>(
    'select count(*) as users from pg_stat_activity where datname = current_database() and application_name = any($1)',
    [[PROCESS_NAME, LISTENER_NAME]],
  );
  return Number(found.rows[0]?.users);
};
