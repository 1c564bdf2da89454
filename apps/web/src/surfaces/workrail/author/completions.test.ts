import type { BuiltinEntry } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { offersAt } from './completions.ts';

const builtin = (kind: BuiltinEntry['kind'], id: string): BuiltinEntry => ({
  kind,
  id,
  summary: `About ${id}`,
  argSchema: {},
  snippet: {},
});
const builtins = [builtin('feature', 'wr.features.one'), builtin('template', 'wr.templates.two')];
const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    kind: { enum: ['workflow', 'routine'] },
    steps: {
      type: 'array',
      items: {
        anyOf: [
          { type: 'object', properties: { title: { type: 'string', description: 'Shown above it.' } } },
          { $ref: '#/$defs/loop' },
        ],
      },
    },
  },
  $defs: { loop: { type: 'object', properties: { loopId: { type: 'string' }, body: { type: 'array' } } } },
};
const labels = (path: readonly string[], place: 'name' | 'value') =>
  offersAt(path, place, builtins, schema).map(({ label }) => label);

test('fields of every form a place may take are offered as names', () => {
  expect(labels([], 'name')).toEqual(['name', 'kind', 'steps']);
  expect([...labels(['steps'], 'name')].sort()).toEqual(['body', 'loopId', 'title']);
});

test('builtins are offered where they may stand, closed sets where they are closed', () => {
  expect(labels(['steps', 'templateId'], 'value')).toEqual(['wr.templates.two']);
  expect(labels(['features'], 'value')).toEqual(['wr.features.one']);
  expect(labels(['kind'], 'value')).toEqual(['workflow', 'routine']);
  expect(labels(['name'], 'value')).toEqual([]);
});

test('what is inserted is ready to go on from', () => {
  expect(offersAt([], 'name', builtins, schema).map(({ insert }) => insert)).toEqual([
    '"name": ""',
    '"kind": ',
    '"steps": []',
  ]);
});
