import { expect, test } from 'vitest';
import { createMemoryLog } from '../adapters/memory/memory-log.ts';
import type { LogEvent } from '../core/event.ts';
import type { Json } from '../core/json.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { Snapshots } from '../ports/snapshots.ts';
import { said, unwrap } from '../testing/log-promises.ts';
import { createProjection } from './projection.ts';

const join = (texts: string, event: LogEvent): string => texts + String(event.data['text']);

const counted = (log: EventLog) => {
  const reads: (number | undefined)[] = [];
  const read: EventLog['read'] = (stream, range) => {
    reads.push(range?.from);
    return log.read(stream, range);
  };
  return { log: { read }, reads };
};

test('a projection folds what is there, then only what is new', async () => {
  const log = createMemoryLog();
  const { log: watched, reads } = counted(log);
  const texts = createProjection({ log: watched, initial: '', evolve: join });
  await log.append('session/s', [said('a'), said('b')], { expected: 0 });
  expect(unwrap(await texts.at('session/s'))).toEqual({ state: 'ab', seq: 2 });
  await log.append('session/s', [said('c')], { expected: 2 });
  expect(unwrap(await texts.at('session/s'))).toEqual({ state: 'abc', seq: 3 });
  expect(reads).toEqual([0, 2]);
});

test('calls that come together each see a whole fold, and no event is folded twice', async () => {
  const log = createMemoryLog();
  const texts = createProjection({ log, initial: '', evolve: join });
  await log.append('session/s', [said('a')], { expected: 0 });
  const before = Promise.all([texts.at('session/s'), texts.at('session/s'), texts.at('session/s')]);
  await log.append('session/s', [said('b')], { expected: 1 });
  for (const fold of await before) expect(['a', 'ab']).toContain(unwrap(fold).state);
  expect(unwrap(await texts.at('session/s')).state).toBe('ab');
});

test('a stream that does not exist, or could not, is empty', async () => {
  const texts = createProjection({ log: createMemoryLog(), initial: '', evolve: join });
  expect(unwrap(await texts.at('session/none'))).toEqual({ state: '', seq: 0 });
  expect(unwrap(await texts.at('../none'))).toEqual({ state: '', seq: 0 });
});

test('only so many streams stay folded', async () => {
  const log = createMemoryLog();
  const { log: watched, reads } = counted(log);
  const texts = createProjection({ log: watched, initial: '', evolve: join, keep: 2 });
  for (const stream of ['session/a', 'session/b', 'session/c']) {
    await log.append(stream, [said('x')], { expected: 0 });
    await texts.at(stream);
  }
  reads.length = 0;
  await texts.at('session/c');
  await texts.at('session/a');
  expect(reads).toEqual([1, 0]);
});

test('a log that became shorter is folded anew', async () => {
  let log = createMemoryLog();
  const texts = createProjection({
    log: { read: (stream, range) => log.read(stream, range) },
    initial: '',
    evolve: join,
  });
  await log.append('session/s', [said('a'), said('b')], { expected: 0 });
  await texts.at('session/s');
  log = createMemoryLog();
  await log.append('session/s', [said('z')], { expected: 0 });
  expect(unwrap(await texts.at('session/s'))).toEqual({ state: 'z', seq: 1 });
});

test('a snapshot is written when enough was folded, and spares the next process the read', async () => {
  const log = createMemoryLog();
  const saved: { seq: number; state: Json }[] = [];
  const store: Snapshots = { load: async () => saved.at(-1), save: async (_stream, _of, at) => void saved.push(at) };
  const snapshot = { store, of: { name: 'texts', version: 1 }, encode: (s: string) => s, decode: String, every: 3 };
  await log.append('session/s', [said('a'), said('b')], { expected: 0 });
  await createProjection({ log, initial: '', evolve: join, snapshot }).at('session/s');
  expect(saved).toEqual([]);
  await log.append('session/s', [said('c')], { expected: 2 });
  await createProjection({ log, initial: '', evolve: join, snapshot }).at('session/s');
  expect(saved).toEqual([{ seq: 3, state: 'abc' }]);
  await log.append('session/s', [said('d')], { expected: 3 });
  const { log: watched, reads } = counted(log);
  const later = createProjection({ log: watched, initial: '', evolve: join, snapshot });
  expect(unwrap(await later.at('session/s'))).toEqual({ state: 'abcd', seq: 4 });
  expect(reads).toEqual([3]);
});
