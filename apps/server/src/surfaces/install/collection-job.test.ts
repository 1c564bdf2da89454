import type { Result } from '@atelier/kernel/core';
import { type Collected, type LiveUnreadable, PinsUnreadable } from '@atelier/kernel/usecases';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCollectionJob } from './collection-job.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Step = () => Promise<Result<Collected, LiveUnreadable>>;
const swept = (objects: number): Result<Collected, never> => ({
  ok: true,
  value: { kind: 'swept', swept: { objects, bytes: objects * 100 }, condemned: 0 },
});
const waiting: Result<Collected, never> = { ok: true, value: { kind: 'waiting', afterMs: 1 } };

const begin = (step: Step) => {
  const told: unknown[] = [];
  const faults: unknown[] = [];
  const job = createCollectionJob({
    step,
    everyMs: 1_000,
    onSwept: async (each) => void told.push(each),
    onFault: (cause) => void faults.push(cause),
  });
  job.start();
  return { job, told, faults };
};

test('it looks now and then, one look at a time, and tells of what was let go', async () => {
  let looks = 0;
  let finish: () => void = () => undefined;
  const { job, told } = begin(async () => {
    looks += 1;
    if (looks === 2)
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    return looks === 1 ? waiting : swept(looks === 2 ? 3 : 0);
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(looks).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toBe(2);
  finish();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks).toBe(3);
  // A sweep that found nothing is nothing to tell.
  expect(told).toEqual([{ objects: 3, bytes: 300 }]);
  await job.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toBe(3);
});

test('what is in the way is said until it is not, and the looking goes on', async () => {
  const unreadable: Result<Collected, LiveUnreadable> = {
    ok: false,
    error: { code: 'LIVE_CONTENT_UNREADABLE', ids: [], parts: [] },
  };
  const answers: Step[] = [
    async () => unreadable,
    () => Promise.reject(new PinsUnreadable('session/x', { code: 'INVALID', reason: 'bad_stream', detail: '' })),
    () => Promise.reject(new Error('no disk')),
    async () => swept(0),
  ];
  const { job, faults } = begin(() => (answers.shift() as Step)());
  const seen: unknown[] = [];
  for (let look = 0; look < 4; look += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    seen.push(job.trouble());
  }
  expect(seen).toEqual(['LIVE_CONTENT_UNREADABLE', 'STREAM_UNREADABLE', 'FAULT', null]);
  expect(faults).toHaveLength(2);
  await job.stop();
});
