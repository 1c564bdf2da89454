import { snapshotsKeepTheirPromises } from '../../testing/snapshots-promises.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import { type Database, openDatabase } from './database.ts';
import { createPostgresLog, type PostgresLog } from './postgres-log.ts';

const server = usePostgres();

snapshotsKeepTheirPromises('PostgreSQL', async () => {
  const opened: { readonly database: Database; readonly log: PostgresLog }[] = [];
  const open = async (url: string) => {
    const database = await openDatabase({ url, connections: 3 });
    const log = createPostgresLog(database);
    opened.push({ database, log });
    return { database, log, snapshots: log.snapshots };
  };
  const home = await server.newDatabase();
  const under = await open(home);
  return {
    ...under,
    reopen: () => open(home),
    elsewhere: async () => {
      const away = await open(await server.newDatabase());
      const take = async () => {
        const { rows } = await under.database.pool.query('select * from atelier.snapshots');
        for (const row of rows)
          await away.database.pool.query(
            'insert into atelier.snapshots select * from json_populate_record(null::atelier.snapshots, $1)',
            [JSON.stringify(row)],
          );
      };
      return { ...away, take };
    },
    dispose: async () => {
      for (const { database, log } of opened) {
        await log.close();
        await database.close();
      }
    },
  };
});
