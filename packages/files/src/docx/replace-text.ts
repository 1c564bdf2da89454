import { elementsNamed } from '../office/each-element.ts';
import type { Warn } from '../office/text-inputs.ts';
import {
  childOf,
  createXmlEdit,
  elementsOf,
  ns,
  prefixFor,
  sourceOf,
  type XmlDocument,
  type XmlEdit,
  type XmlElement,
} from '../package/index.ts';
import { type Piece, piecesOf } from './inline.ts';
import { wordPrefix } from './word-prefix.ts';
import { runContent } from './write-paragraph.ts';

/** Finds in one paragraph's text; matches do not overlap and come in order. */
export type Finder = (
  text: string,
) => readonly { readonly start: number; readonly end: number; readonly replacement: string }[];

export type Tracking = { readonly attributes: (w: string) => string } | undefined;

/** Replaces in every paragraph of a part, text boxes and nested tables included. Returns the new bytes, how often, and where the paragraphs began. */
export const replaceInPart = (
  document: XmlDocument,
  find: Finder,
  tracking: Tracking,
  warn: Warn,
): { readonly bytes: Buffer | undefined; readonly count: number; readonly places: readonly number[] } => {
  const edit = createXmlEdit(document);
  const places: number[] = [];
  let count = 0;
  for (const paragraph of elementsNamed(document.root, ns.word, 'p')) {
    const hits = replaceInParagraph(edit, document, paragraph, find, tracking, warn);
    if (hits > 0) places.push(paragraph.start);
    count += hits;
  }
  return { bytes: edit.changed() ? edit.toBytes() : undefined, count: count - insideFallback(document, find), places };
};

/** Returns how often; the two branches of alternate content say the same, so both change and one counts. */
export const replaceInParagraph = (
  edit: XmlEdit,
  document: XmlDocument,
  paragraph: XmlElement,
  find: Finder,
  tracking: Tracking,
  warn: Warn,
): number => {
  const pieces = piecesOf(document, paragraph).filter(
    ({ deleted, kind }) => !deleted && (kind === 'text' || kind === 'mark'),
  );
  if (!pieces.some(({ fallback }) => fallback)) return replaceInPieces(edit, document, pieces, find, tracking, warn);
  const branch = (fallback: boolean) => pieces.filter((piece) => piece.fallback === fallback);
  replaceInPieces(edit, document, branch(true), find, tracking, warn);
  return replaceInPieces(edit, document, branch(false), find, tracking, warn);
};

/** Paragraphs inside a Fallback branch (text boxes for old programs) repeat those of the Choice. */
const insideFallback = (document: XmlDocument, find: Finder): number => {
  if (!document.source.includes('Fallback')) return 0;
  let count = 0;
  for (const branch of elementsNamed(document.root, ns.compatibility, 'Fallback')) {
    for (const paragraph of elementsNamed(branch, ns.word, 'p')) {
      const text = piecesOf(document, paragraph)
        .filter(({ deleted, kind }) => !deleted && (kind === 'text' || kind === 'mark'))
        .map((piece) => piece.text)
        .join('');
      count += find(text).length;
    }
  }
  return count;
};

type Cut = { readonly from: number; readonly to: number; readonly insert: string };

const replaceInPieces = (
  edit: XmlEdit,
  document: XmlDocument,
  pieces: readonly Piece[],
  find: Finder,
  tracking: Tracking,
  warn: Warn,
): number => {
  const matches = find(pieces.map(({ text }) => text).join(''));
  if (matches.length === 0) return 0;
  const cuts = cutsByPiece(pieces, matches);
  const runs = new Map<XmlElement, Piece[]>();
  for (const piece of pieces) if (cuts.has(piece)) runs.set(piece.run, [...(runs.get(piece.run) ?? []), piece]);
  for (const [run, touched] of runs) {
    // Inside an insertion an edit belongs to it; inside alternate content a run cannot be split.
    const isPlain = touched.some((piece) => piece.inserted || piece.element.parent !== run);
    if (tracking && !isPlain) edit.replace(run, trackedRun(document, run, touched, cuts, tracking, warn));
    else for (const piece of touched) edit.replace(piece.element, plainPiece(piece, cuts.get(piece) ?? [], warn));
  }
  return matches.length;
};

/** The replacement goes where the match begins, so it takes the format of the first matched run. */
const cutsByPiece = (pieces: readonly Piece[], matches: ReturnType<Finder>): ReadonlyMap<Piece, readonly Cut[]> => {
  const cuts = new Map<Piece, Cut[]>();
  let at = 0;
  for (const piece of pieces) {
    const [start, end] = [at, at + piece.text.length];
    at = end;
    for (const match of matches) {
      if (match.end <= start || match.start >= end) continue;
      const cut = {
        from: Math.max(match.start, start) - start,
        to: Math.min(match.end, end) - start,
        insert: match.start >= start ? match.replacement : '',
      };
      cuts.set(piece, [...(cuts.get(piece) ?? []), cut]);
    }
  }
  return cuts;
};

const plainPiece = (piece: Piece, cuts: readonly Cut[], warn: Warn): string => {
  let text = '';
  let at = 0;
  for (const { from, to, insert } of cuts) {
    text += piece.text.slice(at, from) + insert;
    at = to;
  }
  return runContent(prefixOf(piece.element), text + piece.text.slice(at), warn);
};

/** A run split into what stays, what is struck out and what is new, all in its own format. */
const trackedRun = (
  document: XmlDocument,
  run: XmlElement,
  touched: readonly Piece[],
  cuts: ReadonlyMap<Piece, readonly Cut[]>,
  tracking: NonNullable<Tracking>,
  warn: Warn,
): string => {
  const w = prefixOf(run);
  const properties = childOf(run, ns.word, 'rPr');
  const format = properties ? sourceOf(document, properties) : '';
  const made: string[] = [];
  let kept = '';
  const flush = () => {
    if (kept !== '') made.push(`<${w}r>${format}${kept}</${w}r>`);
    kept = '';
  };
  for (const child of elementsOf(run)) {
    if (child === properties) continue;
    const piece = touched.find(({ element }) => element === child);
    if (!piece) {
      kept += sourceOf(document, child);
      continue;
    }
    let at = 0;
    for (const { from, to, insert } of cuts.get(piece) ?? []) {
      kept += runContent(w, piece.text.slice(at, from), warn);
      flush();
      made.push(
        `<${w}del${tracking.attributes(w)}><${w}r>${format}${runContent(w, piece.text.slice(from, to), warn, 'delText')}</${w}r></${w}del>`,
      );
      if (insert !== '')
        made.push(`<${w}ins${tracking.attributes(w)}><${w}r>${format}${runContent(w, insert, warn)}</${w}r></${w}ins>`);
      at = to;
    }
    kept += runContent(w, piece.text.slice(at), warn);
  }
  flush();
  return made.join('');
};

const prefixOf = (element: XmlElement): string => wordPrefix(element) ?? prefixFor(element, ns.word) ?? 'w:';

/** The whole of a paragraph, whatever it says. */
export const findAll =
  (replacement: string): Finder =>
  (text) =>
    text === '' ? [] : [{ start: 0, end: text.length, replacement }];

/** Plain words, found with or without regard to case. Folding is per character, so that positions stay true. */
export const findWords = (search: string, replacement: string, matchCase: boolean): Finder => {
  const fold = (text: string) => {
    if (matchCase) return text;
    return isAscii(text) ? text.toLowerCase() : [...text].map(foldCharacter).join('');
  };
  const wanted = fold(search);
  return (text) => {
    const folded = fold(text);
    const found: { start: number; end: number; replacement: string }[] = [];
    for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
      found.push({ start: at, end: at + wanted.length, replacement });
    }
    return found;
  };
};

const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
};

const foldCharacter = (character: string): string => {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
};

const token = /\{\{\s*([^{}]{1,80}?)\s*\}\}/g;

/** `{{token}}` for the tokens that have a value. */
export const findTokens =
  (valueByToken: ReadonlyMap<string, string>): Finder =>
  (text) =>
    [...text.matchAll(token)].flatMap((match) => {
      const replacement = valueByToken.get(match[1] ?? '');
      return replacement === undefined ? [] : [{ start: match.index, end: match.index + match[0].length, replacement }];
    });
