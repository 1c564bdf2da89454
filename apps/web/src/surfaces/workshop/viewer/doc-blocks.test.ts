import { expect, test } from 'vitest';
import { blocksOf, type DocBlock, headingLevel, isMarked } from './doc-blocks.ts';
import { DocSection } from './shapes.ts';

test('tables stand among the paragraphs where the document has them', () => {
  const paragraph = (index: number) => ({ index, text: `p${index}`, style: '', runs: [] });
  const blocks = blocksOf(
    DocSection.parse({ paragraphs: [paragraph(0), paragraph(2)], tables: [{ index: 1, rows: [['a']] }] }),
  );
  expect(blocks.map(({ kind, index }) => `${kind} ${index}`)).toEqual(['paragraph 0', 'table 1', 'paragraph 2']);
});

test('headings are told by their style, in both languages', () => {
  expect(['Heading 2', 'heading1', 'Title', 'כותרת 3', 'Normal', 'List Bullet'].map(headingLevel)).toEqual([
    2, 1, 1, 3, 0, 0,
  ]);
});

test('a block is marked by its words, a table by the place and words of a cell, and an empty line never', () => {
  const paragraph = (text: string, ...boxes: string[]): DocBlock => ({
    kind: 'paragraph',
    index: 0,
    text,
    style: '',
    runs: [],
    tracked_runs: [],
    beside: boxes.map((words) => ({ kind: 'box', text: words })),
  });
  const table: DocBlock = {
    kind: 'table',
    index: 1,
    rows: [
      ['Region', 'Total'],
      ['North', '120'],
    ],
    tracked_rows: {},
    beside: [],
  };
  expect(isMarked(paragraph('New words'), new Set(['¶New words']))).toBe(true);
  expect(isMarked(paragraph('Old words'), new Set(['¶New words']))).toBe(false);
  expect(isMarked(paragraph(' '), new Set(['¶ ']))).toBe(false);
  expect(isMarked(paragraph('Words', 'In a box'), new Set(['¶Words\nIn a box']))).toBe(true);
  expect([isMarked(table, new Set(['¶2:2:120'])), isMarked(table, new Set(['¶1:2:120']))]).toEqual([true, false]);
});
