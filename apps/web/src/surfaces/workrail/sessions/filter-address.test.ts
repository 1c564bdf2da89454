import { expect, test } from 'vitest';
import { addressOf, filterOf } from './filter-address.ts';

test('a filter comes out of its address as it went in, and nonsense is left out', () => {
  const filter = { query: 'release', status: 'blocked', workspace: '/work' } as const;
  expect(filterOf(addressOf(filter))).toEqual(filter);
  expect(filterOf({ query: 2025, archived: true })).toEqual({ query: '2025', archived: true });
  expect(filterOf({ status: 'nope', archived: 'yes', other: 1 })).toEqual({});
  expect(filterOf(addressOf({ sort: 'title', reversed: true }))).toEqual({ sort: 'title', reversed: true });
  expect(addressOf({ query: '' })).toEqual({});
});
