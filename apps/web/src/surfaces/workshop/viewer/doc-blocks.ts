import type { DocSection } from './shapes.ts';

type Paragraph = DocSection['paragraphs'][number];
export type DocBlock =
  | ({ readonly kind: 'paragraph' } & Paragraph)
  | { readonly kind: 'table'; readonly index: number; readonly rows: readonly (readonly string[])[] };

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
