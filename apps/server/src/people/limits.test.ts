import { defaultSettings, ownerId } from '@atelier/contracts';
import { expect, test } from 'vitest';
import type { Caller } from '../caller.ts';
import { createPersonLimits } from './limits.ts';

const megabyte = 1024 * 1024;
const dana: Caller = { person: 'usr_dana', role: 'member', via: 'cookie' };
const agentOfDana: Caller = { ...dana, via: 'bearer', token: 'tok_a' };
const eli: Caller = { person: 'usr_eli', role: 'admin', via: 'cookie' };
const owner: Caller = { person: ownerId, role: 'admin', via: 'bearer' };

const setUp = () => {
  let at = 1_000_000;
  const settings = { ...defaultSettings, requestsPerSecond: 2, uploadBytesPerHour: 10 * megabyte };
  const pass = (ms: number) => {
    at += ms;
  };
  return {
    limits: createPersonLimits(
      () => settings,
      () => at,
    ),
    settings,
    pass,
  };
};

test('a person and their agents share one measure, which leaves the others theirs and comes back with time', () => {
  const { limits, pass } = setUp();
  const asked = Array.from({ length: 40 }, (_, nth) => limits.ask(nth % 2 ? dana : agentOfDana));
  // Ten seconds' worth at once.
  expect(asked.filter((over) => over === undefined)).toHaveLength(20);
  expect(asked.at(-1)).toEqual({ code: 'TOO_MANY_REQUESTS', afterMs: 1, most: 2 });
  expect(limits.ask(eli)).toBeUndefined();
  expect(Array.from({ length: 100 }, () => limits.ask(owner)).every((over) => over === undefined)).toBe(true);
  pass(1_000);
  const later = Array.from({ length: 10 }, () => limits.ask(dana));
  expect(later.filter((over) => over === undefined)).toHaveLength(2);
  const wait = later.at(-1)?.afterMs ?? 0;
  pass(wait);
  expect(limits.ask(dana)).toBeUndefined();
});

test('an upload that begins below the limit is taken whole; the next one waits until an hour has room', () => {
  const { limits, pass } = setUp();
  expect(limits.upload(dana)).toBeUndefined();
  limits.uploaded(dana, 15 * megabyte);
  const over = limits.upload(agentOfDana);
  expect(over).toMatchObject({ code: 'UPLOADED_TOO_MUCH', most: 10 * megabyte });
  expect(limits.upload(eli)).toBeUndefined();
  pass((over?.afterMs ?? 0) - 1);
  expect(limits.upload(dana)).toBeDefined();
  pass(1);
  expect(limits.upload(dana)).toBeUndefined();
});

test('a limit that is changed holds from the next request on', () => {
  const { limits, settings } = setUp();
  settings.requestsPerSecond = 1_000;
  expect(Array.from({ length: 500 }, () => limits.ask(dana)).every((over) => over === undefined)).toBe(true);
});
