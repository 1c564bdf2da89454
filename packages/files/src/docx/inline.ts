import {
  attributeOf,
  childOf,
  childrenOf,
  elementsOf,
  ns,
  textOf,
  type XmlDocument,
  type XmlElement,
  type XmlNode,
} from '../package/index.ts';

/** One visible thing inside a paragraph, in reading order. */
export type Piece = {
  readonly kind: 'text' | 'mark' | 'image' | 'note';
  /** What a reader sees: characters, a tab or line break, `[image]`, or the number of a note. */
  readonly text: string;
  /** The element that holds exactly this piece: `w:t`, `w:tab`, `w:drawing`, … */
  readonly element: XmlElement;
  readonly run: XmlElement;
  readonly deleted: boolean;
  readonly inserted: boolean;
  /** Inside the second branch of alternate content: same words again, to be changed with the first and read never. */
  readonly fallback: boolean;
};

const transparent: ReadonlySet<string> = new Set([
  'hyperlink',
  'smartTag',
  'customXml',
  'fldSimple',
  'bdo',
  'dir',
  'sdtContent',
]);

/** Trees never change, so what a paragraph holds is found out once: maps, searches and edits all ask. Content that is let go takes its pieces along. */
const known = new WeakMap<readonly XmlNode[], readonly Piece[]>();

/** Everything readable in a paragraph. Field codes are not text, and neither are the boxes anchored in it. */
export const piecesOf = (document: XmlDocument, paragraph: XmlElement): readonly Piece[] => {
  const { children } = paragraph;
  const found = known.get(children);
  if (found) return found;
  const pieces = readPieces(document, paragraph);
  known.set(children, pieces);
  return pieces;
};

const readPieces = (document: XmlDocument, paragraph: XmlElement): readonly Piece[] => {
  const pieces: Piece[] = [];
  // A field's code stands between `begin` and `separate`; its result, between `separate` and `end`, is text.
  const fields: ('code' | 'result')[] = [];

  const inRun = (run: XmlElement, element: XmlElement, deleted: boolean, inserted: boolean, fallback: boolean) => {
    const push = (kind: Piece['kind'], text: string) =>
      void pieces.push({ kind, text, element, run, deleted, inserted, fallback });
    if (element.uri !== ns.word) {
      if (element.uri !== ns.compatibility || element.local !== 'AlternateContent') return;
      for (const branch of elementsOf(element)) {
        for (const inner of elementsOf(branch))
          inRun(run, inner, deleted, inserted, fallback || branch.local === 'Fallback');
      }
      return;
    }
    if (element.local === 'fldChar') return field(attributeOf(element, 'fldCharType', ns.word));
    if (fields.length > 0 && fields.includes('code')) return;
    switch (element.local) {
      case 't':
        return push('text', textOf(document, element));
      case 'delText':
        return push('text', textOf(document, element));
      case 'tab':
      case 'ptab':
        return push('mark', '\t');
      case 'br':
      case 'cr':
        return push('mark', '\n');
      case 'noBreakHyphen':
        return push('mark', '\u2011');
      case 'sym':
        return push('mark', symbolOf(attributeOf(element, 'char', ns.word)));
      case 'drawing':
      case 'pict':
      case 'object':
        return push('image', '');
      case 'footnoteReference':
      case 'endnoteReference':
        return push('note', attributeOf(element, 'id', ns.word) ?? '');
      case 'ruby':
        for (const base of childrenOf(element, ns.word, 'rubyBase')) walk(base, deleted, inserted, fallback);
        return;
      default:
        return;
    }
  };
  const field = (type: string | undefined) => {
    if (type === 'begin') fields.push('code');
    else if (type === 'separate') fields[fields.length - 1] = 'result';
    else if (type === 'end') fields.pop();
  };
  const walk = (parent: XmlElement, deleted: boolean, inserted: boolean, fallback: boolean): void => {
    for (const element of parent.children) {
      if (element.kind !== 'element') continue;
      if (element.uri !== ns.word) {
        if (element.uri !== ns.compatibility || element.local !== 'AlternateContent') continue;
        for (const branch of elementsOf(element))
          walk(branch, deleted, inserted, fallback || branch.local === 'Fallback');
      } else if (element.local === 'r') {
        for (const inner of element.children)
          if (inner.kind === 'element') inRun(element, inner, deleted, inserted, fallback);
      } else if (element.local === 'ins' || element.local === 'moveTo') walk(element, deleted, true, fallback);
      else if (element.local === 'del' || element.local === 'moveFrom') walk(element, true, inserted, fallback);
      else if (element.local === 'sdt') {
        const content = childOf(element, ns.word, 'sdtContent');
        if (content) walk(content, deleted, inserted, fallback);
      } else if (transparent.has(element.local)) walk(element, deleted, inserted, fallback);
    }
  };
  walk(paragraph, false, false, false);
  return pieces;
};

/** A symbol by its number in a font of symbols; a number that is none shows as the replacement character. */
const symbolOf = (written: string | undefined): string => {
  const code = Number.parseInt(written ?? '', 16);
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
};

/** The paragraph as it will read once its tracked changes are accepted. */
export const finalText = (pieces: readonly Piece[]): string => {
  let text = '';
  for (const piece of pieces)
    if (!piece.deleted && !piece.fallback && (piece.kind === 'text' || piece.kind === 'mark')) text += piece.text;
  return text;
};
