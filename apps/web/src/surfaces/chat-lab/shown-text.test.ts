import type { ChatItem } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { shownText, shownThought } from './shown-text.ts';

const spoken = (text: string, state: 'streaming' | 'done'): Extract<ChatItem, { kind: 'assistant' }> => ({
  kind: 'assistant',
  id: 'm1',
  text,
  state,
  modelId: 'builtin:offline',
});
const live = (text: string) => ({ m1: { kind: 'text' as const, id: 'm1', offset: 0, text } });

test('what was heard runs ahead of what is durable, and never behind it', () => {
  expect(shownText(spoken('Tot', 'streaming'), live('Total is'))).toBe('Total is');
  expect(shownText(spoken('Total is 12', 'streaming'), live('Tot'))).toBe('Total is 12');
  expect(shownText(spoken('Total', 'streaming'), {})).toBe('Total');
});

test('once it is done, what is durable counts', () => {
  expect(shownText(spoken('Total.', 'done'), live('Total. And a lost attempt'))).toBe('Total.');
});

test('thoughts are shown only while the model speaks', () => {
  const thought = { 'm1:reasoning': { kind: 'text' as const, id: 'm1:reasoning', offset: 0, text: 'Let me see' } };
  expect(shownThought(spoken('', 'streaming'), thought)).toBe('Let me see');
  expect(shownThought(spoken('x', 'done'), thought)).toBe('');
});
