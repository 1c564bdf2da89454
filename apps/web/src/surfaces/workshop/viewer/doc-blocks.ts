import type { DocSection } from './shapes.ts';

type Paragraph = DocSection['paragraphs'][number];
export type DocBlock =
  | ({ readonly kind: 'paragraph' } & Paragraph)
  | ({ readonly kind: 'table' } & DocSection['tables'][number]);

/** Paragraphs and tables in the order of the document: both count its blocks. */
export const blocksOf = ({ paragraphs, tables }: DocSection): readonly DocBlock[] =>
  [
    ...paragraphs.map((paragraph): DocBlock => ({ kind: 'paragraph', ...paragraph })),
    ...tables.map((table): DocBlock => ({ kind: 'table', ...table })),
  ].toSorted((a, b) => a.index - b.index);

/** 1 to 6 for a heading, by the name of its style in English or Hebrew; 0 for other text. */
export const headingLevel = (style: string): number => {
  if (/^title$/i.test(style) || style === 'כותרת') return 1;
  const [, digit] = /^(?:heading|כותרת)\s*(\d)/i.exec(style) ?? [];
  return digit === undefined ? 0 : Math.min(6, Number(digit));
};

/** A paragraph and a cell of a table as a set of changes names them; cells are counted from 1. */
export const paragraphMark = (text: string): string => `¶${text}`;
export const tableCellMark = (row: number, column: number, text: string): string => `¶${row}:${column}:${text}`;

/** Whether a block, or one of its cells, is among the changes. An empty paragraph is like every other one, and never is. */
export const isMarked = (block: DocBlock, marks: ReadonlySet<string>): boolean =>
  block.kind === 'paragraph'
    ? (block.text.trim() !== '' && marks.has(paragraphMark(block.text))) || isMarkedByBoxes(block, marks)
    : block.rows.some((row, down) => row.some((text, across) => marks.has(tableCellMark(down + 1, across + 1, text))));

/** A change in the words of its boxes names a paragraph by all of them. */
const isMarkedByBoxes = ({ text, beside }: Paragraph, marks: ReadonlySet<string>): boolean => {
  const boxes = beside.flatMap((each) => (each.kind === 'box' ? [each.text] : []));
  return boxes.length > 0 && marks.has(paragraphMark([text, ...boxes].join('\n')));
};
