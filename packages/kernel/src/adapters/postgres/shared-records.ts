import type { SharedRecords } from '../../ports/shared-records.ts';
import type { Database } from './database.ts';

export const createPostgresRecords = ({ pool, looks }: Database): SharedRecords => {
  return {
    read: looks.record,
    putIfAbsent: async (name, value) => {
      await pool.query('insert into atelier.records values ($1, $2) on conflict do nothing', [name, value]);
      return (await looks.record(name)) ?? value;
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
