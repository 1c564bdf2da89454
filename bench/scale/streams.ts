import { createPostgresLog, openDatabase } from '@atelier/kernel/postgres';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import { type Bench, median } from '../bench.ts';
import { oneKilobyte } from '../kernel/log-raw.ts';
import { must, timed } from '../timing.ts';

const STREAMS = 100_000;
const MOVED = 20;
const LOOKS = 15;

/** What a server asks after every burst of commits, to show a list of sessions that is up to date. */
export const streamsLook: Bench = {
  ids: ['streams-100k-look'],
  run: async ({ say }) => {
    const postgres = await startPostgres({ syncs: true });
    try {
      const database = await openDatabase({ url: await postgres.newDatabase() });
      const log = createPostgresLog(database);
      await database.pool.query(
        `insert into atelier.streams select 'session/sess_' || n, 1, 1, 'sha256:' || md5(n::text) from generate_series(1, $1::integer) as n`,
        [STREAMS],
      );
      let seen = '';
      const first = await timed(async () => {
        const { lengths, next } = await log.lengths('session');
        if (lengths.size !== STREAMS) throw new Error(`${lengths.size} streams`);
        seen = next;
      });
      const looks: number[] = [];
      for (let look = 0; look < LOOKS; look += 1) {
        for (let nth = 0; nth < MOVED; nth += 1)
          await must(log.append(`session/new_${nth}`, [oneKilobyte(nth)], { expected: 'any' }));
        looks.push(
          await timed(async () => {
            const { lengths, next } = await log.lengths('session', seen);
            if (lengths.size < MOVED) throw new Error(`only ${lengths.size} of those that moved`);
            seen = next;
          }),
        );
      }
      say(`the first look, at all of them: ${first.toFixed(0)} ms`);
      await log.close();
      await database.close();
      return [{ id: 'streams-100k-look', value: median(looks), unit: 'ms' }];
    } finally {
      await postgres.stop();
    }
  },
};
