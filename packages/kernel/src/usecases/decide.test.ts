import { expect, test } from 'vitest';
import { createMemoryLog } from '../adapters/memory/memory-log.ts';
import { err, ok } from '../core/result.ts';
import type { AppendRefused, EventLog } from '../ports/event-log.ts';
import { said, unwrap } from '../testing/log-promises.ts';
import { createDecide } from './decide.ts';
import { createProjection } from './projection.ts';

const setUp = (append?: (log: EventLog) => EventLog['append']) => {
  const memory = createMemoryLog();
  const log = { ...memory, append: append?.(memory) ?? memory.append };
  const states = createProjection({ log, initial: '', evolve: (texts, { data }) => texts + String(data['text']) });
  const pauses: number[] = [];
  const decide = createDecide({
    log,
    states,
    random: () => 0.5,
    pause: async (ms) => void pauses.push(ms),
  });
  return { log: memory, decide, states, pauses };
};

/** Refuses the first `times` appends. */
const refusing =
  (times: number, error: AppendRefused) =>
  (log: EventLog): EventLog['append'] => {
    let left = times;
    return async (...call) => {
      left -= 1;
      return left >= 0 ? err(error) : log.append(...call);
    };
  };

test('a decision of several events is one commit', async () => {
  const { decide, log } = setUp();
  const done = unwrap(await decide('bench/b', (state) => ok({ events: [said(`${state}a`), said('b')] })));
  expect(done).toMatchObject({ seq: 2, written: true });
  expect(unwrap(await log.commits('bench/b')).commits).toHaveLength(1);
});

test('a refusal, and a decision without events, write nothing', async () => {
  const { decide, log } = setUp();
  expect(await decide('bench/b', () => err({ code: 'NO_DRAFT' }))).toEqual(err({ code: 'NO_DRAFT' }));
  expect(unwrap(await decide('bench/b', () => ok({ events: [] })))).toEqual({ seq: 0, written: false });
  expect(unwrap(await log.read('bench/b')).events).toEqual([]);
});

test('another writer in between means deciding again on what is true by then', async () => {
  const { decide, log } = setUp();
  let other = 3;
  const seen: string[] = [];
  const done = await decide('bench/b', async (state) => {
    seen.push(state);
    if (other > 0) await log.append('bench/b', [said(String(other))], { expected: 'any' });
    other -= 1;
    return ok({ events: [said('mine')] });
  });
  expect(unwrap(done).seq).toBe(4);
  expect(seen).toEqual(['', '3', '32', '321']);
});

test('calls of one process take turns: each decides once', async () => {
  const { decide, states } = setUp();
  let decisions = 0;
  const calls = Array.from({ length: 50 }, () =>
    decide('bench/b', async (state) => {
      decisions += 1;
      await Promise.resolve();
      return ok({ events: [said(String.fromCharCode(97 + (state.length % 26)))] });
    }),
  );
  for (const call of await Promise.all(calls)) unwrap(call);
  expect(decisions).toBe(50);
  expect(unwrap(await states.at('bench/b')).state).toHaveLength(50);
});

test('calls on other streams do not wait', async () => {
  const { decide } = setUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = decide('bench/a', async () => {
    await promise;
    return ok({ events: [said('a')] });
  });
  unwrap(await decide('bench/b', () => ok({ events: [said('b')] })));
  resolve();
  unwrap(await slow);
});

test('a locked stream is waited for as long as the log says, with jitter', async () => {
  const { decide, pauses } = setUp(refusing(2, { code: 'LOCKED', afterMs: 40 }));
  expect(unwrap(await decide('bench/b', () => ok({ events: [said('a')] }))).seq).toBe(1);
  expect(pauses).toEqual([60, 60]);
});

test('a stream that stays locked, or keeps moving, is BUSY in the end', async () => {
  const locked = setUp(refusing(1_000, { code: 'LOCKED', afterMs: 40 }));
  expect(await locked.decide('bench/b', () => ok({ events: [said('a')] }))).toEqual(err({ code: 'BUSY', afterMs: 40 }));
  const stale = setUp(refusing(1_000, { code: 'STALE', next: 7 }));
  expect(await stale.decide('bench/b', () => ok({ events: [said('a')] }))).toMatchObject({ error: { code: 'BUSY' } });
  expect(Math.max(...stale.pauses)).toBeLessThanOrEqual(50);
});

test('a call that fails does not stop those behind it', async () => {
  const { decide } = setUp();
  const broken = decide('bench/b', () => {
    throw new Error('a bug in a decision');
  });
  const next = decide('bench/b', () => ok({ events: [said('a')] }));
  await expect(broken).rejects.toThrow('a bug in a decision');
  expect(unwrap(await next).seq).toBe(1);
});

test('a retry by key answers with what was recorded', async () => {
  const { decide } = setUp();
  const event = { ...said('a'), key: 'k' };
  const first = unwrap(await decide('bench/b', () => ok({ events: [event] })));
  const again = unwrap(await decide('bench/b', () => ok({ events: [event] })));
  expect(again.appended?.events).toEqual(first.appended?.events);
  expect(again).toMatchObject({ written: false });
});
