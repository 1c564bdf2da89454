import type { XmlDocument, XmlElement } from '../package/index.ts';
import { boxTexts, captionOf } from './beside-text.ts';
import type { Block, ParagraphBlock, TableBlock } from './blocks.ts';
import type { Piece } from './inline.ts';
import type { Picture } from './media.ts';

export type View = 'final' | 'markup';

/** What a line needs to know beside its block. */
export type Surroundings = {
  readonly view: View;
  readonly document: XmlDocument;
  readonly pictures: readonly Picture[];
  readonly notes: ReadonlyMap<string, string>;
};

/** One block as a line (a table as one line a row), behind its id. */
export const renderBlock = (block: Block, around: Surroundings): string =>
  block.kind === 'paragraph'
    ? `b${block.index}| ${prefixOf(block)}${inline(block.pieces, around)}`
    : tableLines(block, around).join('\n');

const prefixOf = ({ headingLevel, list }: ParagraphBlock): string => {
  if (headingLevel !== undefined) return `${'#'.repeat(headingLevel)} `;
  if (list) return `${'  '.repeat(list.level)}${list.ordered ? '1.' : '-'} `;
  return '';
};

const inline = (pieces: readonly Piece[], around: Surroundings): string =>
  pieces
    .filter(({ fallback, deleted }) => !fallback && (around.view === 'markup' || !deleted))
    .map((piece) => {
      const text = pieceText(piece, around);
      if (around.view === 'final' || text === '') return text;
      if (piece.deleted) return `{-${text}-}`;
      return piece.inserted ? `{+${text}+}` : text;
    })
    .join('');

const pieceText = ({ kind, text, element }: Piece, around: Surroundings): string => {
  if (kind === 'note') {
    const note = around.notes.get(`${element.local === 'endnoteReference' ? 'endnote' : 'footnote'}:${text}`);
    return note === undefined ? '' : `[^${text}: ${note}]`;
  }
  return kind === 'image' ? drawingText(element, around) : escapeLine(text);
};

/** A drawing shows its pictures and the words of its boxes. */
const drawingText = (element: XmlElement, { document, pictures }: Surroundings): string => {
  const inside = pictures.filter(({ at }) => at >= element.start && at < element.end);
  const shown = [
    ...inside.map(({ index, altText }) => `[image ${index}: ${altText}]`),
    ...boxTexts(document, element).map((text) => `[box: ${escapeLine(text)}]`),
  ];
  return shown.length > 0 ? shown.join('') : `[drawing${caption(element)}]`;
};

const caption = (element: XmlElement): string => {
  const text = captionOf(element);
  return text === '' ? '' : `: ${escapeLine(text)}`;
};

/** Rows that a tracked change struck out keep their number, so that ids stay true, and are shown in `markup` only. */
const tableLines = (table: TableBlock, around: Surroundings): string[] =>
  table.rows.flatMap((row, index) => {
    const tracked = table.tracked.get(index);
    if (tracked === 'deleted' && around.view === 'final') return [];
    const cells = row.map(({ lines }) => lines.map((line) => inline(line, around)).join('\\n')).join(' | ');
    if (tracked === undefined || around.view === 'final') return [`b${table.index}| r${index} | ${cells}`];
    return [`b${table.index}| r${index} | ${tracked === 'deleted' ? `{-${cells}-}` : `{+${cells}+}`}`];
  });

/** One block is one line: breaks inside it are shown, not taken. */
const escapeLine = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
