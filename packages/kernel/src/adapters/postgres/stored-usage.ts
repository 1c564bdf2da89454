import type { Pool } from 'pg';
import type { Usage } from '../../ports/content-store.ts';
import { ask } from './database-trouble.ts';

/** So many changes are added up to one. */
const MANY = 1_000;

/** Adds up what was noted with each change; the objects themselves are not looked at, however many there are. */
export const createStoredUsage = (pool: Pool) => async (): Promise<Usage> => {
  const found = await ask<{ objects: string; bytes: string; changes: string }>(pool, {
    text: `select coalesce(sum(objects), 0) as objects, coalesce(sum(bytes), 0) as bytes, count(*) as changes
      from atelier.stored_changes`,
  });
  const [row] = found.rows;
  if (Number(row?.changes) > MANY) await addUp(pool);
  return { objects: Number(row?.objects), storedBytes: Number(row?.bytes) };
};

/** One statement: whoever adds up meanwhile sees the many or their sum, never both. */
const addUp = async (pool: Pool): Promise<void> => {
  await pool.query(`
    with taken as (
      delete from atelier.stored_changes
        where id in (select id from atelier.stored_changes order by id limit 100000 for update skip locked)
        returning objects, bytes
    )
    insert into atelier.stored_changes (objects, bytes) select sum(objects), sum(bytes) from taken having count(*) > 0`);
};
