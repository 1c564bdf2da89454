import { expect, test } from 'vitest';
import { spokenText } from './spoken-text.ts';

test('what was heard runs ahead of what is durable, and never behind it', () => {
  expect(spokenText({ text: 'Tot', state: 'streaming' }, 'Total is')).toBe('Total is');
  expect(spokenText({ text: 'Total is 12', state: 'streaming' }, 'Tot')).toBe('Total is 12');
  expect(spokenText({ text: 'Total', state: 'streaming' }, '')).toBe('Total');
});

test('once it is done, what is durable counts', () => {
  expect(spokenText({ text: 'Total.', state: 'done' }, 'Total. And a lost attempt')).toBe('Total.');
});
