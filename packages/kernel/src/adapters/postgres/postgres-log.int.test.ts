import { eventLogKeepsItsPromises } from '../../testing/log-promises.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import { openDatabase } from './database.ts';
import { createPostgresLog } from './postgres-log.ts';

const server = usePostgres();

eventLogKeepsItsPromises('PostgreSQL', async () => {
  const url = await server.newDatabase();
  const databases = [await openDatabase({ url })];
  const logs = databases.map((database) => createPostgresLog(database));
  return {
    log: logs[0] as (typeof logs)[number],
    reopen: async () => {
      const database = await openDatabase({ url });
      const log = createPostgresLog(database);
      databases.push(database);
      logs.push(log);
      return log;
    },
    dispose: async () => {
      for (const log of logs) await log.close();
      for (const database of databases) await database.close();
    },
  };
});
