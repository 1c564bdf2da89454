import { expect, test } from 'vitest';
import { createLinks } from './links.ts';

test('a token is good once, and is known to be used after that', () => {
  const links = createLinks(() => 0);
  const { token } = links.create();
  expect([token, token, 'made-up'].map(links.redeem)).toEqual(['good', 'used', 'unknown']);
});

test('a token that is a day old is good no more, and stays so', () => {
  let now = 1_000;
  const links = createLinks(() => now);
  const [early, late] = [links.create(), links.create()];
  now = early.expiresAt - 1;
  expect(links.redeem(early.token)).toBe('good');
  now = late.expiresAt;
  expect([late.token, late.token].map(links.redeem)).toEqual(['expired', 'expired']);
});

test('of too many the oldest go', () => {
  const links = createLinks(() => 0);
  const tokens = Array.from({ length: 65 }, () => links.create().token);
  expect([tokens[0] ?? '', tokens[1] ?? ''].map(links.redeem)).toEqual(['unknown', 'good']);
});

test('a used token makes room before one that is still good', () => {
  const links = createLinks(() => 0);
  const tokens = Array.from({ length: 64 }, () => links.create().token);
  const [oldest = '', , used = ''] = tokens;
  links.redeem(used);
  links.create();
  expect([used, oldest].map(links.redeem)).toEqual(['unknown', 'good']);
});
