import type { ModelsView } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { serverOf } from './server-of.ts';

const model = (modelId: string, endpointId: string | null) => ({ modelId, endpointId }) as ModelsView['models'][number];
const endpoint = (endpointId: string, url: string) => ({ endpointId, url }) as ModelsView['endpoints'][number];
const view = {
  models: [model('local:a/m', 'a'), model('local:b/m', 'b'), model('local:c/m', 'c'), model('openai:m', null)],
  endpoints: [
    endpoint('a', 'http://127.0.0.1:11434/v1'),
    endpoint('b', 'https://models.example/v1'),
    endpoint('c', 'http://[::1]:8080/v1'),
  ],
};

test('a server on this computer is told apart from one elsewhere', () => {
  expect(['local:a/m', 'local:b/m', 'local:c/m'].map((modelId) => serverOf(modelId, view))).toEqual([
    { host: '127.0.0.1:11434', isHere: true },
    { host: 'models.example', isHere: false },
    { host: '[::1]:8080', isHere: true },
  ]);
});

test('a model of a provider has no server of its own', () => {
  expect(serverOf('openai:m', view)).toBeUndefined();
  expect(serverOf('local:gone/m', view)).toBeUndefined();
});
