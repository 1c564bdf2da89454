import {
  childOf,
  createPackageEdit,
  createXmlEdit,
  elementsOf,
  ns,
  refuseOp,
  savePackage,
  type XmlDocument,
  type XmlEdit,
  type XmlElement,
} from '../../package/index.ts';
import { align, createInterner } from '../../review/align.ts';
import { wordSpans } from '../../review/word-spans.ts';
import type { Source } from '../../tools/kind-handler.ts';
import type { Pair } from '../align-blocks.ts';
import type { Block, Cell, ParagraphBlock, TableBlock } from '../blocks.ts';
import { rowsOf } from '../blocks.ts';
import { type Compared, compareDocx } from '../compared.ts';
import { finalText, type Piece, piecesOf } from '../inline.ts';
import { wordPrefix } from '../word-prefix.ts';
import { createMarker, type Marker, type TrackedBy, textPieces } from './marker.ts';

export type TrackedAnswer = {
  readonly insertions: number;
  readonly deletions: number;
  /** Changed parts outside the body, which stand as the Draft has them. */
  readonly not_tracked: readonly string[];
};

/**
 * The Draft's document with all that came and went in its body as tracked changes: accepting all gives the Draft's
 * text, refusing all the reference's. Looks are the Draft's.
 */
export const trackDocx = async (
  reference: Source,
  draft: Source,
  by: TrackedBy,
  output: string,
): Promise<TrackedAnswer> => {
  const compared = await compareDocx(reference, draft, 'elements');
  const { after, before } = compared;
  const pkg = createPackageEdit(after.pkg);
  const w =
    wordPrefix(after.document.root) ??
    refuseOp('unsupported_structure', 'The document names its words in no way this can add to.');
  const marker = createMarker(w, after.document, by);
  const edit = createXmlEdit(after.document);
  trackBlocks(edit, marker, compared);
  if (edit.changed()) pkg.put(after.file.main, edit.toBytes());
  await savePackage(pkg, output);
  const made = edit.toText();
  const count = (tag: string) => made.split(`<${w}${tag} `).length - after.document.source.split(`<${w}${tag} `).length;
  return { insertions: count('ins'), deletions: count('del'), not_tracked: otherText(compared, before.file.main) };
};

/** Parts a reader sees beside the body. */
const otherText = ({ otherParts }: Compared, main: string): readonly string[] =>
  otherParts.filter((name) => name !== main && /\/(header|footer|footnotes|endnotes)\d*\.xml$/.test(name));

const trackBlocks = (edit: XmlEdit, marker: Marker, compared: Compared): void => {
  const { before, after, pairs } = compared;
  const { unmarked, insertedAfter, deletedAfter } = shiftedMarks(compared);
  for (const { element } of insertedAfter) marker.markParagraph(edit, element, 'ins');
  for (const { element } of deletedAfter) marker.markParagraph(edit, element, 'del');
  let waiting = '';
  for (const pair of pairs) {
    const old = pair.before === null ? undefined : before.blocks[pair.before];
    const made = pair.after === null ? undefined : after.blocks[pair.after];
    if (!made) {
      if (old) waiting += deletedBlock(marker, before.document, old, !unmarked.has(old));
      continue;
    }
    if (waiting !== '') edit.insertBefore(made.element, waiting);
    waiting = '';
    if (pair.status === 'same') continue;
    if (pair.status === 'changed' && old)
      changedBlock(edit, marker, { document: before.document, block: old }, { document: after.document, block: made });
    else insertedBlock(edit, marker, made, !unmarked.has(made));
  }
  const last = after.blocks.at(-1);
  if (last && waiting !== '') edit.insertAfter(last.element, waiting);
};

/**
 * The end of a paragraph before a table, or of the last one, never goes: what is added or taken away in front of it is
 * marked at the end of the paragraph before.
 */
const shiftedMarks = ({ pairs, before, after }: Compared): ShiftedMarks => {
  const shifted: ShiftedMarks = { unmarked: new Set(), insertedAfter: new Set(), deletedAfter: new Set() };
  const blockOf = (pair: Pair | undefined): Block | undefined =>
    pair && (pair.after === null ? before.blocks[pair.before] : after.blocks[pair.after]);
  for (const [at, kept] of pairs.entries()) {
    if (kept.before === null || kept.after === null) continue;
    const block = after.blocks[kept.after];
    const first = pairs[at + 1];
    if (block?.kind !== 'paragraph' || !first || (first.before !== null && first.after !== null)) continue;
    const isAdded = first.before === null;
    let end = at + 1;
    while (end < pairs.length && blockOf(pairs[end])?.kind === 'paragraph') {
      const each = pairs[end];
      if (isAdded ? each?.before !== null : each?.after !== null) break;
      end++;
    }
    const last = blockOf(pairs[end - 1]);
    if (end === at + 1 || !last || (pairs[end] && blockOf(pairs[end])?.kind === 'paragraph')) continue;
    shifted.unmarked.add(last);
    shifted[isAdded ? 'insertedAfter' : 'deletedAfter'].add(block);
  }
  return shifted;
};

type ShiftedMarks = {
  /** Came or went, and its own end stays. */
  readonly unmarked: Set<Block>;
  readonly insertedAfter: Set<ParagraphBlock>;
  readonly deletedAfter: Set<ParagraphBlock>;
};

const insertedBlock = (edit: XmlEdit, marker: Marker, block: Block, isMarked = true): void => {
  marker.insertRuns(edit, block.element);
  if (block.kind === 'paragraph') {
    if (isMarked) marker.markParagraph(edit, block.element, 'ins');
  } else for (const row of rowsOf(block.element)) marker.markRow(edit, row);
};

const deletedBlock = (marker: Marker, document: XmlDocument, block: Block, isMarked = true): string =>
  block.kind === 'paragraph'
    ? deletedParagraph(marker, document, block.element, block.pieces, isMarked)
    : deletedTable(marker, document, block);

const deletedParagraph = (
  marker: Marker,
  document: XmlDocument,
  paragraph: XmlElement,
  pieces: readonly Piece[],
  isMarked = true,
): string => {
  const { w } = marker;
  const runs = marker.deleted(marker.runs(document, pieces, 0, finalText(pieces).length, 'delText'));
  const mark = isMarked ? `<${w}rPr><${w}del${marker.attributes()}/></${w}rPr>` : '';
  return `<${w}p><${w}pPr>${styleOf(marker, document, paragraph)}${mark}</${w}pPr>${runs}</${w}p>`;
};

/** Of a paragraph that went: its style and list, so that it comes back as one. */
const styleOf = (marker: Marker, document: XmlDocument, paragraph: XmlElement): string =>
  elementsOf(childOf(paragraph, ns.word, 'pPr') ?? paragraph)
    .filter(({ local }) => ['pStyle', 'numPr', 'bidi'].includes(local))
    .map((each) => marker.borrowed(document, each))
    .join('');

const deletedTable = (marker: Marker, document: XmlDocument, table: TableBlock): string => {
  const part = (local: string) => marker.borrowed(document, childOf(table.element, ns.word, local));
  const rows = table.rows.map((cells) => deletedRow(marker, document, cells)).join('');
  return `<${marker.w}tbl>${part('tblPr')}${part('tblGrid')}${rows}</${marker.w}tbl>`;
};

const deletedRow = (marker: Marker, document: XmlDocument, cells: readonly Cell[]): string => {
  const { w } = marker;
  const inside = cells
    .map((cell) => {
      const properties = marker.borrowed(document, childOf(cell.element, ns.word, 'tcPr'));
      const lines = cell.lines
        .map(
          (pieces) =>
            `<${w}p>${marker.deleted(marker.runs(document, pieces, 0, finalText(pieces).length, 'delText'))}</${w}p>`,
        )
        .join('');
      return `<${w}tc>${properties}${lines || `<${w}p/>`}</${w}tc>`;
    })
    .join('');
  return `<${w}tr><${w}trPr><${w}del${marker.attributes()}/></${w}trPr>${inside}</${w}tr>`;
};

type Sided<Of extends Block = Block> = { readonly document: XmlDocument; readonly block: Of };

const changedBlock = (edit: XmlEdit, marker: Marker, old: Sided, made: Sided): void => {
  if (old.block.kind === 'table' && made.block.kind === 'table')
    return changedTable(edit, marker, old as Sided<TableBlock>, made as Sided<TableBlock>);
  if (old.block.kind === 'paragraph' && made.block.kind === 'paragraph') {
    const paragraph = (side: Sided<ParagraphBlock>): Line => ({
      document: side.document,
      element: side.block.element,
      pieces: side.block.pieces,
    });
    return changedLine(edit, marker, paragraph(old as Sided<ParagraphBlock>), paragraph(made as Sided<ParagraphBlock>));
  }
  edit.insertBefore(made.block.element, deletedBlock(marker, old.document, old.block));
  insertedBlock(edit, marker, made.block);
};

type Line = { readonly document: XmlDocument; readonly element: XmlElement; readonly pieces: readonly Piece[] };

const changedLine = (edit: XmlEdit, marker: Marker, old: Line, made: Line): void => {
  const [was, is] = [finalText(old.pieces), finalText(made.pieces)];
  if (was === is) return;
  const runs = plainRuns(made);
  const spans = runs && wordSpans(was, is);
  const [first, ...rest] = runs ?? [];
  if (!spans || !first) {
    const gone = marker.deleted(marker.runs(old.document, old.pieces, 0, was.length, 'delText'));
    const properties = childOf(made.element, ns.word, 'pPr');
    if (properties) edit.insertAfter(properties, gone);
    else edit.prepend(made.element, gone);
    return marker.insertRuns(edit, made.element);
  }
  let xml = '';
  let [left, right] = [0, 0];
  const [gone, come] = [[...spans.before], [...spans.after]];
  while (left < was.length || right < is.length) {
    if (gone[0]?.[0] === left) {
      const [from, to] = gone.shift() ?? [0, 0];
      xml += marker.deleted(marker.runs(old.document, old.pieces, from, to, 'delText'));
      left = to;
    } else if (come[0]?.[0] === right) {
      const [from, to] = come.shift() ?? [0, 0];
      xml += marker.inserted(marker.runs(made.document, made.pieces, from, to, 't'));
      right = to;
    } else {
      const stays = Math.min((gone[0]?.[0] ?? was.length) - left, (come[0]?.[0] ?? is.length) - right);
      if (stays <= 0) throw new Error('two texts of one paragraph do not go together');
      xml += marker.runs(made.document, made.pieces, right, right + stays, 't');
      left += stays;
      right += stays;
    }
  }
  edit.replace(first, xml);
  for (const run of rest) edit.remove(run);
};

/** The runs of a paragraph that is nothing but text; undefined where links, fields, pictures or notes stand in it. */
const plainRuns = ({ element, pieces }: Line): readonly XmlElement[] | undefined => {
  const runs: XmlElement[] = [];
  for (const child of elementsOf(element)) {
    if (child.local === 'pPr' || child.local === 'proofErr') continue;
    const isPlain =
      child.uri === ns.word &&
      child.local === 'r' &&
      elementsOf(child).every(({ local }) => ['rPr', 't', 'tab', 'br', 'cr', 'lastRenderedPageBreak'].includes(local));
    if (!isPlain) return undefined;
    runs.push(child);
  }
  return textPieces(pieces).length === pieces.length ? runs : undefined;
};

const changedTable = (edit: XmlEdit, marker: Marker, old: Sided<TableBlock>, made: Sided<TableBlock>): void => {
  const elements = rowsOf(made.block.element);
  const key = (cells: readonly Cell[]): string => cells.map(({ text }) => text).join('\u0001');
  const left = old.block.rows.map((cells) => ({ cells, key: key(cells) }));
  const pairs = pairRows(
    left.map((row) => row.key),
    made.block.rows.map(key),
  );
  let waiting = '';
  for (const { before, after } of pairs) {
    const was = before === null ? undefined : left[before]?.cells;
    const is = after === null ? undefined : made.block.rows[after];
    const row = after === null ? undefined : elements[after];
    if (!is || !row) {
      if (was) waiting += deletedRow(marker, old.document, was);
      continue;
    }
    const isPaired = was?.length === is.length;
    if (was && !isPaired) waiting += deletedRow(marker, old.document, was);
    if (waiting !== '') edit.insertBefore(row, waiting);
    waiting = '';
    if (was && isPaired)
      for (const [at, cell] of is.entries())
        changedCell(edit, marker, { document: old.document, cell: was[at] as Cell }, { document: made.document, cell });
    else {
      marker.insertRuns(edit, row);
      marker.markRow(edit, row);
    }
  }
  const last = elements.at(-1);
  if (waiting !== '' && last) edit.insertAfter(last, waiting);
};

type SidedCell = { readonly document: XmlDocument; readonly cell: Cell };

/** A cell ends with a paragraph that cannot go, so its paragraphs go together from the last one on. */
const changedCell = (edit: XmlEdit, marker: Marker, old: SidedCell, made: SidedCell): void => {
  if (old.cell.text === made.cell.text) return;
  const line = ({ document, cell }: SidedCell, at: number): Line | undefined => {
    const element = cell.paragraphs[at];
    return element && { document, element, pieces: piecesOf(document, element) };
  };
  const [was, is] = [old.cell.paragraphs.length, made.cell.paragraphs.length];
  const first = line(made, 0);
  for (let at = 0; at < was - is; at++) {
    const gone = line(old, at);
    if (gone && first)
      edit.insertBefore(first.element, deletedParagraph(marker, gone.document, gone.element, gone.pieces));
  }
  for (let at = 0; at < is; at++) {
    const [twin, now] = [line(old, at + was - is), line(made, at)];
    if (!now) continue;
    if (twin) changedLine(edit, marker, twin, now);
    else {
      marker.insertRuns(edit, now.element);
      marker.markParagraph(edit, now.element, 'ins');
    }
  }
};

type RowPair = { readonly before: number | null; readonly after: number | null };

/** Equal rows stay; between them rows go together in their order, and the rest came or went. */
const pairRows = (old: readonly string[], made: readonly string[]): readonly RowPair[] => {
  const number = createInterner();
  const numbers = (rows: readonly string[]) => Int32Array.from(rows, (row) => number(row));
  const pairs: RowPair[] = [];
  let [left, right] = [0, 0];
  const both = (to: number): void => {
    for (; left < to; left++, right++) pairs.push({ before: left, after: right });
  };
  for (const { oldFrom, oldTo, newTo } of align(numbers(old), numbers(made)).blocks) {
    both(oldFrom);
    while (left < oldTo && right < newTo) pairs.push({ before: left++, after: right++ });
    while (left < oldTo) pairs.push({ before: left++, after: null });
    while (right < newTo) pairs.push({ before: null, after: right++ });
  }
  both(old.length);
  return pairs;
};
