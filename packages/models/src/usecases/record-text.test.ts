import { createMemoryLog } from '@atelier/kernel/adapters';
import { expect, test } from 'vitest';
import { createTextRecorder } from './record-text.ts';

const recorderOn = (log: Pick<ReturnType<typeof createMemoryLog>, 'append'>) =>
  createTextRecorder({
    write: async (offset, text) =>
      (
        await log.append('bench/b1', [{ kind: 'message.assistant_partial', key: null, data: { offset, text } }], {
          expected: 'any',
        })
      ).ok,
    everyMs: 2,
  });

test('[MD-19] streamed text is durable in few commits, each going on where the last ended', async () => {
  const log = createMemoryLog();
  const recorder = recorderOn(log);
  for (let at = 0; at < 500; at += 1) {
    recorder.take(`${at} `);
    if (at % 50 === 0) await new Promise((next) => setTimeout(next, 4));
  }
  expect(await recorder.settled()).toBe(true);
  const read = await log.read('bench/b1');
  if (!read.ok) throw new Error('unreadable');
  const pieces = read.value.events.map(({ data }) => data as { offset: number; text: string });
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.length).toBeLessThan(100);
  let text = '';
  for (const piece of pieces) {
    expect(piece.offset).toBe(text.length);
    text += piece.text;
  }
  expect(text).toBe(Array.from({ length: 500 }, (_, at) => `${at} `).join(''));
});

test('a log that refuses or breaks is told, and nothing is written after a hole', async () => {
  for (const append of [
    async () => ({ ok: false as const, error: { code: 'LOCKED' as const, afterMs: 1 } }),
    async () => Promise.reject(new Error('disk')),
  ]) {
    let calls = 0;
    const recorder = recorderOn({
      append: () => {
        calls += 1;
        return append();
      },
    });
    recorder.take('a');
    expect(await recorder.settled()).toBe(false);
    recorder.take('b');
    expect(await recorder.settled()).toBe(false);
    expect(calls).toBe(1);
  }
});
