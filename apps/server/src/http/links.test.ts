import { expect, test } from 'vitest';
import { createLinks } from './links.ts';

test('a token is good once', () => {
  const links = createLinks(() => 0);
  const { token } = links.create();
  expect([links.redeem(token), links.redeem(token)]).toEqual([true, false]);
});

test('a token that is a day old is good no more', () => {
  let now = 1_000;
  const links = createLinks(() => now);
  const [early, late] = [links.create(), links.create()];
  now = early.expiresAt - 1;
  expect(links.redeem(early.token)).toBe(true);
  now = late.expiresAt;
  expect(links.redeem(late.token)).toBe(false);
});

test('of too many the oldest go', () => {
  const links = createLinks(() => 0);
  const tokens = Array.from({ length: 65 }, () => links.create().token);
  expect([links.redeem(tokens[0] ?? ''), links.redeem(tokens[1] ?? '')]).toEqual([false, true]);
});
