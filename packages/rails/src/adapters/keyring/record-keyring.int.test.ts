import { createPostgresRecords, openDatabase } from '@atelier/kernel/postgres';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import { afterAll, beforeAll } from 'vitest';
import { keyringKeepsItsPromises } from '../../testing/keyring-promises.ts';
import { createRecordKeyring, KEYRING_RECORD } from './record-keyring.ts';

let server: Awaited<ReturnType<typeof startPostgres>>;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  for (const close of closing) await close();
  await server.stop();
});

keyringKeepsItsPromises('in PostgreSQL', async () => {
  const database = await openDatabase({ url: await server.newDatabase() });
  closing.push(database.close);
  const records = createPostgresRecords(database);
  return {
    open: () => createRecordKeyring(createPostgresRecords(database)),
    write: async (text) => void (await records.putIfAbsent(KEYRING_RECORD, text)),
    text: () => records.read(KEYRING_RECORD),
  };
});
