import { elementsNamed } from '../office/each-element.ts';
import type { Mark } from '../office/moved-places.ts';
import { ns, sourceOf, textOf, type XmlDocument, type XmlElement } from '../package/index.ts';
import { align, createInterner } from '../review/align.ts';
import { likeness } from './align-blocks.ts';

/** A stretch of a block on both sides. Without a label both sides are equal; with one it can be accepted alone. */
export type Piece = {
  readonly before: string;
  readonly after: string;
  readonly label?: string;
  /** The row of a table it is part of; the same object for all pieces of one row. */
  readonly row?: RowPlace;
};

export type RowPlace = { readonly left: Mark | undefined; readonly joined: Mark | undefined };

export type Sided = { readonly document: XmlDocument; readonly element: XmlElement };

/** The runs of a changed paragraph, or the cells and rows of a changed table; undefined where they hang together. */
export const innerPieces = (before: Sided, after: Sided): readonly Piece[] | undefined => {
  if (before.element.local !== after.element.local) return undefined;
  const pieces = before.element.local === 'tbl' ? tablePieces(before, after) : paragraphPieces(before, after);
  return pieces?.filter((piece) => piece.before !== '' || piece.after !== '');
};

const shownLetters = 60;
const shown = (text: string): string => {
  const folded = text.replace(/\s+/g, ' ');
  return folded.length > shownLetters ? `${folded.slice(0, shownLetters)}…` : folded;
};

/** An element cut into its start with the properties, its other children, and its end. */
type Cut = { readonly head: string; readonly children: readonly XmlElement[]; readonly tail: string };

const cutOf = ({ document, element }: Sided, properties: readonly string[]): Cut | undefined => {
  if (element.selfClosing) return undefined;
  const all = element.children.filter((node) => node.kind === 'element');
  const first = all.findIndex(({ local }) => !properties.includes(local));
  const children = first < 0 ? [] : all.slice(first);
  // Text between children is white space, or something nobody foresaw.
  const edges = [...all, undefined].map((child, at) => [
    all[at - 1]?.end ?? element.openEnd,
    child?.start ?? element.closeStart,
  ]);
  if (edges.some(([from, to]) => document.source.slice(from, to).trim() !== '')) return undefined;
  const start = children[0]?.start ?? element.closeStart;
  return {
    head: document.source.slice(element.start, start),
    children,
    tail: document.source.slice(children.at(-1)?.end ?? start, element.end),
  };
};

/** A child with the white space up to the next one. */
const sourceWithGap = ({ document }: Sided, children: readonly XmlElement[], at: number): string => {
  const child = children[at] as XmlElement;
  return document.source.slice(child.start, children[at + 1]?.start ?? child.end);
};

const edge = (before: string, after: string, label: string): Piece =>
  before === after ? { before, after } : { before, after, label };

const paragraphPieces = (before: Sided, after: Sided): Piece[] | undefined => {
  const [old, made] = [cutOf(before, ['pPr']), cutOf(after, ['pPr'])];
  if (!old || !made || old.tail !== made.tail) return undefined;
  const pieces: Piece[] = [edge(old.head, made.head, 'Paragraph format')];
  const isWhole = eachBlock(
    before,
    old,
    after,
    made,
    true,
    (oldAt, newAt) => {
      const [was, is] = [
        oldAt.map((at) => old.children[at] as XmlElement),
        newAt.map((at) => made.children[at] as XmlElement),
      ];
      if (![...was, ...is].every(isPlainChild)) return false;
      const texts = [
        was.map((it) => wordsOf(before.document, it)).join(''),
        is.map((it) => wordsOf(after.document, it)).join(''),
      ];
      pieces.push({
        before: oldAt.map((at) => sourceWithGap(before, old.children, at)).join(''),
        after: newAt.map((at) => sourceWithGap(after, made.children, at)).join(''),
        label:
          texts[0] === texts[1]
            ? `Format: ${shown(texts[0] ?? '')}`
            : `${shown(texts[0] ?? '')} → ${shown(texts[1] ?? '')}`,
      });
      return true;
    },
    (text) => void pieces.push({ before: text, after: text }),
  );
  if (!isWhole) return undefined;
  pieces.push({ before: old.tail, after: made.tail });
  return pieces;
};

/** Runs, links and tracked runs stand for themselves; fields, bookmarks and ranges have two ends that belong together. */
const isPlainChild = (element: XmlElement): boolean => {
  if (element.uri !== ns.word) return false;
  if (element.local === 'proofErr') return true;
  if (!['r', 'hyperlink', 'ins', 'del'].includes(element.local)) return false;
  return element.children.every((node) => node.kind !== 'element' || !isPaired(node));
};

const paired: ReadonlySet<string> = new Set([
  'fldChar',
  'instrText',
  'bookmarkStart',
  'bookmarkEnd',
  'commentRangeStart',
  'commentRangeEnd',
  'commentReference',
  'permStart',
  'permEnd',
]);
const isPaired = (element: XmlElement): boolean =>
  paired.has(element.local) || element.children.some((node) => node.kind === 'element' && isPaired(node));

const wordsOf = (document: XmlDocument, element: XmlElement): string =>
  ['t', 'delText']
    .flatMap((local) => [...elementsNamed(element, ns.word, local)])
    .map((it) => textOf(document, it))
    .join('');

/** Walks two lists of children: equal stretches as text, differing ones by their indexes; `single` takes as many on both sides one by one. */
const eachBlock = (
  before: Sided,
  old: Cut,
  after: Sided,
  made: Cut,
  single: boolean,
  changed: (old: readonly number[], made: readonly number[]) => boolean,
  same: (text: string) => void,
): boolean => {
  const number = createInterner();
  const sources = (side: Sided, cut: Cut) => cut.children.map((_, at) => sourceWithGap(side, cut.children, at));
  const [left, right] = [sources(before, old), sources(after, made)];
  const { blocks } = align(Int32Array.from(left, number), Int32Array.from(right, number));
  let at = 0;
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
  for (const { oldFrom, oldTo, newFrom, newTo } of blocks) {
    same(left.slice(at, oldFrom).join(''));
    const parts =
      single && oldTo - oldFrom === newTo - newFrom
        ? range(oldFrom, oldTo).map((index) => [[index], [newFrom + index - oldFrom]] as const)
        : ([[range(oldFrom, oldTo), range(newFrom, newTo)]] as const);
    for (const [was, is] of parts) if (!changed(was, is)) return false;
    at = oldTo;
  }
  same(left.slice(at).join(''));
  return true;
};

const isRow = ({ uri, local }: XmlElement): boolean => uri === ns.word && local === 'tr';
const isCell = ({ uri, local }: XmlElement): boolean => uri === ns.word && local === 'tc';

const tablePieces = (before: Sided, after: Sided): Piece[] | undefined => {
  const [old, made] = [cutOf(before, ['tblPr', 'tblGrid']), cutOf(after, ['tblPr', 'tblGrid'])];
  if (!old || !made || old.tail !== made.tail || ![...old.children, ...made.children].every(isRow)) return undefined;
  // Another number of columns concerns every row.
  if (gridOf(before) !== gridOf(after)) return undefined;
  const pieces: Piece[] = [edge(old.head, made.head, 'Table format')];
  let kept = 0;
  eachBlock(
    before,
    old,
    after,
    made,
    false,
    (oldAt, newAt) => {
      for (const [was, is] of pairRows(before, old, after, made, oldAt, newAt)) {
        if (was !== undefined && is !== undefined) kept++;
        const row = {
          left: markOf(before, was === undefined ? undefined : old.children[was]),
          joined: markOf(after, is === undefined ? undefined : made.children[is]),
        };
        pieces.push(...rowPieces(before, old, was, after, made, is).map((piece) => ({ ...piece, row })));
      }
      return true;
    },
    (text) => {
      if (text !== '') kept++;
      pieces.push({ before: text, after: text });
    },
  );
  // A table that keeps no row could be left without any.
  if (kept === 0) return undefined;
  pieces.push({ before: old.tail, after: made.tail });
  return pieces;
};

const gridOf = ({ element }: Sided): number =>
  element.children.reduce(
    (sum, node) =>
      node.kind === 'element' && node.local === 'tblGrid'
        ? sum + node.children.filter((it) => it.kind === 'element').length
        : sum,
    0,
  );

type RowPair = readonly [number | undefined, number | undefined];

/** Rows that say much the same are one row that changed; by place alone they would pair otherwise once some are taken. */
const pairRows = (
  before: Sided,
  old: Cut,
  after: Sided,
  made: Cut,
  oldAt: readonly number[],
  newAt: readonly number[],
): RowPair[] => {
  const pairs: RowPair[] = [];
  let next = 0;
  for (const at of oldAt) {
    const words = spaced(before, old.children[at]);
    const found = newAt.findIndex(
      (it, index) => index >= next && likeness(words, spaced(after, made.children[it])) >= 0.5,
    );
    if (found < 0) {
      pairs.push([at, undefined]);
      continue;
    }
    for (; next < found; next++) pairs.push([undefined, newAt[next]]);
    pairs.push([at, newAt[found]]);
    next = found + 1;
  }
  for (; next < newAt.length; next++) pairs.push([undefined, newAt[next]]);
  return pairs;
};

const rowPieces = (
  before: Sided,
  old: Cut,
  was: number | undefined,
  after: Sided,
  made: Cut,
  is: number | undefined,
): Piece[] => {
  const [oldText, newText] = [
    was === undefined ? '' : sourceWithGap(before, old.children, was),
    is === undefined ? '' : sourceWithGap(after, made.children, is),
  ];
  const [oldRow, newRow] = [
    was === undefined ? undefined : old.children[was],
    is === undefined ? undefined : made.children[is],
  ];
  if (!oldRow) return [{ before: '', after: newText, label: `Row added: ${shown(spaced(after, newRow))}` }];
  if (!newRow) return [{ before: oldText, after: '', label: `Row removed: ${shown(spaced(before, oldRow))}` }];
  const cells = cellPieces({ ...before, element: oldRow }, { ...after, element: newRow });
  if (!cells) return [{ before: oldText, after: newText, label: `Row: ${shown(spaced(after, newRow))}` }];
  return [
    ...cells,
    {
      before: oldText.slice(sourceOf(before.document, oldRow).length),
      after: newText.slice(sourceOf(after.document, newRow).length),
    },
  ];
};

const spaced = ({ document }: Sided, row: XmlElement | undefined): string =>
  row
    ? row.children
        .filter((node) => node.kind === 'element')
        .map((it) => wordsOf(document, it))
        .filter((it) => it !== '')
        .join(' | ')
    : '';

/** A row by what it says; its first words tell it apart where the others changed. */
const markOf = (side: Sided, row: XmlElement | undefined): Mark | undefined => {
  const key = spaced(side, row);
  return key === '' ? undefined : { key, first: key.split(' | ')[0] };
};

/** Cells one by one, when a row has as many as before and they are as wide. */
const cellPieces = (before: Sided, after: Sided): Piece[] | undefined => {
  const properties = ['tblPrEx', 'trPr'];
  const [old, made] = [cutOf(before, properties), cutOf(after, properties)];
  if (!old || !made || old.tail !== made.tail || old.children.length !== made.children.length) return undefined;
  if (![...old.children, ...made.children].every(isCell)) return undefined;
  if (spansOf(old) !== spansOf(made)) return undefined;
  return [
    edge(old.head, made.head, 'Row format'),
    ...old.children.map((cell, at): Piece => {
      const [was, is] = [sourceWithGap(before, old.children, at), sourceWithGap(after, made.children, at)];
      const [from, to] = [wordsOf(before.document, cell), wordsOf(after.document, made.children[at] as XmlElement)];
      return edge(was, is, from === to ? `Cell format: ${shown(from)}` : `Cell: ${shown(from)} → ${shown(to)}`);
    }),
    { before: old.tail, after: made.tail },
  ];
};

const spansOf = ({ children }: Cut): string =>
  children
    .map((cell) => [...elementsNamed(cell, ns.word, 'gridSpan'), ...elementsNamed(cell, ns.word, 'vMerge')])
    .map((found) =>
      found.map(({ local, attributes }) => `${local}${attributes.map(({ value }) => value).join()}`).join(),
    )
    .join('|');
