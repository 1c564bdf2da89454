import { expect, test } from 'vitest';
import { marked } from './marked.ts';

test('every place that says the words is marked, whatever its case, and nothing of the text is lost', () => {
  const parts = marked('Haifa and haifa.', 'haifa');
  expect(parts.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(['Haifa', 'haifa']);
  expect(parts.map(({ text }) => text).join('')).toBe('Haifa and haifa.');
  expect(marked('nothing here', 'Acre')).toEqual([{ text: 'nothing here', isMatch: false }]);
  expect(marked('as it is', ' ')).toEqual([{ text: 'as it is', isMatch: false }]);
});
