import { expect, test } from 'vitest';
import { blocksOf, headingLevel } from './doc-blocks.ts';

test('tables stand among the paragraphs where the document has them', () => {
  const paragraph = (index: number) => ({ index, text: `p${index}`, style: '', runs: [] });
  const blocks = blocksOf({
    heading: null,
    paragraphs: [paragraph(0), paragraph(2)],
    tables: [{ index: 1, rows: [['a']] }],
    images: [],
  });
  expect(blocks.map(({ kind, index }) => `${kind} ${index}`)).toEqual(['paragraph 0', 'table 1', 'paragraph 2']);
});

test('headings are told by their style, in both languages', () => {
  expect(['Heading 2', 'heading1', 'Title', 'כותרת 3', 'Normal', 'List Bullet'].map(headingLevel)).toEqual([
    2, 1, 1, 3, 0, 0,
  ]);
});
