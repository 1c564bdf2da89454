import { expect, test } from 'vitest';
import { scriptedEntry } from '../testing/scripted-model.ts';
import type { ChatRequest } from './chat.ts';
import { measure, pictureTokens, tooLarge } from './measure.ts';
import { callOf } from './prompt.ts';
import type { ModelEntry } from './registry.ts';

const entry: ModelEntry = { ...scriptedEntry, provider: 'openai', modelId: 'openai:x', contextTokens: 10_000 };
const picture = { mediaType: 'image/png', data: 'A'.repeat(100_000) };
const request: ChatRequest = {
  messages: [
    { role: 'system', text: 's'.repeat(4_000) },
    { role: 'user', text: 'u'.repeat(8_000), pictures: [picture] },
  ],
  tools: [{ name: 't', description: 'd'.repeat(400), inputSchema: {} }],
};
const { signal } = new AbortController();

test('a request is measured by its parts; a picture counts the same whatever its size', () => {
  const size = measure(entry, request);
  expect(size.instructions).toBeCloseTo(1_000, -2);
  expect(size.conversation).toBeCloseTo(2_000, -2);
  expect(size.tools).toBeCloseTo(110, -2);
  expect(size).toMatchObject({ schema: 0, pictures: pictureTokens, limit: 9_000 });
  expect(size.total).toBe(size.instructions + size.conversation + size.tools + size.pictures);
});
test('what does not fit is said before it is sent; rules in this process take anything', () => {
  expect(tooLarge(entry, request)).toBeUndefined();
  const small = { ...entry, contextTokens: 5_000 };
  expect(tooLarge(small, request)).toMatchObject({ code: 'CONTEXT_EXHAUSTED', unsent: true });
  expect(tooLarge({ ...small, provider: 'builtin' }, request)).toBeUndefined();
});
test('a picture goes to a model that can see; another is told that there was one', () => {
  const parts = (vision: boolean) => {
    const message = callOf({ ...entry, vision }, request, signal).prompt[1];
    return message?.role === 'user' ? message.content.map((part) => part.type) : [];
  };
  expect(parts(true)).toEqual(['text', 'file']);
  expect(parts(false)).toEqual(['text', 'text']);
});
test('the stable beginning is marked where a provider keeps nothing unmarked', () => {
  const marks = (provider: ModelEntry['provider']) =>
    callOf({ ...entry, provider }, request, signal).prompt.map(({ providerOptions }) => providerOptions?.anthropic);
  expect(marks('anthropic')).toEqual(Array(2).fill({ cacheControl: { type: 'ephemeral' } }));
  expect(marks('openai')).toEqual([undefined, undefined]);
});
