import { expect, test } from 'vitest';
import { splitChunks } from './split-chunks.ts';

test('a short text is one piece in its own language', () => {
  expect(splitChunks('כניסה', 'הקמה מ-06:00')).toEqual([{ title: 'כניסה', text: 'הקמה מ-06:00', lang: 'he' }]);
  expect(splitChunks('Doors', 'Doors open at six')).toMatchObject([{ lang: 'en' }]);
});

test('a long text is cut between paragraphs and words, and nothing of it is lost', () => {
  const paragraph = 'word '.repeat(300).trim();
  const text = [paragraph, paragraph, paragraph].join('\n\n');
  const chunks = splitChunks('Manual', text);
  expect(chunks.length).toBeGreaterThan(1);
  for (const { text: piece } of chunks) expect(piece.length).toBeLessThanOrEqual(1_800);
  expect(chunks.flatMap(({ text: piece }) => piece.split(/\s+/)).length).toBe(900);
  expect(splitChunks('Nothing', '  \n ')).toEqual([]);
});
