import { expect, test } from 'vitest';
import type { EventLog } from '../../ports/event-log.ts';
import { said, textsOf, unwrap } from '../../testing/log-promises.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import type { Database } from './database.ts';

const server = usePostgres();

/** What stands in the way of each further trip of an append; `pass` lets it through. */
type Meets = 'pass' | Error;

const withCode = (code: string, message: string): Error => Object.assign(new Error(message), { code });
const noConnection = new Error('timeout exceeded when trying to connect');
const rowHeld = withCode('55P03', 'canceling statement due to lock timeout');
const diskFull = withCode('53100', 'could not extend file');
const nobodyThere = withCode('ECONNREFUSED', 'connect ECONNREFUSED');

/** The first trip's commit is made and its answer lost; the trips after it meet the rest, then the last again and again. */
const loseAnswer = (
  database: Database,
  isLost: 'made' | 'asked only',
  ...then: readonly Meets[]
): { trips: number } => {
  const query = database.pool.query.bind(database.pool) as (...given: unknown[]) => Promise<unknown>;
  const seen = { trips: 0 };
  Object.assign(database.pool, {
    query: async (...given: unknown[]) => {
      if (!/atelier-(append|commit)/.test(JSON.stringify(given[0]))) return query(...given);
      seen.trips += 1;
      if (seen.trips > 1) {
        const meets = then[Math.min(seen.trips - 2, then.length - 1)] ?? 'pass';
        if (meets !== 'pass') throw meets;
        return query(...given);
      }
      if (isLost === 'made') await query(...given);
      throw new Error('Connection terminated unexpectedly');
    },
  });
  return seen;
};

const openAfterFirst = async () => {
  const url = await server.newDatabase();
  const { database, log } = await server.openLog(url);
  unwrap(await log.append('session/s', [said('first')], { expected: 0 }));
  return { database, log, other: (await server.openLog(url)).log };
};

const allTexts = async (log: EventLog) => textsOf(unwrap(await log.read('session/s')).events);

test.each([
  ['no connection', noConnection],
  ['a held row', rowHeld],
  ['an error of the server', diskFull],
  ['nobody there', nobodyThere],
])('a commit whose answer was lost is settled though %s stood in the way for a while', async (_, cause) => {
  const { database, log, other } = await openAfterFirst();
  loseAnswer(database, 'made', cause, cause, 'pass');
  expect(await log.append('session/s', [said('second')], { expected: 1 })).toMatchObject({
    ok: true,
    value: { first: 1, repeated: false },
  });
  expect(await allTexts(other)).toEqual(['first', 'second']);
});

test.each([
  ['no connection', noConnection],
  ['a held row', rowHeld],
  ['an error of the server', diskFull],
  ['nobody there', nobodyThere],
])(
  'a commit that cannot be settled for %s is in doubt: never said to be refused, for it may stand',
  async (_, cause) => {
    const { database, log, other } = await openAfterFirst();
    loseAnswer(database, 'made', cause);
    const answer = await log.append('session/s', [said('second', 'k')], { expected: 1 });
    expect(answer).toMatchObject({ ok: false, error: { inDoubt: true } });
    expect(await allTexts(other)).toEqual(['first', 'second']);
    // Who asks again with the key learns what became of it.
    expect(unwrap(await other.append('session/s', [said('second', 'k')], { expected: 1 })).repeated).toBe(true);
  },
);

test('a lost answer to a mere question leaves nothing in doubt', async () => {
  const { database, log } = await openAfterFirst();
  // A stale `expected` is not believed before the database was asked where the stream ends.
  loseAnswer(database, 'asked only', rowHeld);
  expect(await log.append('session/s', [said('second')], { expected: 5 })).toMatchObject({ error: { code: 'LOCKED' } });
});
