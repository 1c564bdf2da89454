import { createPostgresLog, openDatabase } from '@atelier/kernel/postgres';
import { startPostgres } from '../../packages/kernel/src/testing/postgres-server.ts';
import { type Bench, median } from '../bench.ts';
import { lineOf, oneKilobyte } from './log-raw.ts';

const ROUNDS = 15;
const EACH = 100;

const perSecond = async (act: () => Promise<void>): Promise<number> => {
  const start = performance.now();
  await act();
  return (EACH * 1_000) / (performance.now() - start);
};

/** Ours and the yardstick take turns on one server, which syncs as any server does. */
export const commitPostgres: Bench = {
  ids: ['commit-postgres'],
  run: async () => {
    const server = await startPostgres({ syncs: true });
    try {
      const url = await server.newDatabase();
      const database = await openDatabase({ url });
      const log = createPostgresLog(database);
      const raw = await database.pool.connect();
      await raw.query('create table raw (seq bigint primary key, line text not null)');
      const values: number[] = [];
      const yardsticks: number[] = [];
      let next = 0;
      for (let round = -2; round < ROUNDS; round += 1) {
        const from = next;
        next += EACH;
        const yardstick = await perSecond(async () => {
          for (let n = from; n < next; n += 1) {
            await raw.query({ name: 'raw', text: 'insert into raw values ($1, $2)', values: [n, lineOf(n)] });
          }
        });
        const value = await perSecond(async () => {
          for (let n = from; n < next; n += 1) {
            const appended = await log.append('session/bench', [oneKilobyte(n)], { expected: n });
            if (!appended.ok) throw new Error(JSON.stringify(appended.error));
          }
        });
        if (round < 0) continue; // warm-up
        values.push(value);
        yardsticks.push(yardstick);
      }
      raw.release();
      await log.close();
      await database.close();
      return [{ id: 'commit-postgres', unit: 'commits/s', value: median(values), yardstick: median(yardsticks) }];
    } finally {
      await server.stop();
    }
  },
};
