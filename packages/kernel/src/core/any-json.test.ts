import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { anyJson } from './any-json.ts';

test('everything that JSON can say is taken as it is, and nothing else', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain = JSON.parse(JSON.stringify(value));
      expect(anyJson.parse(plain)).toEqual(plain);
    }),
  );
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  for (const value of [
    undefined,
    Number.NaN,
    new Date(),
    1n,
    () => 1,
    new Map(),
    { a: undefined },
    [Symbol.iterator],
    circle,
  ])
    expect(anyJson.safeParse(value).success).toBe(false);
});

test('a member that has to be JSON has to be there, and says so where it is not', () => {
  const told = z.object({ at: z.object({ value: anyJson }) }).safeParse({ at: {} });
  expect(told.error?.issues).toMatchObject([{ path: ['at', 'value'] }]);
});
