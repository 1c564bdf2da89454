import type { Delta } from '@atelier/contracts';
import type { Whispers } from '@atelier/kernel/ports';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeltaBus } from './delta-bus.ts';
import { whisperDeltas } from './whispered-deltas.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Two servers that hear each other; the words between them can be lost. */
const pair = () => {
  const hearers: ((text: string) => void)[][] = [[], []];
  const words: string[] = [];
  const line = { isLossy: false };
  const sideOf = (own: 0 | 1): Whispers => ({
    longest: 7_000,
    say: (_topic, text) => {
      words.push(text);
      if (!line.isLossy) for (const hear of hearers[1 - own] ?? []) hear(text);
    },
    hear: (_topic, onText) => {
      hearers[own]?.push(onText);
      return () => undefined;
    },
  });
  const [here, there] = [whisperDeltas(createDeltaBus(), sideOf(0)), whisperDeltas(createDeltaBus(), sideOf(1))];
  return { here, there, words, line };
};
const text = (offset: number, piece: string): Delta => ({ kind: 'text', id: 'm', offset, text: piece });

test('text that is written on one server is seen on the other, gathered into few words, and ends there', () => {
  const { here, there, words } = pair();
  const letters = [...'Ten letters'];
  for (const [at, letter] of letters.entries()) here.publish('bench/a', text(at, letter));
  vi.advanceTimersByTime(100);
  expect(there.live('bench/a')).toEqual([text(0, 'Ten letters')]);
  expect(words).toHaveLength(1);
  here.publish('bench/a', text(11, ' and more'));
  here.publish('bench/a', { kind: 'ended', id: 'm' });
  expect(there.live('bench/a')).toEqual([]);
});

test('a long text crosses in pieces, whatever it is made of; too much at once is cut, never torn', () => {
  const { here, there, words } = pair();
  const long = '"\\\n…א😀'.repeat(1_000);
  here.publish('bench/a', text(0, long));
  vi.advanceTimersByTime(100);
  expect(there.live('bench/a')).toEqual([text(0, long)]);
  for (const word of words) expect(Buffer.byteLength(JSON.stringify(word))).toBeLessThan(7_900);
  here.publish('bench/b', text(0, 'x'.repeat(100_000)));
  vi.advanceTimersByTime(100);
  expect(there.live('bench/b')).toEqual([text(0, 'x'.repeat(12_000))]);
});

test('after a gap nothing is put in a wrong place; what a server that is gone was writing goes away', () => {
  const { here, there, line } = pair();
  here.publish('bench/a', text(0, 'One '));
  vi.advanceTimersByTime(100);
  line.isLossy = true;
  here.publish('bench/a', text(4, 'two '));
  vi.advanceTimersByTime(100);
  line.isLossy = false;
  here.publish('bench/a', text(8, 'three'));
  vi.advanceTimersByTime(100);
  expect(there.live('bench/a')).toEqual([text(0, 'One ')]);
  vi.advanceTimersByTime(30_000);
  expect(there.live('bench/a')).toEqual([]);
});
