import type { Block, ParagraphBlock, TableBlock } from './blocks.ts';
import type { Picture } from './media.ts';

export type View = 'final' | 'markup';

/** One block as a line (a table as one line a row), behind its id. */
export const renderBlock = (
  block: Block,
  view: View,
  pictures: readonly Picture[],
  notes: ReadonlyMap<string, string>,
): string =>
  block.kind === 'paragraph'
    ? `b${block.index}| ${prefixOf(block)}${inline(block, view, pictures, notes)}`
    : tableLines(block).join('\n');

const prefixOf = ({ headingLevel, list }: ParagraphBlock): string => {
  if (headingLevel !== undefined) return `${'#'.repeat(headingLevel)} `;
  if (list) return `${'  '.repeat(list.level)}${list.ordered ? '1.' : '-'} `;
  return '';
};

const inline = (
  block: ParagraphBlock,
  view: View,
  pictures: readonly Picture[],
  notes: ReadonlyMap<string, string>,
): string =>
  block.pieces
    .filter(({ fallback, deleted }) => !fallback && (view === 'markup' || !deleted))
    .map((piece) => {
      const text = pieceText(piece, block, pictures, notes);
      if (view === 'final' || text === '') return text;
      if (piece.deleted) return `{-${text}-}`;
      return piece.inserted ? `{+${text}+}` : text;
    })
    .join('');

const pieceText = (
  { kind, text, element }: ParagraphBlock['pieces'][number],
  block: ParagraphBlock,
  pictures: readonly Picture[],
  notes: ReadonlyMap<string, string>,
): string => {
  if (kind === 'note') {
    const note = notes.get(`${element.local === 'endnoteReference' ? 'endnote' : 'footnote'}:${text}`);
    return note === undefined ? '' : `[^${text}: ${note}]`;
  }
  if (kind === 'image') {
    const picture = pictures.find((each) => each.block === block.index);
    return picture ? `[image ${picture.index}: ${picture.altText}]` : '[drawing]';
  }
  return escapeLine(text);
};

const tableLines = (table: TableBlock): string[] =>
  table.rows.map((row, index) => `b${table.index}| r${index} | ${row.map(({ text }) => escapeLine(text)).join(' | ')}`);

/** One block is one line: breaks inside it are shown, not taken. */
const escapeLine = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
