import type { SharedRecords } from '../../ports/shared-records.ts';
import { ask, type Database } from './database.ts';

export const createPostgresRecords = ({ pool }: Database): SharedRecords => {
  const read = async (name: string): Promise<string | undefined> => {
    const found = await ask<{ value: string }>(pool, {
      // Named, so that it is prepared once: the keyring is read at every call of an agent.
      name: 'atelier-record',
      text: 'select value from atelier.records where name = $1',
      values: [name],
    });
    return found.rows[0]?.value;
  };
  return {
    read,
    putIfAbsent: async (name, value) => {
      await pool.query('insert into atelier.records values ($1, $2) on conflict do nothing', [name, value]);
      return (await read(name)) ?? value;
    },
    replace: async (name, before, after) => {
      const changed = await pool.query('update atelier.records set value = $3 where name = $1 and value = $2', [
        name,
        before,
        after,
      ]);
      return changed.rowCount === 1;
    },
  };
};
