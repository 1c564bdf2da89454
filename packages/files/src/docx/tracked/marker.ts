import {
  attributeOf,
  childOf,
  descendantsOf,
  elementsOf,
  escapeXmlAttribute,
  escapeXmlText,
  ns,
  sourceOf,
  withoutIllegalCharacters,
  type XmlDocument,
  type XmlEdit,
  type XmlElement,
} from '../../package/index.ts';
import type { Piece } from '../inline.ts';

export type TrackedBy = { readonly author: string; readonly at: string };

/** The marks of one export: who, when, and a number of its own for each. */
export const createMarker = (w: string, document: XmlDocument, { author, at }: TrackedBy) => {
  let next = 1 + Math.max(0, ...[...document.source.matchAll(/\bid=["'](\d{1,9})["']/g)].map(([, id]) => Number(id)));
  const by = ` ${w}author="${escapeXmlAttribute(author)}" ${w}date="${escapeXmlAttribute(at)}"`;
  const attributes = (): string => ` ${w}id="${next++}"${by}`;
  const { scope } = document.root;

  /** Properties as another part wrote them, without what this part has no name for. */
  const borrowed = (from: XmlDocument, element: XmlElement | undefined): string => {
    if (!element) return '';
    const isKnown = (each: XmlElement): boolean => knows(scope, each) && elementsOf(each).every(isKnown);
    return isKnown(element) ? sourceOf(from, element) : '';
  };

  const textRun = (properties: string, text: string, tag: 't' | 'delText'): string =>
    text
      .split(/([\t\n])/)
      .filter((part) => part !== '')
      .map((part) => {
        const inside =
          part === '\t'
            ? `<${w}tab/>`
            : part === '\n'
              ? `<${w}br/>`
              : `<${w}${tag} xml:space="preserve">${escapeXmlText(withoutIllegalCharacters(part))}</${w}${tag}>`;
        return `<${w}r>${properties}${inside}</${w}r>`;
      })
      .join('');

  const inserted = (xml: string): string => (xml === '' ? '' : `<${w}ins${attributes()}>${xml}</${w}ins>`);
  const deleted = (xml: string): string => (xml === '' ? '' : `<${w}del${attributes()}>${xml}</${w}del>`);

  return {
    w,
    borrowed,
    inserted,
    deleted,
    attributes,
    /** Runs of some characters of a paragraph, each with the look it had there. */
    runs: (from: XmlDocument, pieces: readonly Piece[], start: number, end: number, tag: 't' | 'delText'): string => {
      let xml = '';
      let at = 0;
      for (const { text, run } of textPieces(pieces)) {
        const part = text.slice(Math.max(0, start - at), Math.max(0, end - at));
        if (part !== '') xml += textRun(borrowed(from, childOf(run, ns.word, 'rPr')), part, tag);
        at += text.length;
      }
      return xml;
    },
    /** Marks every run of an element as inserted, wherever it stands; what was tracked before stays as it is. */
    insertRuns: (edit: XmlEdit, element: XmlElement): void => {
      for (const run of descendantsOf(element, ns.word, 'r')) {
        if (isTracked(run)) continue;
        edit.insertBefore(run, `<${w}ins${attributes()}>`);
        edit.insertAfter(run, `</${w}ins>`);
      }
    },
    /** Marks the end of a paragraph, so that refusing the change joins it with the next. */
    markParagraph: (edit: XmlEdit, paragraph: XmlElement, tag: 'ins' | 'del'): void => {
      const mark = `<${w}${tag}${attributes()}/>`;
      const properties = childOf(paragraph, ns.word, 'pPr');
      const look = childOf(properties, ns.word, 'rPr');
      if (look) edit.prepend(look, mark);
      else if (properties) {
        const before = elementsOf(properties).find(({ local }) => ['sectPr', 'pPrChange'].includes(local));
        const xml = `<${w}rPr>${mark}</${w}rPr>`;
        if (before) edit.insertBefore(before, xml);
        else edit.append(properties, xml);
      } else edit.prepend(paragraph, `<${w}pPr><${w}rPr>${mark}</${w}rPr></${w}pPr>`);
    },
    markRow: (edit: XmlEdit, row: XmlElement): void => {
      const mark = `<${w}ins${attributes()}/>`;
      const properties = childOf(row, ns.word, 'trPr');
      if (properties) return edit.append(properties, mark);
      const before = elementsOf(row).find(({ local }) => local !== 'tblPrEx');
      if (before) edit.insertBefore(before, `<${w}trPr>${mark}</${w}trPr>`);
    },
  };
};

export type Marker = ReturnType<typeof createMarker>;

/** What of a paragraph is its text: characters and marks that stand, once each. */
export const textPieces = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.filter(({ kind, deleted, fallback }) => !deleted && !fallback && (kind === 'text' || kind === 'mark'));

const isTracked = (run: XmlElement): boolean => {
  for (let at = run.parent; at && at.local !== 'p'; at = at.parent)
    if (at.uri === ns.word && ['ins', 'del', 'moveTo', 'moveFrom'].includes(at.local)) return true;
  return false;
};

/** Whether every prefix an element is written with means the same where it would stand. */
const knows = (scope: XmlElement['scope'], element: XmlElement): boolean =>
  [element.name, ...element.attributes.map(({ name }) => name)].every((name) => {
    const prefix = name.includes(':') ? (name.split(':')[0] ?? '') : undefined;
    if (prefix === undefined || prefix === 'xml') return attributeOf(element, 'xmlns') === undefined;
    return prefix !== 'xmlns' && scope.get(prefix) === element.scope.get(prefix);
  });
