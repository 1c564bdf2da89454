import { expect, test, vi } from 'vitest';
import { aheadOr, askAhead } from './ahead.ts';
import type { Atelier } from './atelier.ts';

const atelier = () => ({}) as Atelier;

test('what was asked ahead is answered once, and asked again after that', async () => {
  const here = atelier();
  askAhead(here, 'bench', async () => 'early');
  const ask = vi.fn(async () => 'late');
  expect(await aheadOr(atelier(), 'bench', ask)).toBe('late');
  expect(await aheadOr(here, 'other', ask)).toBe('late');
  expect(ask).toHaveBeenCalledTimes(2);
  expect(await aheadOr(here, 'bench', ask)).toBe('early');
  expect(await aheadOr(here, 'bench', ask)).toBe('late');
});

test('an answer nobody came for in time is not used', async () => {
  vi.useFakeTimers();
  const here = atelier();
  askAhead(here, 'bench', async () => 'early');
  vi.advanceTimersByTime(11_000);
  expect(await aheadOr(here, 'bench', async () => 'late')).toBe('late');
  vi.useRealTimers();
});
