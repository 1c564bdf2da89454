import type { RunInput } from '../office/text-inputs.ts';
import {
  childOf,
  elementsOf,
  escapeXmlAttribute,
  ns,
  refuseOp,
  sourceOf,
  type XmlDocument,
  type XmlElement,
} from '../package/index.ts';
import { type Cell, rowsOf, type TableBlock } from './blocks.ts';
import { type Direction, directionOf } from './direction.ts';
import type { EditSession } from './edit-session.ts';
import { insertXml, setParagraphText } from './paragraph-operations.ts';
import { bidi, runContent, runXml } from './write-paragraph.ts';

const pageTwips = 9_026;
const twipsPerInch = 1_440;

export const insertTable = (
  session: EditSession,
  input: {
    after: string;
    rows: readonly (readonly string[])[];
    header?: boolean | null;
    style?: string | null;
    widths?: readonly number[] | null;
    direction?: Direction | null;
  },
): void => {
  const block = session.find(input.after);
  const columns = Math.max(0, ...input.rows.map((row) => row.length));
  if (columns === 0) refuseOp('bad_op', 'A table needs at least one row with one cell.');
  const w = session.prefix();
  const style = input.style ? session.file().styles.find(input.style, 'table') : undefined;
  if (input.style && !style) session.warn(`unknown_style:${input.style.slice(0, 60)}`);
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.round((input.widths?.[column] ?? pageTwips / twipsPerInch / columns) * twipsPerInch),
  );
  const direction = input.direction ?? directionOf(input.rows.flat().join(' ')) ?? 'ltr';
  const rows = input.rows.map((row, index) => {
    const isHeader = input.header === true && index === 0;
    const cells = widths.map((width, column) => {
      const text = row[column] ?? '';
      const own = directionOf(text) ?? direction;
      const run = text === '' ? '' : runXml(w, { text, bold: isHeader ? true : null }, session.warn, own);
      const look = own === 'rtl' ? `<${w}pPr>${bidi(w, own)}</${w}pPr>` : '';
      return `<${w}tc><${w}tcPr><${w}tcW ${w}w="${width}" ${w}type="dxa"/></${w}tcPr><${w}p>${look}${run}</${w}p></${w}tc>`;
    });
    const look = `${isHeader ? `<${w}tblHeader/>` : ''}${insertedMark(session, w)}`;
    return `<${w}tr>${look === '' ? '' : `<${w}trPr>${look}</${w}trPr>`}${cells.join('')}</${w}tr>`;
  });
  const named = style ? `<${w}tblStyle ${w}val="${escapeXmlAttribute(style.id)}"/>` : '';
  const look = `${named}${direction === 'rtl' ? `<${w}bidiVisual/>` : ''}`;
  const table = `<${w}tbl><${w}tblPr>${look}<${w}tblW ${w}w="0" ${w}type="auto"/>${style ? '' : borders(w)}</${w}tblPr><${w}tblGrid>${widths.map((width) => `<${w}gridCol ${w}w="${width}"/>`).join('')}</${w}tblGrid>${rows.join('')}</${w}tbl>`;
  // Two tables in a row would become one, and a document may not end with one.
  const next = session.blocks()[block.index + 1];
  const apart = block.kind === 'table' ? `<${w}p/>` : '';
  const behind = next === undefined || next.kind === 'table' ? `<${w}p/>` : '';
  insertXml(session, block, `${apart}${table}${behind}`, 'after', 1 + Number(apart !== '') + Number(behind !== ''));
};

/** How a tracked row says that it is new. */
const insertedMark = (session: EditSession, w: string): string =>
  session.track ? `<${w}ins${session.trackAttributes(w)}/>` : '';

const borders = (w: string): string =>
  `<${w}tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((side) => `<${w}${side} ${w}val="single" ${w}sz="4" ${w}space="0" ${w}color="auto"/>`).join('')}</${w}tblBorders>`;

const tableAt = (session: EditSession, index: number): TableBlock => {
  const tables = session.blocks().filter((block): block is TableBlock => block.kind === 'table');
  const found = tables[index];
  return (
    found ??
    refuseOp(
      'index_out_of_range',
      tables.length === 0 ? 'The document has no table.' : `The document has tables 0 to ${tables.length - 1}.`,
    )
  );
};

const cellAt = (table: TableBlock, row: number, column: number): Cell => {
  const cells = table.rows[row] ?? refuseOp('index_out_of_range', `The table has rows 0 to ${table.rows.length - 1}.`);
  let at = 0;
  for (const cell of cells) {
    if (column < at + cell.columnSpan) {
      if (cell.mergedUp)
        refuseOp(
          'bad_op',
          `Row ${row}, column ${column} continues the cell above it; write to the first of the merged rows.`,
        );
      return cell;
    }
    at += cell.columnSpan;
  }
  return refuseOp('index_out_of_range', `Row ${row} has columns 0 to ${at - 1}.`);
};

export const setTableCells = (
  session: EditSession,
  input: {
    table: number;
    cells: readonly { row: number; col: number; text?: string | null; runs?: readonly RunInput[] | null }[];
  },
): void => {
  const table = tableAt(session, input.table);
  // The last word on a cell holds; all of them are written at once, because reading a document anew for each is slow.
  const wanted = new Map(input.cells.map((each) => [cellAt(table, each.row, each.col), each]));
  session.change((edit, document) => {
    for (const [cell, { text, runs }] of wanted) setCell(session, cell, text, runs, edit, document);
  });
};

const setCell = (
  session: EditSession,
  cell: Cell,
  text: string | null | undefined,
  runs: readonly RunInput[] | null | undefined,
  ...[edit, document]: Parameters<Parameters<EditSession['change']>[0]>
): void => {
  const w = session.prefix();
  const [first, ...rest] = cell.paragraphs;
  if (!first) return edit.append(cell.element, `<${w}p>${runXml(w, { text: text ?? '' }, session.warn)}</${w}p>`);
  if (first.parent !== cell.element)
    refuseOp('unsupported_structure', 'The cell holds a table of its own; its text cannot be set as a whole.');
  // What stood in further lines of the cell is part of what is replaced.
  for (const line of rest) if (line.parent === cell.element) edit.remove(line);
  if (runs) {
    setParagraphText(session, first, '', edit, document);
    edit.append(first, runs.map((run) => runXml(w, run, session.warn)).join(''));
  } else setParagraphText(session, first, text ?? '', edit, document);
};

export const insertTableRows = (
  session: EditSession,
  input: { table: number; at: number; rows: readonly (readonly string[])[] },
): void => {
  const table = tableAt(session, input.table);
  if (input.at > table.rows.length)
    refuseOp('index_out_of_range', `Rows can be inserted at 0 to ${table.rows.length}.`);
  if (table.rows[input.at]?.some(({ mergedUp }) => mergedUp)) {
    refuseOp('unsupported_structure', `Row ${input.at} belongs to merged cells that an inserted row would split.`);
  }
  // A new row looks like its neighbour above; the first one like the row it pushes down, unless that is a header.
  const rows = rowsOf(table.element);
  const model =
    rows[Math.max(0, input.at - 1)] ?? refuseOp('unsupported_structure', 'The table has no row to take the look of.');
  const cells = table.rows[Math.max(0, input.at - 1)] ?? [];
  const widest = Math.max(...input.rows.map((row) => row.length), 0);
  if (widest > cells.length) refuseOp('bad_op', `A row of this table has ${cells.length} cells, not ${widest}.`);
  session.change((edit, document) => {
    const xml = input.rows.map((texts) => rowLike(session, document, model, cells, texts)).join('');
    const neighbour = rows[input.at - 1];
    if (neighbour) edit.insertAfter(neighbour, xml);
    else if (rows[0]) edit.insertBefore(rows[0], xml);
  });
};

const rowLike = (
  session: EditSession,
  document: XmlDocument,
  model: XmlElement,
  cells: readonly Cell[],
  texts: readonly string[],
): string => {
  const w = session.prefix();
  const properties = childOf(model, ns.word, 'trPr');
  const kept = properties ? contentWithout(document, properties, ['tblHeader', 'ins', 'del', 'trPrChange']) : '';
  const rowLook = `${kept}${insertedMark(session, w)}`;
  const made = cells.map((cell, column) => {
    const look = childOf(cell.element, ns.word, 'tcPr');
    const paragraph = cell.paragraphs[0];
    const format = paragraph && childOf(paragraph, ns.word, 'pPr');
    const run = paragraph && elementsOf(paragraph).find(({ local, uri }) => uri === ns.word && local === 'r');
    const runLook = run && childOf(run, ns.word, 'rPr');
    const text = texts[column] ?? '';
    const content =
      text === ''
        ? ''
        : `<${w}r>${runLook ? sourceOf(document, runLook) : ''}${runContent(w, text, session.warn)}</${w}r>`;
    return `<${w}tc>${look ? keep(document, look, ['vMerge']) : ''}<${w}p>${format ? sourceOf(document, format) : ''}${content}</${w}p></${w}tc>`;
  });
  return `<${w}tr>${rowLook === '' ? '' : `<${w}trPr>${rowLook}</${w}trPr>`}${made.join('')}</${w}tr>`;
};

/** What a properties element holds, without some of its children. */
const contentWithout = (document: XmlDocument, properties: XmlElement, without: readonly string[]): string =>
  elementsOf(properties)
    .filter(({ local }) => !without.includes(local))
    .map((each) => sourceOf(document, each))
    .join('');

const keep = (document: XmlDocument, properties: XmlElement, without: readonly string[]): string => {
  const inner = contentWithout(document, properties, without);
  return inner === '' ? '' : `<${properties.name}>${inner}</${properties.name}>`;
};

export const deleteTableRows = (
  session: EditSession,
  { table: index, from, to }: { table: number; from: number; to: number },
): void => {
  const table = tableAt(session, index);
  if (from > to || to >= table.rows.length)
    refuseOp('index_out_of_range', `The table has rows 0 to ${table.rows.length - 1}.`);
  if (to - from + 1 === table.rows.length)
    refuseOp('bad_op', 'That is every row; delete the table with delete_blocks.');
  if (table.rows[to + 1]?.some(({ mergedUp }) => mergedUp)) {
    refuseOp('unsupported_structure', `Row ${to + 1} continues a merged cell that would lose its first row.`);
  }
  session.change((edit, document) => {
    for (const row of rowsOf(table.element).slice(from, to + 1)) {
      if (session.track) strikeRow(session, row, edit, document);
      else edit.remove(row);
    }
  });
};

/** A row that someone else's tracked change brought goes at once; any other is marked as going. */
const strikeRow = (
  session: EditSession,
  row: XmlElement,
  ...[edit, document]: Parameters<Parameters<EditSession['change']>[0]>
): void => {
  const w = session.prefix();
  const properties = childOf(row, ns.word, 'trPr');
  if (childOf(properties, ns.word, 'ins')) return edit.remove(row);
  if (childOf(properties, ns.word, 'del')) return;
  const mark = `<${w}del${session.trackAttributes(w)}/>`;
  const kept = properties ? contentWithout(document, properties, ['del']) : '';
  const made = `<${w}trPr>${kept}${mark}</${w}trPr>`;
  const exceptions = childOf(row, ns.word, 'tblPrEx');
  if (properties) edit.replace(properties, made);
  else if (exceptions) edit.insertAfter(exceptions, made);
  else edit.prepend(row, made);
};
