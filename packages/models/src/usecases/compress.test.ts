import { expect, test } from 'vitest';
import type { ChatMessage } from '../core/chat.ts';
import type { ModelEntry } from '../core/registry.ts';
import { createScriptedModel, type ScriptedTurn, scriptedEntry } from '../testing/index.ts';
import { createCompress } from './compress.ts';

const hosted: ModelEntry = { ...scriptedEntry, provider: 'openai', modelId: 'openai:x' };
const compress = createCompress({ random: () => 0, wait: async () => undefined });
const { signal } = new AbortController();
const talk: readonly ChatMessage[] = [
  { role: 'system', text: 'Be brief.' },
  { role: 'user', text: 'Total of Amount?' },
  { role: 'assistant', text: '', toolCalls: [{ id: 'c1', name: 'table_query', input: {} }] },
  { role: 'tool', callId: 'c1', name: 'table_query', result: { ok: true, sum: 42 } },
  { role: 'assistant', text: 'It is 42.' },
  { role: 'user', text: 'And the mean?' },
];
const on = (script: ScriptedTurn, keep = 2) => compress(talk, keep, createScriptedModel([script], hosted), signal);

test('instructions and the newest messages stay word for word, the rest becomes one summary', async () => {
  const made = await on({ text: 'The total is 42.' });
  expect(made).toMatchObject({ how: 'summary', covered: 3, summary: 'The total is 42.' });
  expect(made?.messages).toEqual([
    talk[0],
    { role: 'user', text: expect.stringContaining('The total is 42.') },
    talk[4],
    talk[5],
  ]);
});
test('a result is never parted from the call it answers', async () => {
  const made = await on({ text: 'S.' }, 3);
  expect(made?.messages.slice(2)).toEqual(talk.slice(2));
});
test.each([
  ['fails', { fails: { code: 'PROVIDER_REFUSED', message: '', status: 400 } }],
  ['runs out of room', { text: 'The tot', reason: 'length' }],
  ['says nothing', { text: ' ' }],
] as const)('where the model %s, beginnings of the messages stand for them, always the same', async (_name, script) => {
  const made = await on(script);
  expect(made).toMatchObject({ how: 'excerpt', covered: 3 });
  expect(made?.summary).toContain('42');
  expect(await compress(talk, 2, undefined, signal)).toEqual({ ...made, usage: undefined });
});
test('a short talk is left as it is', async () => {
  expect(await on({ text: 'S.' }, 5)).toBeUndefined();
});
