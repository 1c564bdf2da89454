import type { ListedEntry } from '@atelier/models';
import { expect, test } from 'vitest';
import { modelIdFor } from './model-for-purpose.ts';

const listed = (modelId: string, provider: string, input: number | null, more: Partial<ListedEntry> = {}) =>
  ({
    entry: {
      modelId,
      provider,
      ...(input === null ? {} : { price: { input, output: input * 4, asOf: '2026-01-01' } }),
    },
    endpointId: null,
    unavailable: null,
    isUnlisted: false,
    ...more,
  }) as ListedEntry;

const entries = [
  listed('a:large', 'a', 10),
  listed('a:small', 'a', 1),
  listed('a:old', 'a', 0.1, { isUnlisted: true }),
  listed('a:off', 'a', 0.1, { unavailable: 'no_key' }),
  listed('b:tiny', 'b', 0.01),
  listed('builtin:offline', 'builtin', null),
];
const none = { router: null, skill: null, judge: null };
const at = (modelId: string) => ({ entries, defaultModel: { modelId } });

test('skills and the judge ask the default model, the router the cheapest usable one of its provider', () => {
  expect(modelIdFor('skill', none, at('a:large'))).toBe('a:large');
  expect(modelIdFor('judge', none, at('a:large'))).toBe('a:large');
  expect(modelIdFor('router', none, at('a:large'))).toBe('a:small');
});

test('what was chosen is asked, also from another provider', () => {
  const chosen = { router: 'b:tiny', skill: 'a:small', judge: 'b:tiny' };
  expect((['router', 'skill', 'judge'] as const).map((purpose) => modelIdFor(purpose, chosen, at('a:large')))).toEqual([
    'b:tiny',
    'a:small',
    'b:tiny',
  ]);
});

test('without a model the rules stay the rules', () => {
  expect(modelIdFor('router', none, at('builtin:offline'))).toBe('builtin:offline');
});
