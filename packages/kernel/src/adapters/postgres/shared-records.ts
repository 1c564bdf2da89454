import type { SharedRecords } from '../../ports/shared-records.ts';
import { ask, type Database } from './database.ts';

export const createPostgresRecords = ({ pool }: Database): SharedRecords => {
  const read = async (name: string): Promise<string | undefined> => {
    const text = 'select value from atelier.records where name = $1';
    const found = await ask<{ value: string }>(pool, { text, values: [name] });
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
