import {
  attributeOf,
  childOf,
  childrenOf,
  elementsOf,
  ns,
  type XmlDocument,
  type XmlElement,
} from '../package/index.ts';
import { blockElementsOf } from './block-elements.ts';
import { bodyOf, type DocxFile } from './docx-file.ts';
import { finalText, type Piece, piecesOf } from './inline.ts';
import { createListLabels, type Listed } from './list-labels.ts';
import { outlineLevel, type Style, valOf } from './styles.ts';

/** A paragraph or a table of the body. Map, reads, edits and reviews all number blocks this way. */
export type Block = ParagraphBlock | TableBlock;

export type ParagraphBlock = {
  readonly kind: 'paragraph';
  readonly index: number;
  readonly element: XmlElement;
  readonly pieces: readonly Piece[];
  readonly text: string;
  readonly style: Style | undefined;
  readonly headingLevel: number | undefined;
  readonly list: { readonly ordered: boolean; readonly level: number } | undefined;
};

export type TableBlock = {
  readonly kind: 'table';
  readonly index: number;
  readonly element: XmlElement;
  /** From 0 in document order, counting tables of the body only. */
  readonly tableIndex: number;
  readonly rows: readonly (readonly Cell[])[];
  /** Rows that a tracked change has come or gone with, by index. */
  readonly tracked: ReadonlyMap<number, 'inserted' | 'deleted'>;
};

export type Cell = {
  readonly element: XmlElement;
  readonly text: string;
  readonly paragraphs: readonly XmlElement[];
  /** What each paragraph shows, nested tables included. */
  readonly lines: readonly (readonly Piece[])[];
  readonly columnSpan: number;
  /** Continues the cell above it. */
  readonly mergedUp: boolean;
};

export const blockId = (index: number): string => `b${index}`;

/** `b12` → 12; undefined when it is no block id. */
export const parseBlockId = (written: string): number | undefined => {
  const digits = /^b(\d{1,7})$/.exec(written.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
};

export const blocksOf = (file: DocxFile): Block[] => {
  const document = file.parts.xml(file.main);
  let tables = 0;
  return blockElementsOf(bodyOf(file)).map((element, index) =>
    element.local === 'p' ? paragraphOf(file, document, element, index) : tableOf(document, element, index, tables++),
  );
};

/** The same blocks for a comparison: what they say is held, their elements are read again when they are asked for. */
export const readBlocksOf = (file: DocxFile): Block[] => {
  const document = file.parts.xml(file.main);
  let tables = 0;
  return blockElementsOf(bodyOf(file)).map((element, index): Block => {
    if (element.local !== 'p') return readTableOf(document, element, index, tables++);
    const { pieces: _, ...facts } = paragraphOf(file, document, element, index);
    return {
      ...facts,
      get pieces() {
        return piecesOf(document, element);
      },
    };
  });
};

const readTableOf = (document: XmlDocument, element: XmlElement, index: number, tableIndex: number): TableBlock => {
  let known: TableBlock | undefined;
  const table = (): TableBlock => {
    known ??= tableOf(document, element, index, tableIndex);
    return known;
  };
  return {
    kind: 'table',
    index,
    element,
    tableIndex,
    get rows() {
      return table().rows;
    },
    get tracked() {
      return table().tracked;
    },
  };
};

export const paragraphOf = (
  file: DocxFile,
  document: XmlDocument,
  element: XmlElement,
  index: number,
): ParagraphBlock => {
  const properties = childOf(element, ns.word, 'pPr');
  const style = styleOf(file, properties);
  const pieces = piecesOf(document, element);
  return {
    kind: 'paragraph',
    index,
    element,
    pieces,
    text: finalText(pieces),
    style,
    headingLevel: outlineLevel(properties) ?? style?.headingLevel,
    list: listOf(file, properties, style),
  };
};

const listOf = (
  file: DocxFile,
  properties: XmlElement | undefined,
  style: Style | undefined,
): ParagraphBlock['list'] => {
  const listed = listedIn(properties, style);
  return listed && { ordered: file.numbering.formatOf(listed.numId, listed.level) !== 'bullet', level: listed.level };
};

/** The list a paragraph counts in, its own or that of its style. */
const listedIn = (properties: XmlElement | undefined, style: Style | undefined): Listed | undefined => {
  const own = childOf(properties, ns.word, 'numPr');
  const numId = valOf(own, 'numId') ?? style?.numbering?.numId;
  if (numId === undefined || numId === '0') return undefined;
  return { numId, level: Number(valOf(own, 'ilvl') ?? style?.numbering?.level ?? 0) };
};

/** What stands before each paragraph of a list, by its block: `2.`, `b)`, `•`. Those in tables count, too. */
export const listLabelsOf = (file: DocxFile, blocks: readonly Block[]): ReadonlyMap<number, string> => {
  const labelOf = createListLabels(file.numbering);
  const labels = new Map<number, string>();
  const counted = (element: XmlElement): string | undefined => {
    const properties = childOf(element, ns.word, 'pPr');
    const listed = listedIn(properties, styleOf(file, properties));
    return listed && labelOf(listed);
  };
  for (const block of blocks) {
    if (block.kind === 'table')
      for (const paragraph of rowsOf(block.element).flatMap(cellsOf).flatMap(paragraphsIn)) counted(paragraph);
    else {
      const label = counted(block.element);
      if (label) labels.set(block.index, label);
    }
  }
  return labels;
};

const styleOf = (file: DocxFile, properties: XmlElement | undefined): Style | undefined => {
  const written = valOf(properties, 'pStyle');
  return written === undefined ? file.styles.defaultParagraph : file.styles.byId.get(written);
};

const tableOf = (document: XmlDocument, element: XmlElement, index: number, tableIndex: number): TableBlock => {
  const rows = rowsOf(element);
  return {
    kind: 'table',
    index,
    element,
    tableIndex,
    rows: rows.map((row) => cellsOf(row).map((cell) => cellOf(document, cell))),
    tracked: new Map(
      rows.flatMap((row, at): [number, 'inserted' | 'deleted'][] => {
        const properties = childOf(row, ns.word, 'trPr');
        if (childOf(properties, ns.word, 'del')) return [[at, 'deleted']];
        return childOf(properties, ns.word, 'ins') ? [[at, 'inserted']] : [];
      }),
    ),
  };
};

/** Rows and cells may stand inside content controls or tracked insertions. */
export const rowsOf = (table: XmlElement): XmlElement[] => through(table, 'tr');
const cellsOf = (row: XmlElement): XmlElement[] => through(row, 'tc');

const through = (parent: XmlElement, wanted: string): XmlElement[] =>
  elementsOf(parent).flatMap((element) => {
    if (element.uri !== ns.word) return [];
    if (element.local === wanted) return [element];
    if (element.local === 'sdt') return through(childOf(element, ns.word, 'sdtContent') ?? element, wanted);
    return ['sdtContent', 'customXml', 'ins'].includes(element.local) ? through(element, wanted) : [];
  });

const cellOf = (document: XmlDocument, element: XmlElement): Cell => {
  const properties = childOf(element, ns.word, 'tcPr');
  const merge = childOf(properties, ns.word, 'vMerge');
  const paragraphs = paragraphsIn(element);
  const lines = paragraphs.map((each) => piecesOf(document, each));
  return {
    element,
    paragraphs,
    lines,
    text: lines.map(finalText).join('\n'),
    columnSpan: Number(valOf(properties, 'gridSpan') ?? 1) || 1,
    mergedUp: merge !== undefined && attributeOf(merge, 'val', ns.word) !== 'restart',
  };
};

/** Paragraphs of a cell in order, nested tables included. */
const paragraphsIn = (parent: XmlElement): XmlElement[] =>
  elementsOf(parent).flatMap((element) => {
    if (element.uri !== ns.word) return [];
    if (element.local === 'p') return [element];
    if (element.local === 'tbl') return rowsOf(element).flatMap((row) => cellsOf(row).flatMap(paragraphsIn));
    return ['sdt', 'sdtContent', 'customXml', 'ins'].includes(element.local) ? paragraphsIn(element) : [];
  });

export const columnCount = ({ rows, element }: TableBlock): number =>
  Math.max(
    childrenOf(childOf(element, ns.word, 'tblGrid'), ns.word, 'gridCol').length,
    ...rows.map((row) => row.reduce((sum, { columnSpan }) => sum + columnSpan, 0)),
    0,
  );

export const blockText = (block: Block): string =>
  block.kind === 'paragraph' ? block.text : block.rows.flatMap((row) => row.map(({ text }) => text)).join('\n');
